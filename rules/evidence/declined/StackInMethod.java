package declined;

import java.util.ArrayDeque;
import java.util.Stack;

/**
 * Pushing and popping: a Stack that stays in the method, against an ArrayDeque.
 *
 * @peers SonarJava S1149, IntelliJ UseOfObsoleteCollectionType, Error Prone JdkObsolete
 * @decision compiled code is slower with ArrayDeque, which stores null where it takes an element, if the Stack stays in the method; the interpreter gains a fifth. EL6005 reports loops over the elements of a Stack that others have
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StackInMethod {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        Stack<String> stack = new Stack<>();
        for (int i = 0; i < n; i++) {
            stack.push(words[i]);
        }
        long sum = 0;
        while (!stack.isEmpty()) {
            sum += stack.pop().length();
        }
        return sum;
    }

    static long repaired(int n) {
        ArrayDeque<String> stack = new ArrayDeque<>();
        for (int i = 0; i < n; i++) {
            stack.push(words[i]);
        }
        long sum = 0;
        while (!stack.isEmpty()) {
            sum += stack.pop().length();
        }
        return sum;
    }
}
