package dev.sheaf.io.remote.http;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NotDirectoryException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The host of one address, `https://user:password@example.org/data/x.parquet?token=1`. Messages call the file
/// `https://example.org/data/x.parquet`.
///
/// Two are equal if they are of the same host, user and parameters.
public final class HttpStore implements Store {
    private final Requests requests;
    private final String name;
    private final String authority;
    private final String query;
    private final String user;

    private HttpStore(Requests requests, URI address) {
        this.requests = requests;
        this.authority = address.getHost() + (address.getPort() < 0 ? "" : ":" + address.getPort());
        this.name = address.getScheme() + "://" + authority;
        this.query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
        this.user = address.getUserInfo() == null ? "" : address.getUserInfo();
    }

    /// The host of an address, in which characters that no address has may stand as they are.
    ///
    /// @throws IllegalArgumentException if it is no address; the message does not repeat it
    public static HttpStore of(Requests requests, String address) {
        return new HttpStore(requests, uri(address));
    }

    /// The key in an address: its path.
    public static String key(String address) {
        return uri(address).getRawPath().replaceFirst("^/", "");
    }

    private static URI uri(String address) {
        try {
            URI uri = new URI(encoded(address));
            if (uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // said below without the address, which may hold a password
        }
        throw new IllegalArgumentException("an address that begins with " + address.substring(0, address.indexOf(':'))
                + ":// has a host and a path, https://example.org/x.parquet say; % and non-ASCII in it are encoded");
    }

    private static String encoded(String address) {
        StringBuilder text = new StringBuilder();
        for (byte b : address.getBytes(StandardCharsets.UTF_8)) {
            if (b <= ' ' || "\"<>\\^`{|}".indexOf(b) >= 0) {
                text.append('%').append(String.format("%02X", b & 0xFF));
            } else {
                text.append((char) b);
            }
        }
        return text.toString();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public HttpFile open(String key) throws IOException {
        return HttpFile.open(requests, this::headers, URI.create(name + "/" + key + query), name + "/" + key);
    }

    /// The password goes to the host that it was given for.
    private Map<String, String> headers(URI uri, Map<String, String> others) {
        boolean isTold = !user.isEmpty() && uri.getRawAuthority().equals(authority) && name.startsWith(uri.getScheme());
        return isTold
                ? Map.of(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)))
                : Map.of();
    }

    @Override
    public List<Entry> list(String folder) throws IOException {
        throw new NotDirectoryException(name + "/" + folder);
    }

    @Override
    public boolean isFolder(String key) {
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HttpStore store
                && name.equals(store.name)
                && query.equals(store.query)
                && user.equals(store.user);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, query, user);
    }
}
