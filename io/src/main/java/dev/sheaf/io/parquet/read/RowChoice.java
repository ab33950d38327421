package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.Take;
import dev.sheaf.memory.MemoryPool;
import java.util.Arrays;

/// Which of the next rows of a row group are wanted.
///
/// Decoders stop and go at some cost, so rows near each other are decoded together with those between them:
/// a choice has ranges that hold all rows chosen, and knows which rows of the ranges, put side by side, they
/// are.
final class RowChoice {
    /// Over fewer rows than this, going on costs less than stopping.
    private static final int GAP = 64;

    private final int rows;
    private final int[] chosen;
    private final int count;
    private final int[] starts;
    private final int[] ends;
    private int ranges;
    private int nearRows;

    private RowChoice(int rows, int[] chosen, int count, int mostRanges) {
        this.rows = rows;
        this.chosen = chosen;
        this.count = count;
        this.starts = new int[mostRanges];
        this.ends = new int[mostRanges];
    }

    /// All of the next `rows` rows.
    static RowChoice all(int rows) {
        return new RowChoice(rows, new int[0], rows, 0);
    }

    /// Of the next `rows` rows those whose numbers, from 0 and rising, are the first `count` of `chosen`.
    static RowChoice of(int rows, int[] chosen, int count) {
        RowChoice choice = new RowChoice(rows, Arrays.copyOf(chosen, count), count, Math.min(count, rows / GAP + 1));
        for (int i = 0; i < count; i++) {
            choice.add(i);
        }
        return choice;
    }

    /// Of the rows chosen those whose places among them, rising, are given.
    RowChoice narrowed(int[] places) {
        int[] kept = isAll()
                ? places
                : Arrays.stream(places).map(place -> chosen[place]).toArray();
        return of(rows, kept, kept.length);
    }

    private void add(int index) {
        int row = chosen[index];
        if (ranges == 0 || row - ends[ranges - 1] >= GAP) {
            starts[ranges] = row;
            ends[ranges++] = row;
        }
        int end = ends[ranges - 1];
        nearRows += row + 1 - end;
        ends[ranges - 1] = row + 1;
    }

    boolean isAll() {
        return count == rows;
    }

    /// How many rows there are to choose from.
    int rows() {
        return rows;
    }

    /// How many are chosen.
    int count() {
        return count;
    }

    int ranges() {
        return ranges;
    }

    int start(int range) {
        return starts[range];
    }

    int end(int range) {
        return ends[range];
    }

    /// How many rows the ranges have.
    int nearRows() {
        return nearRows;
    }

    /// The chosen rows of a column of all rows, which stays open.
    Column of(Column all, MemoryPool pool) {
        return isAll() ? all.retain() : Take.rows(all, chosen, count, pool);
    }

    /// The chosen rows of a column of the rows of the ranges, which stays open.
    Column ofNear(Column near, MemoryPool pool) {
        if (count == nearRows) {
            return near.retain();
        }
        int[] numbers = new int[count];
        int before = 0;
        for (int range = 0, i = 0; range < ranges; range++) {
            for (; i < count && chosen[i] < ends[range]; i++) {
                numbers[i] = chosen[i] - starts[range] + before;
            }
            before += ends[range] - starts[range];
        }
        return Take.rows(near, numbers, count, pool);
    }
}
