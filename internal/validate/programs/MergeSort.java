/** Merge sort of a linked list. */
final class MergeSort extends Program {
    private static final class Link {
        final int key;
        Link next;

        Link(int key, Link next) {
            this.key = key;
            this.next = next;
        }
    }

    @Override
    int run(int n) {
        Noise noise = new Noise(n);
        Link list = null;
        for (int i = 0; i < n; i++) {
            list = new Link(noise.next(), list);
        }
        int hash = 0;
        for (Link l = sort(list); l != null; l = l.next) {
            hash = 31 * hash + l.key;
        }
        return hash;
    }

    private static Link sort(Link list) {
        if (list == null || list.next == null) {
            return list;
        }
        Link slow = list;
        for (Link fast = list.next; fast != null && fast.next != null; fast = fast.next.next) {
            slow = slow.next;
        }
        Link right = slow.next;
        slow.next = null;
        return merge(sort(list), sort(right));
    }

    private static Link merge(Link a, Link b) {
        Link head = new Link(0, null);
        Link tail = head;
        while (a != null && b != null) {
            if (a.key <= b.key) {
                tail.next = a;
                a = a.next;
            } else {
                tail.next = b;
                b = b.next;
            }
            tail = tail.next;
        }
        tail.next = a != null ? a : b;
        return head.next;
    }
}
