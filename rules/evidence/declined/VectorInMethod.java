package declined;

import java.util.ArrayList;
import java.util.Vector;

/**
 * Filling and reading a Vector that stays in the method, against an ArrayList.
 *
 * @peers PMD ReplaceVectorWithList, SonarJava S1149, IntelliJ UseOfObsoleteCollectionType, Error Prone JdkObsolete
 * @decision a nanosecond or two for an access in compiled code where the Vector stays in the method, and the interpreter is slower with ArrayList, whose get makes more calls. EL6005 reports loops over a Vector that others have
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class VectorInMethod {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        Vector<Object> list = new Vector<>();
        Object o = "x";
        for (int i = 0; i < n; i++) {
            list.add(o);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += list.get(i).hashCode();
        }
        return sum;
    }

    static long repaired(int n) {
        ArrayList<Object> list = new ArrayList<>();
        Object o = "x";
        for (int i = 0; i < n; i++) {
            list.add(o);
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += list.get(i).hashCode();
        }
        return sum;
    }
}
