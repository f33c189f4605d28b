package com.example.paper;

/**
 * Multiplication of square matrices in one-dimensional arrays, as Nyholm, Mostowski and Reichenbach 2025 measure it
 * (section 5, figure 5): once with the size as a constant, once as a parameter, for each of the four types.
 */
public final class MatrixMultiplication {
    /** Rows and columns of the matrices of constant size. */
    public static final int SIZE = 10;

    private MatrixMultiplication() {
    }

    /** c = a * b, SIZE by SIZE. */
    public static void intConstant(int[] a, int[] b, int[] c) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                int sum = 0;
                for (int k = 0; k < SIZE; k++) {
                    sum += a[i * SIZE + k] * b[k * SIZE + j];
                }
                c[i * SIZE + j] = sum;
            }
        }
    }

    /** c = a * b, n by n. */
    public static void intParametric(int[] a, int[] b, int[] c, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        }
    }

    /** c = a * b, SIZE by SIZE. */
    public static void longConstant(long[] a, long[] b, long[] c) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                long sum = 0L;
                for (int k = 0; k < SIZE; k++) {
                    sum += a[i * SIZE + k] * b[k * SIZE + j];
                }
                c[i * SIZE + j] = sum;
            }
        }
    }

    /** c = a * b, n by n. */
    public static void longParametric(long[] a, long[] b, long[] c, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                long sum = 0L;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        }
    }

    /** c = a * b, SIZE by SIZE. */
    public static void floatConstant(float[] a, float[] b, float[] c) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                float sum = 0.0f;
                for (int k = 0; k < SIZE; k++) {
                    sum += a[i * SIZE + k] * b[k * SIZE + j];
                }
                c[i * SIZE + j] = sum;
            }
        }
    }

    /** c = a * b, n by n. */
    public static void floatParametric(float[] a, float[] b, float[] c, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0.0f;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        }
    }

    /** c = a * b, SIZE by SIZE. */
    public static void doubleConstant(double[] a, double[] b, double[] c) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                double sum = 0.0;
                for (int k = 0; k < SIZE; k++) {
                    sum += a[i * SIZE + k] * b[k * SIZE + j];
                }
                c[i * SIZE + j] = sum;
            }
        }
    }

    /** c = a * b, n by n. */
    public static void doubleParametric(double[] a, double[] b, double[] c, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0.0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        }
    }
}
