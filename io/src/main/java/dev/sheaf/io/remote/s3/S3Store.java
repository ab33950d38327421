package dev.sheaf.io.remote.s3;

import dev.sheaf.io.remote.http.Answer;
import dev.sheaf.io.remote.http.Ask;
import dev.sheaf.io.remote.http.Entry;
import dev.sheaf.io.remote.http.HttpFile;
import dev.sheaf.io.remote.http.Requests;
import dev.sheaf.io.remote.http.Store;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/// A bucket: `s3://bucket/folder/x.parquet`.
///
/// AWS's own have hosts of their own, `https://bucket.s3.REGION.amazonaws.com/`; a bucket whose name has a dot, which
/// no certificate covers, and one at another endpoint is the first part of the path.
public final class S3Store implements Store {
    private static final String AWS = "amazonaws.com";
    private static final String BUCKET = "[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]";

    private final Requests requests;
    private final String bucket;
    private final String base;
    private final String host;
    private final Optional<SigV4> signature;

    /// A bucket by its name.
    ///
    /// @throws IllegalArgumentException if no bucket can have the name, or the endpoint is no address
    public S3Store(Requests requests, String bucket, AwsSettings settings) {
        if (!bucket.matches(BUCKET)) {
            throw new IllegalArgumentException("no bucket can be called \"" + bucket + "\"; write s3://bucket/key");
        }
        this.requests = requests;
        this.bucket = bucket;
        this.base = base(bucket, settings);
        this.host = String.valueOf(URI.create(base).getHost());
        this.signature = settings.credentials().map(known -> new SigV4(known, settings.region()));
    }

    private static String base(String bucket, AwsSettings settings) {
        if (settings.endpoint().isPresent()) {
            String endpoint = settings.endpoint().get().replaceFirst("/+$", "");
            if (!endpoint.matches("https?://[A-Za-z0-9._\\[\\]:-]+(/[A-Za-z0-9._~/-]*)?")) {
                throw new IllegalArgumentException("the endpoint of S3 is no address such as https://host:9000");
            }
            return endpoint + "/" + bucket + "/";
        }
        String service = "s3." + settings.region() + "." + AWS;
        return bucket.contains(".")
                ? "https://" + service + "/" + bucket + "/"
                : "https://" + bucket + "." + service + "/";
    }

    @Override
    public String name() {
        return "s3://" + bucket;
    }

    @Override
    public HttpFile open(String key) throws IOException {
        return HttpFile.open(requests, this::headers, URI.create(base + Keys.path(key)), name() + "/" + key);
    }

    /// A redirect may lead to another host of AWS's, and to none else with a signature.
    private Map<String, String> headers(URI uri, Map<String, String> others) {
        String to = String.valueOf(uri.getHost());
        boolean isTold = to.equals(host) || (to.endsWith("." + AWS) && host.endsWith("." + AWS));
        return signature
                .filter(_ -> isTold)
                .map(sign -> sign.headers(uri, others, Instant.now()))
                .orElse(Map.of());
    }

    @Override
    public List<Entry> list(String folder) throws IOException {
        List<Entry> entries = new ArrayList<>();
        String next = "";
        do {
            Listing page = page(folder, next, "");
            page.entries().stream()
                    .filter(entry -> !entry.key().equals(folder) && !entry.key().equals(folder.replaceFirst("/$", "")))
                    .filter(entry -> !entry.key().endsWith("/"))
                    .forEach(entries::add);
            next = page.next();
        } while (!next.isEmpty());
        return entries;
    }

    @Override
    public boolean isFolder(String key) throws IOException {
        String folder = key.isEmpty() || key.endsWith("/") ? key : key + "/";
        return !page(folder, "", "&max-keys=1").entries().isEmpty();
    }

    private Listing page(String prefix, String token, String most) throws IOException {
        String after = token.isEmpty() ? "" : "&continuation-token=" + Keys.parameter(token);
        URI uri = URI.create(base + "?list-type=2&delimiter=%2F&prefix=" + Keys.parameter(prefix) + after + most);
        Answer answer = requests.send(Ask.all(uri, name() + "/" + prefix), this::headers);
        try {
            return Listing.read(answer.bytes());
        } catch (XMLStreamException unreadable) {
            FileSystemException failure = new FileSystemException(
                    name() + "/" + prefix, null, "the server answers what is no list of a bucket");
            failure.initCause(unreadable);
            throw failure;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof S3Store store && base.equals(store.base);
    }

    @Override
    public int hashCode() {
        return base.hashCode();
    }
}
