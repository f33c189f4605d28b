package EL7008;

import javax.xml.datatype.DatatypeFactory;

/**
 * Reading dates: a DatatypeFactory for each, against one for all.
 *
 * @unit iteration
 * @sizes 2 5 20
 */
public final class Datatype {
    static void prepare(int n) {
    }

    static long asWritten(int n) throws Exception {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += DatatypeFactory.newInstance().newXMLGregorianCalendar("2024-02-29").getDay() + i;
        }
        return sum;
    }

    static long repaired(int n) throws Exception {
        long sum = 0;
        DatatypeFactory factory = DatatypeFactory.newInstance();
        for (int i = 0; i < n; i++) {
            sum += factory.newXMLGregorianCalendar("2024-02-29").getDay() + i;
        }
        return sum;
    }
}
