package EL7008;

import javax.xml.xpath.XPathFactory;

/**
 * Making paths for documents: a factory for each, against one for all.
 *
 * @unit iteration
 * @sizes 2 5 20
 */
public final class XPath {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += XPathFactory.newInstance().newXPath().getNamespaceContext() == null ? i : 0;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        XPathFactory factory = XPathFactory.newInstance();
        for (int i = 0; i < n; i++) {
            sum += factory.newXPath().getNamespaceContext() == null ? i : 0;
        }
        return sum;
    }
}
