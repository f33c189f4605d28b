import java.util.PriorityQueue;

/** Puts numbers into a queue and takes the least of them. */
final class QueueOfNumbers extends Program {
    private final PriorityQueue<Integer> queue = new PriorityQueue<>();

    QueueOfNumbers() {
        for (int i = 0; i < 60; i++) {
            queue.add(i * 7919 % 1009);
        }
    }

    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            queue.offer(i * 31 % 1009);
            sum += queue.poll();
        }
        return sum;
    }
}
