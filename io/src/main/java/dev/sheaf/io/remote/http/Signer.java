package dev.sheaf.io.remote.http;

import java.net.URI;
import java.util.Map;

/// Says who asks.
@FunctionalInterface
public interface Signer {
    /// Nobody in particular.
    Signer NONE = (_, _) -> Map.of();

    /// The headers to add to a GET of `uri` that has `headers`. A redirect may lead to a host that must not be told.
    Map<String, String> headers(URI uri, Map<String, String> headers);
}
