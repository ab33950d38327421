package dev.sheaf.io.remote.http;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/// What is asked of a server: some bytes of a file, or a whole answer that fits into memory.
///
/// @param name how messages call it; without secrets
/// @param from the first byte, or -1 for all
/// @param count how many bytes at most
public record Ask(URI uri, String name, long from, int count, Map<String, String> conditions) {
    private static final int MOST_BYTES = 16 << 20;

    /// All of an answer of 16 MiB at most.
    public static Ask all(URI uri, String name) {
        return new Ask(uri, name, -1, MOST_BYTES, Map.of());
    }

    static Ask range(URI uri, String name, long from, int count, Map<String, String> conditions) {
        return new Ask(uri, name, from, count, conditions);
    }

    boolean isRange() {
        return from >= 0;
    }

    Ask to(URI other) {
        return new Ask(other, name, from, count, conditions);
    }

    Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>(conditions);
        headers.put("Accept-Encoding", "identity");
        headers.put("User-Agent", "Sheaf");
        if (isRange()) {
            headers.put("Range", "bytes=" + from + "-" + (from + count - 1));
        }
        return headers;
    }
}
