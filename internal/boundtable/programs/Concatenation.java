/** Concatenates a text, a number and constants. */
final class Concatenation extends Program {
    @Override
    int run(int n) {
        String name = "name";
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (name + " is " + i + "!").length();
        }
        return sum;
    }
}
