package dev.sheaf.cuda.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Small pieces of device memory that were freed and wait for the next request of their size on the same stream;
/// work on a stream is done in order, so nobody has to wait for those who had a piece before. Thread-safe.
final class SmallPieces {
    /// The largest piece that is kept.
    static final long MAX_BYTES = 16 << 20;

    private static final long MAX_KEPT_BYTES = 256 << 20;

    /// A piece and the stream on which it is free, and whether it is all zeros then.
    record Piece(long address, long bytes, long stream, boolean isZero) {}

    /// The pieces of one stream by the power of two that is their size, those of zeros behind the others.
    private static final class Shelves {
        private final List<Deque<Piece>> pieces = new ArrayList<>();

        Shelves() {
            for (int i = 0; i < 2 * Long.SIZE; i++) {
                pieces.add(new ArrayDeque<>(2));
            }
        }

        Deque<Piece> of(long bytes, boolean isZero) {
            return pieces.get(Long.numberOfTrailingZeros(bytes) + (isZero ? Long.SIZE : 0));
        }
    }

    private final Map<Long, Shelves> streams = new HashMap<>();
    private long bytes;

    /// The size of the piece for a request: small ones are powers of two.
    static long rounded(long bytes) {
        return bytes > MAX_BYTES ? bytes : Long.highestOneBit(Math.max(bytes - 1, 1)) << 1;
    }

    /// Whether a piece of so many bytes may be kept.
    static boolean isSmall(long bytes) {
        return bytes <= MAX_BYTES;
    }

    synchronized @Nullable Piece take(long wanted, long stream, boolean isZero) {
        Shelves shelves = streams.get(stream);
        Piece piece = shelves == null ? null : shelves.of(wanted, isZero).pollLast();
        if (piece != null) {
            bytes -= piece.bytes();
        }
        return piece;
    }

    /// Whether the piece is kept.
    synchronized boolean keep(Piece piece) {
        if (bytes + piece.bytes() > MAX_KEPT_BYTES) {
            return false;
        }
        bytes += piece.bytes();
        streams.computeIfAbsent(piece.stream(), _ -> new Shelves())
                .of(piece.bytes(), piece.isZero())
                .addLast(piece);
        return true;
    }

    /// Bytes of all pieces that wait.
    synchronized long bytes() {
        return bytes;
    }

    synchronized List<Piece> takeAll() {
        List<Piece> all = new ArrayList<>();
        streams.values().forEach(shelves -> shelves.pieces.forEach(all::addAll));
        streams.clear();
        bytes = 0;
        return all;
    }
}
