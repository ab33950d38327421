package dev.sheaf.testing.groupby;

import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/// The rows of one batch of a stream and the ordinal of its first row.
public record Piece(Sample rows, long firstRow) {

    /// A stream of one batch.
    public static List<Piece> whole(Sample rows) {
        return List.of(new Piece(rows, 0));
    }

    /// A stream of batches of `size` rows, ordinals being row numbers.
    public static List<Piece> split(Sample rows, int size) {
        List<Piece> pieces = new ArrayList<>();
        for (int first = 0; first < rows.rowCount(); first += size) {
            int end = Math.min(first + size, rows.rowCount());
            pieces.add(new Piece(rows.withoutRows(end, rows.rowCount()).withoutRows(0, first), first));
        }
        return pieces;
    }

    /// A stream of batches of random sizes, some empty, some with gaps between their ordinals, in any order, each
    /// laid out on its own.
    public static List<Piece> scatter(Sample rows, SplittableRandom random) {
        List<Piece> pieces = new ArrayList<>();
        long gap = 0;
        int first = 0;
        while (first < rows.rowCount()) {
            int end = Math.min(rows.rowCount(), first + random.nextInt(1 + rows.rowCount()));
            Sample part = rows.withoutRows(end, rows.rowCount()).withoutRows(0, first);
            pieces.add(new Piece(random.nextBoolean() ? part : part.plain(), first + gap));
            gap += random.nextInt(3) == 0 ? random.nextLong(1_000_000_000_000L) : 0;
            first = end;
        }
        Collections.shuffle(pieces, new java.util.Random(random.nextLong()));
        return pieces;
    }
}
