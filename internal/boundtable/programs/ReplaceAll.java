/** Replaces the blanks of a text by a regular expression. */
final class ReplaceAll extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += "a text of some words  and   blanks between".replaceAll("\\s+", "-").length();
        }
        return sum;
    }
}
