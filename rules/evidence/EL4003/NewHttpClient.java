package EL4003;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Requests to a server on this machine: a client for each, against one for all.
 *
 * @unit iteration
 * @sizes 2 5 20
 * @rare yes
 */
public final class NewHttpClient {
    private static HttpRequest request;

    static void prepare(int n) throws IOException, InterruptedException {
        if (request == null) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            Thread starter = new Thread(server::start); // the server's thread is a daemon as this one is
            starter.setDaemon(true);
            starter.start();
            starter.join();
            request = HttpRequest.newBuilder(URI.create("http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + server.getAddress().getPort() + "/")).build();
        }
    }

    static long asWritten(int n) throws Exception {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
        }
        return sum;
    }

    static long repaired(int n) throws Exception {
        long sum = 0;
        HttpClient client = HttpClient.newHttpClient();
        for (int i = 0; i < n; i++) {
            sum += client.send(request, BodyHandlers.discarding()).statusCode();
        }
        return sum;
    }
}
