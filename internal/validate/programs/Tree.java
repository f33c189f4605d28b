/** A binary search tree: recursion over objects. */
final class Tree extends Program {
    private static final class Node {
        final int key;
        int count;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    @Override
    int run(int n) {
        Noise noise = new Noise(n);
        Node root = null;
        for (int i = 0; i < n; i++) {
            root = insert(root, noise.next());
        }
        return sum(root, 1);
    }

    private static Node insert(Node node, int key) {
        if (node == null) {
            node = new Node(key);
        }
        if (key < node.key) {
            node.left = insert(node.left, key);
        } else if (key > node.key) {
            node.right = insert(node.right, key);
        } else {
            node.count++;
        }
        return node;
    }

    private static int sum(Node node, int depth) {
        if (node == null) {
            return 0;
        }
        return sum(node.left, depth + 1) + depth * node.count + sum(node.right, depth + 1);
    }
}
