package dev.sheaf.io.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server of files in memory that does what servers do, and what they should not.
final class FileServer implements AutoCloseable {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

    /// Answers a request in its own way, or does nothing and gives false.
    @FunctionalInterface
    interface Whim {
        boolean answers(HttpExchange exchange) throws IOException;
    }

    final Map<String, byte[]> files = new ConcurrentSkipListMap<>();
    final Map<String, String> tags = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    final AtomicInteger bodies = new AtomicInteger();
    volatile boolean knowsRanges = true;
    volatile Whim whim = _ -> false;
    private final HttpServer server;

    FileServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI uri = exchange.getRequestURI();
            asked.add(uri + " " + exchange.getRequestHeaders().getFirst("Range"));
            if (!whim.answers(exchange)) {
                file(exchange, uri.getPath());
            }
        } catch (IOException closed) {
            // the client has heard enough
        }
    }

    /// Answers with a file, or the part of it that is asked for.
    void file(HttpExchange exchange, String path) throws IOException {
        byte[] bytes = files.get(path);
        if (bytes == null) {
            send(exchange, 404, new byte[0]);
            return;
        }
        String tag = tags.getOrDefault(path, "\"1\"");
        exchange.getResponseHeaders().set("ETag", tag);
        String expected = exchange.getRequestHeaders().getFirst("If-Match");
        Matcher range =
                RANGE.matcher(String.valueOf(exchange.getRequestHeaders().getFirst("Range")));
        if (expected != null && !expected.equals(tag)) {
            send(exchange, 412, new byte[0]);
        } else if (!knowsRanges || !range.matches()) {
            send(exchange, 200, bytes);
        } else if (Long.parseLong(range.group(1)) >= bytes.length) {
            exchange.getResponseHeaders().set("Content-Range", "bytes */" + bytes.length);
            send(exchange, 416, new byte[0]);
        } else {
            int from = Integer.parseInt(range.group(1));
            int to = (int) Math.min(bytes.length, Long.parseLong(range.group(2)) + 1);
            part(exchange, bytes, from, to);
        }
    }

    static void part(HttpExchange exchange, byte[] bytes, int from, int to) throws IOException {
        exchange.getResponseHeaders().set("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + bytes.length);
        exchange.sendResponseHeaders(206, to - from);
        exchange.getResponseBody().write(bytes, from, to - from);
    }

    void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            bodies.incrementAndGet();
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
