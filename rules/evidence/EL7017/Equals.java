package EL7017;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Comparing objects of two fields: by reflection, as EqualsBuilder does, against by name.
 *
 * @unit comparison
 * @sizes 5 20 100
 */
public final class Equals {
    private static Point[] points;

    private record Point(int x, int y) {}

    static void prepare(int n) {
        points = new Point[n + 1];
        for (int i = 0; i <= n; i++) {
            points[i] = new Point(1, i / 2);
        }
    }

    static int asWritten(int n) throws ReflectiveOperationException {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += reflectionEquals(points[i], points[i + 1]) ? 1 : 2;
        }
        return sum;
    }

    static int repaired(int n) throws ReflectiveOperationException {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += points[i].x == points[i + 1].x && points[i].y == points[i + 1].y ? 1 : 2;
        }
        return sum;
    }

    private static boolean reflectionEquals(Object a, Object b) throws ReflectiveOperationException {
        if (a.getClass() != b.getClass()) {
            return false;
        }
        for (Field f : a.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(f.getModifiers())) {
                continue;
            }
            f.setAccessible(true);
            if (!f.get(a).equals(f.get(b))) {
                return false;
            }
        }
        return true;
    }
}
