/** Shortest paths from one node: objects in a heap that compares them. */
final class Dijkstra extends Program {
    private static final class Edge {
        final int to;
        final long cost;
        final Edge next;

        Edge(int to, long cost, Edge next) {
            this.to = to;
            this.cost = cost;
            this.next = next;
        }
    }

    private static final class Entry {
        final int node;
        final long distance;

        Entry(int node, long distance) {
            this.node = node;
            this.distance = distance;
        }

        boolean before(Entry other) {
            return distance < other.distance;
        }
    }

    private Entry[] heap;
    private int entries;

    @Override
    int run(int n) {
        Edge[] edges = new Edge[n];
        Noise noise = new Noise(n);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 4; k++) {
                edges[i] = new Edge((noise.next() & 0x7fffffff) % n, 1 + (noise.next() & 63), edges[i]);
            }
        }
        long[] distance = new long[n];
        for (int i = 0; i < n; i++) {
            distance[i] = Long.MAX_VALUE;
        }
        distance[0] = 0;
        heap = new Entry[4 * n + 1];
        entries = 0;
        push(new Entry(0, 0));
        while (entries > 0) {
            Entry nearest = pop();
            if (nearest.distance > distance[nearest.node]) {
                continue;
            }
            for (Edge e = edges[nearest.node]; e != null; e = e.next) {
                long through = nearest.distance + e.cost;
                if (through < distance[e.to]) {
                    distance[e.to] = through;
                    push(new Entry(e.to, through));
                }
            }
        }
        int sum = 0;
        for (long d : distance) {
            if (d != Long.MAX_VALUE) {
                sum += (int) d;
            }
        }
        return sum;
    }

    private void push(Entry entry) {
        int i = entries++;
        while (i > 0 && entry.before(heap[(i - 1) / 2])) {
            heap[i] = heap[(i - 1) / 2];
            i = (i - 1) / 2;
        }
        heap[i] = entry;
    }

    private Entry pop() {
        Entry first = heap[0];
        Entry last = heap[--entries];
        heap[entries] = null;
        int i = 0;
        while (2 * i + 1 < entries) {
            int child = 2 * i + 1;
            if (child + 1 < entries && heap[child + 1].before(heap[child])) {
                child++;
            }
            if (!heap[child].before(last)) {
                break;
            }
            heap[i] = heap[child];
            i = child;
        }
        heap[i] = last;
        return first;
    }
}
