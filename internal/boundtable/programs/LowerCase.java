/** Turns a text with capitals into lower case. */
final class LowerCase extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += "Hello World, THIS is A Text of MANY Words".toLowerCase().length();
        }
        return sum;
    }
}
