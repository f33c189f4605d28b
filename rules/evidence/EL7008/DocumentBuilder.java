package EL7008;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.xml.sax.InputSource;

/**
 * Parsing short documents: a factory and a builder for each, against one for all.
 *
 * @unit iteration
 * @sizes 2 5 20
 */
public final class DocumentBuilder {
    static void prepare(int n) {
    }

    static long asWritten(int n) throws Exception {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            sum += factory.newDocumentBuilder().parse(new InputSource(new StringReader("<a b='1'>text</a>"))).getDocumentElement().getTextContent().length();
        }
        return sum;
    }

    static long repaired(int n) throws Exception {
        long sum = 0;
        var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        for (int i = 0; i < n; i++) {
            sum += builder.parse(new InputSource(new StringReader("<a b='1'>text</a>"))).getDocumentElement().getTextContent().length();
        }
        return sum;
    }
}
