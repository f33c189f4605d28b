/** Counts words in a trie of objects that hold arrays of objects. */
final class Words extends Program {
    private static final class Branch {
        final Branch[] next = new Branch[8];
        int words;
    }

    @Override
    int run(int n) {
        Noise noise = new Noise(n);
        Branch root = new Branch();
        for (int i = 0; i < n; i++) {
            int letters = noise.next();
            Branch at = root;
            for (int k = 0; k < 5; k++) {
                int letter = letters >>> 3 * k & 7;
                if (at.next[letter] == null) {
                    at.next[letter] = new Branch();
                }
                at = at.next[letter];
            }
            at.words++;
        }
        return count(root);
    }

    private static int count(Branch b) {
        int sum = b.words > 1 ? b.words : 1;
        for (Branch child : b.next) {
            if (child != null) {
                sum += count(child);
            }
        }
        return sum;
    }
}
