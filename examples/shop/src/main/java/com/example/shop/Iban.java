package com.example.shop;

/** Numbers of bank accounts. */
public final class Iban {
    private static final int MAX_LENGTH = 34;

    private Iban() {
    }

    /** Whether the check digits of an account number are right. */
    public static boolean valid(String iban) {
        int length = iban.length();
        if (length < 5 || length > MAX_LENGTH) {
            return false;
        }
        int remainder = 0;
        for (int i = 0; i < length; i++) {
            char c = iban.charAt((i + 4) % length);
            int digit = Character.digit(c, 36);
            if (digit < 0) {
                return false;
            }
            remainder = (digit > 9 ? remainder * 100 + digit : remainder * 10 + digit) % 97;
        }
        return remainder == 1;
    }
}
