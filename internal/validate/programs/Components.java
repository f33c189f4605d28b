/** Connected components by union and find with path halving. */
final class Components extends Program {
    private int[] parent;
    private byte[] rank;

    @Override
    int run(int n) {
        parent = new int[n];
        rank = new byte[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
        }
        Noise noise = new Noise(n);
        int components = n;
        for (int i = 0; i < n; i++) {
            if (join((noise.next() & 0x7fffffff) % n, (noise.next() & 0x7fffffff) % n)) {
                components--;
            }
        }
        return components;
    }

    private int find(int x) {
        while (parent[x] != x) {
            parent[x] = parent[parent[x]];
            x = parent[x];
        }
        return x;
    }

    private boolean join(int a, int b) {
        int x = find(a);
        int y = find(b);
        if (x == y) {
            return false;
        }
        if (rank[x] < rank[y]) {
            int t = x;
            x = y;
            y = t;
        }
        parent[y] = x;
        if (rank[x] == rank[y]) {
            rank[x]++;
        }
        return true;
    }
}
