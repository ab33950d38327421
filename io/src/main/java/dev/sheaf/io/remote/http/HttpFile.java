package dev.sheaf.io.remote.http;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file on another host, as it was when it was opened. Threads may read it at once; it needs no close.
///
/// ```
///   |  head: came with the opening  |  ranges, each by a request of its own  |  tail: kept when first read  |
/// ```
/// The first request asks for the head and tells the size. The tail is kept since formats such as Parquet look
/// into it several times. A server that knows no ranges sends all of a file, once, and it is kept as a temporary file.
public final class HttpFile implements RemoteFile, Ranges {
    /// The most that one request asks for.
    public static final int MOST_BYTES = 8 << 20;

    private static final int KEPT_BYTES = 1 << 16;

    private final Requests requests;
    private final Signer signer;
    private final URI uri;
    private final String name;
    private final Version version;
    private final byte[] head;
    private final @Nullable FileChannel whole;
    private byte @Nullable [] tail;

    private HttpFile(Requests requests, Signer signer, URI uri, String name, Version version, Answer first) {
        this.requests = requests;
        this.signer = signer;
        this.uri = uri;
        this.name = name;
        this.version = version;
        this.head = first.status() == Answer.PART ? first.bytes() : new byte[0];
        this.whole = first.whole();
    }

    /// Opens a file with one request.
    ///
    /// @param name how messages call it, without secrets
    /// @throws FileSystemException if it cannot be read; the reason says why
    public static HttpFile open(Requests requests, Signer signer, URI uri, String name) throws IOException {
        Ask ask = Ask.range(uri, name, 0, KEPT_BYTES, Map.of());
        Answer first = requests.send(ask, signer);
        return new HttpFile(requests, signer, uri, name, Version.of(size(first, name), first.headers()), first);
    }

    private static long size(Answer first, String name) throws IOException {
        if (first.whole() != null) {
            return first.whole().size();
        }
        ContentRange range = ContentRange.of(first)
                .orElseThrow(() -> HttpErrors.odd(name, "sends a part of a file and does not say of how many bytes"));
        boolean isHead = first.status() == Answer.OUTSIDE
                ? range.byteSize() == 0
                : range.from() == 0 && first.bytes().length == Math.min(KEPT_BYTES, range.byteSize());
        if (!isHead) {
            throw HttpErrors.odd(name, "sends another part of the file than was asked for");
        }
        return range.byteSize();
    }

    @Override
    public long byteSize() {
        return version.byteSize();
    }

    @Override
    public Instant modified() {
        return version.modified();
    }

    @Override
    public Ranges ranges() {
        return this;
    }

    /// Nothing is open between two requests.
    @Override
    public void close() {}

    /// Reads at most [#MOST_BYTES] bytes from `position` on; -1 at the end.
    ///
    /// @throws FileSystemException if that fails, or the file has changed
    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        long left = version.byteSize() - position;
        if (left <= 0) {
            return -1;
        }
        if (whole != null) {
            return whole.read(target, position);
        }
        int count = (int) Math.min(left, Math.min(target.remaining(), MOST_BYTES));
        long tailStart = version.byteSize() - KEPT_BYTES;
        if (position + count <= head.length) {
            target.put(head, (int) position, count);
        } else if (position >= tailStart && tailStart > 0) {
            target.put(tail(tailStart), (int) (position - tailStart), count);
        } else {
            target.put(range(position, count));
        }
        return count;
    }

    private synchronized byte[] tail(long start) throws IOException {
        byte[] kept = tail;
        if (kept == null) {
            kept = range(start, KEPT_BYTES);
            tail = kept;
        }
        return kept;
    }

    private byte[] range(long from, int count) throws IOException {
        if (count == 0) {
            return new byte[0];
        }
        Answer answer = requests.send(Ask.range(uri, name, from, count, version.conditions()), signer);
        if (answer.whole() != null) {
            answer.whole().close();
            throw HttpErrors.odd(name, "sent parts of the file at first and then does not");
        }
        ContentRange range = ContentRange.of(answer).orElse(new ContentRange(-1, -1));
        boolean same = range.byteSize() == version.byteSize()
                && Version.of(range.byteSize(), answer.headers()).equals(version);
        if (!same) {
            throw HttpErrors.changed(name);
        }
        if (range.from() != from || answer.bytes().length != count) {
            throw HttpErrors.odd(name, "sends another part of the file than was asked for");
        }
        return answer.bytes();
    }
}
