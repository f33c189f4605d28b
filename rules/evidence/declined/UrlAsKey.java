package declined;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.HashSet;
import java.util.Set;

/**
 * Collecting addresses in a set: URLs, whose hosts are resolved, against URIs.
 *
 * @peers SpotBugs DMI_COLLECTION_OF_URLS, SonarJava S2112, IntelliJ UrlHashCode, Error Prone URLEqualsHashCode
 * @decision right as advice, since equality then depends on the network; but parsing a URI costs more than comparing hosts whose addresses are known, and a name server is asked once, which is waiting and no work
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class UrlAsKey {
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = "http://127.0.0.1/page" + i % 50;
        }
    }

    static long asWritten(int n) {
        Set<URL> seen = new HashSet<>();
        long different = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (seen.add(new URL(texts[i]))) {
                    different++;
                }
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }
        return different;
    }

    static long repaired(int n) {
        Set<URI> seen = new HashSet<>();
        long different = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (seen.add(new URI(texts[i]))) {
                    different++;
                }
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }
        return different;
    }
}
