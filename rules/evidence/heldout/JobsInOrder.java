package heldout;

import java.util.ArrayDeque;
import java.util.ArrayList;

/**
 * Jobs that are taken from the front of a list, each of which makes another at first, against an ArrayDeque.
 *
 * @case EL2005/RemoveFirst
 * @unit iteration
 * @sizes 10 50 500
 * @terms 1 n n*n
 */
public final class JobsInOrder {
    static void prepare(int n) {
    }

    static int asWritten(int n) {
        ArrayList<String> jobs = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            jobs.add("job");
        }
        int done = 0;
        while (jobs.size() > 0) {
            String job = jobs.remove(0);
            done += job.length();
        }
        return done;
    }

    static int repaired(int n) {
        ArrayDeque<String> jobs = new ArrayDeque<>();
        for (int i = 0; i < n; i++) {
            jobs.add("job");
        }
        int done = 0;
        while (jobs.size() > 0) {
            String job = jobs.removeFirst();
            done += job.length();
        }
        return done;
    }
}
