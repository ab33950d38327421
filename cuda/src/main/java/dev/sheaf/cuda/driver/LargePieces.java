package dev.sheaf.cuda.driver;

import dev.sheaf.cuda.driver.SmallPieces.Piece;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Large pieces of device memory that were freed and wait for a request of just their size on the same stream, as a
/// query has that is asked again: each costs the driver's pool some microseconds to get and to give back.
///
/// Those that have waited longest are given back when all are too many or too large together. Thread-safe.
final class LargePieces {
    private static final int MOST_PIECES = 64;

    private final long mostBytes;
    private final Deque<Piece> waiting = new ArrayDeque<>();
    private long bytes;

    /// Keeps up to `mostBytes` bytes.
    LargePieces(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized @Nullable Piece take(long wanted, long stream) {
        Iterator<Piece> latestFirst = waiting.descendingIterator();
        while (latestFirst.hasNext()) {
            Piece piece = latestFirst.next();
            if (piece.bytes() == wanted && piece.stream() == stream) {
                latestFirst.remove();
                bytes -= wanted;
                return piece;
            }
        }
        return null;
    }

    /// Keeps a piece, and gives those that have to be freed instead, which may be this one.
    synchronized List<Piece> keep(Piece piece) {
        waiting.addLast(piece);
        bytes += piece.bytes();
        List<Piece> tooMany = new ArrayList<>();
        while (bytes > mostBytes || waiting.size() > MOST_PIECES) {
            Piece oldest = waiting.removeFirst();
            bytes -= oldest.bytes();
            tooMany.add(oldest);
        }
        return tooMany;
    }

    /// Bytes of all pieces that wait.
    synchronized long bytes() {
        return bytes;
    }

    synchronized List<Piece> takeAll() {
        List<Piece> all = List.copyOf(waiting);
        waiting.clear();
        bytes = 0;
        return all;
    }
}
