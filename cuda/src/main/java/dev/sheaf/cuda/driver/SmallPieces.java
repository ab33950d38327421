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

    /// A piece that was all zeros; its first `bytes` may have been written to since.
    record Soiled(Piece piece, long bytes) {}

    /// The pieces of one stream by the power of two that is their size, those of zeros behind the others, and those
    /// that have to be cleared to be zeros again.
    private static final class Shelves {
        private final List<Deque<Piece>> pieces = new ArrayList<>();
        private final Deque<Soiled> soiled = new ArrayDeque<>(4);

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
        shelves(piece).of(piece.bytes(), piece.isZero()).addLast(piece);
        return true;
    }

    /// The same as [#keep], for a piece that has to be cleared before it is used again.
    synchronized boolean keep(Soiled soiled) {
        Piece piece = soiled.piece();
        if (bytes + piece.bytes() > MAX_KEPT_BYTES) {
            return false;
        }
        shelves(piece).soiled.addLast(soiled);
        return true;
    }

    /// Where a piece is kept, which counts from now on.
    private Shelves shelves(Piece piece) {
        bytes += piece.bytes();
        return streams.computeIfAbsent(piece.stream(), _ -> new Shelves());
    }

    /// How many pieces of a size have to be cleared.
    synchronized int countSoiled(long wanted, long stream) {
        Shelves shelves = streams.get(stream);
        int count = 0;
        if (shelves != null) {
            for (Soiled soiled : shelves.soiled) {
                count += soiled.piece().bytes() == wanted ? 1 : 0;
            }
        }
        return count;
    }

    /// A piece that has to be cleared, the one that has waited longest.
    synchronized @Nullable Soiled takeSoiled(long stream) {
        Shelves shelves = streams.get(stream);
        Soiled soiled = shelves == null ? null : shelves.soiled.pollFirst();
        if (soiled != null) {
            bytes -= soiled.piece().bytes();
        }
        return soiled;
    }

    /// Bytes of all pieces that wait.
    synchronized long bytes() {
        return bytes;
    }

    synchronized List<Piece> takeAll() {
        List<Piece> all = new ArrayList<>();
        for (Shelves shelves : streams.values()) {
            shelves.pieces.forEach(all::addAll);
            shelves.soiled.forEach(soiled -> all.add(soiled.piece()));
        }
        streams.clear();
        bytes = 0;
        return all;
    }
}
