package dev.sheaf.plan.physical.join;

import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.query.QueryContext;

/// The rows of places side by side, where a place has several: no wait for memory follows another, as in chains.
///
/// ```
///   starts[place] .. starts[place + 1] -> rows, which rise
/// ```
/// A counting sort: rows are counted, then put from the last to the first. Cost: 4 bytes a row and 4 a place.
final class RowRuns implements PlaceRows {
    /// Fewer rows a place are as well in chains, which are made in one pass.
    static final int FEWEST_ROWS_A_PLACE = 2;

    private static final int COUNT = 0;

    private final long places;
    private final Ints starts;
    private final Ints rows;

    /// Memory that closes with `memory`.
    RowRuns(int rows, long places, QueryContext context, Closer memory) {
        this.places = places;
        this.starts =
                Ints.of(memory.add(context.pool().allocateZeroed((places + 1) * Integer.BYTES, "places of a join"))
                        .segment());
        this.rows = Ints.of(memory.add(context.pool().allocate((long) rows * Integer.BYTES, "rows of a join"))
                .segment());
    }

    @Override
    public int passes() {
        return 2;
    }

    @Override
    public void put(int pass, int start, long[] places, int[] chosen, int count) {
        if (pass == COUNT) {
            count(places, chosen, count, starts);
        } else {
            move(start, places, chosen, count, starts, rows);
        }
    }

    private static void count(long[] places, int[] chosen, int count, Ints counts) {
        for (int i = 0; i < count; i++) {
            long place = places[chosen[i]];
            counts.put(place, counts.get(place) + 1);
        }
    }

    private static void move(int start, long[] places, int[] chosen, int count, Ints ends, Ints rows) {
        for (int i = 0; i < count; i++) {
            long place = places[chosen[i]];
            int at = ends.get(place) - 1;
            ends.put(place, at);
            rows.put(at, start + chosen[i]);
        }
    }

    /// Makes counts the ends of places, which become their starts as rows are put.
    @Override
    public void finish(int pass) {
        if (pass == COUNT) {
            int end = 0;
            for (long place = 0; place <= places; place++) {
                end += starts.get(place);
                starts.put(place, end);
            }
        }
    }

    @Override
    public boolean areFew(int rowsAPlace) {
        return false;
    }

    @Override
    public int find(int from, long[] places, int count, int most, RowPairs pairs) {
        int i = 0;
        for (; i < count && pairs.count() < most; i++) {
            if (places[i] != NumberPlaces.NOWHERE) {
                pairs.addAll(from + i, rows, starts.get(places[i]), starts.get(places[i] + 1));
            }
        }
        return i;
    }
}
