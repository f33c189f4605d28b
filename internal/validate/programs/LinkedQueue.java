/** A queue of linked nodes: objects that are made, linked and dropped. */
final class LinkedQueue extends Program {
    private static final class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    private Node head;
    private Node tail;

    @Override
    int run(int n) {
        head = null;
        tail = null;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            add(i);
            add(-i / 2);
            sum += take();
        }
        //@ loop_bound n;
        while (head != null) {
            sum = sum * 3 + take();
        }
        return sum;
    }

    private void add(int value) {
        Node node = new Node(value);
        if (tail == null) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
    }

    private int take() {
        int value = head.value;
        head = head.next;
        if (head == null) {
            tail = null;
        }
        return value;
    }
}
