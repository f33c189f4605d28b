/** Does nothing: what is measured of it is the loop around every program. */
final class Nothing extends Program {
    @Override
    int run(int n) {
        return n;
    }
}
