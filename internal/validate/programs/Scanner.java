/** Splits characters into words, numbers and signs, as a compiler does. */
final class Scanner extends Program {
    private char[] text;
    private int at;
    private int value;

    @Override
    int run(int n) {
        text = new char[n];
        for (int i = 0; i < n; i++) {
            switch (i % 11) {
                case 0, 7 -> text[i] = ' ';
                case 1, 2, 3 -> text[i] = (char) ('a' + i % 26);
                case 4 -> text[i] = '+';
                case 5, 6 -> text[i] = (char) ('0' + i % 10);
                case 8 -> text[i] = '(';
                default -> text[i] = (char) ('A' + i % 26);
            }
        }
        at = 0;
        int hash = 0;
        int kind;
        while ((kind = next()) != 0) {
            hash = 31 * hash + kind * 1000 + value;
        }
        return hash;
    }

    private int next() {
        while (at < text.length && text[at] == ' ') {
            at++;
        }
        value = 0;
        if (at == text.length) {
            return 0;
        }
        char c = text[at];
        if (isLetter(c)) {
            while (at < text.length && (isLetter(text[at]) || isDigit(text[at]))) {
                value = 31 * value + text[at++];
            }
            return 1;
        }
        if (isDigit(c)) {
            while (at < text.length && isDigit(text[at])) {
                value = 10 * value + text[at++] - '0';
            }
            return 2;
        }
        at++;
        switch (c) {
            case '+':
                return 3;
            case '-':
                return 4;
            case '(':
                return 5;
            case ')':
                return 6;
            default:
                return 7;
        }
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
