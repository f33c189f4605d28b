/** Does nothing: what the loop around every program costs. */
final class Nothing extends Program {
    @Override
    int run(int n) {
        return 0;
    }
}
