package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.groupby.cpu.chunk.GatheredValues;
import dev.sheaf.groupby.cpu.chunk.Scatter;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Rows copied to the places that their partitions give them.
///
/// The rows of a partition lie anywhere, so taking them by their numbers waits for memory once a row and column. Here
/// rows are read in the order in which they lie, and written to as many places at a time as there are partitions.
///
/// A row has a place below `count`, or place `count` if it is left out; no two rows share another.
final class ScatteredRows {
    private static final String PURPOSE = "partitions";
    private static final int CHUNK = 2048;

    private final MemorySegment places;
    private final int count;
    private final MemoryPool pool;

    private ScatteredRows(MemorySegment places, int count, MemoryPool pool) {
        this.places = places;
        this.count = count;
        this.pool = pool;
    }

    /// The `count` rows of a table that have a place, which is an int of `places` for each; to be closed by the caller.
    static Table of(Table table, MemorySegment places, int count, MemoryPool pool) {
        ScatteredRows rows = new ScatteredRows(places, count, pool);
        try (Closer closer = new Closer()) {
            List<Column> columns = table.columns().stream()
                    .map(column -> closer.add(rows.of(column)))
                    .toList();
            closer.release();
            return new Table(table.schema(), columns, count);
        }
    }

    private Column of(Column column) {
        if (column instanceof NullColumn) {
            return new NullColumn(count, pool);
        }
        try (Closer closer = new Closer()) {
            Validity validity = closer.add(validity(column));
            Column moved = switch (column) {
                case DictionaryColumn codes -> codes(codes, validity);
                case ListColumn lists -> lists(lists, validity);
                case StructColumn structs ->
                    new StructColumn(
                            structs.type(),
                            structs.children().stream()
                                    .map(child -> closer.add(of(child)))
                                    .toList(),
                            validity);
                default -> values(column, validity);
            };
            closer.release();
            return moved;
        }
    }

    /// Works on rows from `from` on, whose places are the first `rows` of an array.
    private interface Loop {
        void run(long from, int rows, int[] places);
    }

    private void forEachChunk(long rows, Loop loop) {
        int[] chunk = new int[(int) Math.min(CHUNK, rows)];
        for (long from = 0; from < rows; from += CHUNK) {
            Checkpoint.pass();
            int size = (int) Math.min(CHUNK, rows - from);
            MemorySegment.copy(places, ValueLayout.JAVA_INT, from << 2, chunk, 0, size);
            loop.run(from, size, chunk);
        }
    }

    private Validity validity(Column column) {
        Validity source = column.validity();
        if (source.allValid()) {
            return Validity.allValid(count);
        }
        byte[] valid = new byte[CHUNK];
        try (Buffer bytes = pool.allocate(count + 1L, PURPOSE)) {
            forEachChunk(column.length(), (from, rows, targets) -> {
                Widen.validity(source, from, rows, valid);
                Scatter.bytes(valid, rows, targets, bytes.segment());
            });
            return Validity.of(Bits.packed(bytes.segment(), count, pool), count);
        }
    }

    private Column values(Column column, Validity validity) {
        try (GatheredValues values = GatheredValues.of(column.type(), count, pool)) {
            do {
                forEachChunk(column.length(), (from, rows, targets) -> values.write(column, from, rows, targets));
            } while (values.isToBeWrittenAgain());
            return values.finish(validity);
        }
    }

    private Column codes(DictionaryColumn column, Validity validity) {
        try (Buffer codes = pool.allocate((count + 1L) * Integer.BYTES, PURPOSE)) {
            forEachChunk(
                    column.length(),
                    (from, rows, targets) ->
                            Scatter.values(Integer.BYTES, column.segment(), from, rows, targets, codes.segment()));
            return new DictionaryColumn(count, codes.retain(), column.values().retain(), validity);
        }
    }

    /// The elements of a list go one behind the other to where it starts.
    private Column lists(ListColumn lists, Validity validity) {
        Offsets source = lists.offsets();
        long first = source.start(0);
        long elementCount = source.start(lists.length()) - first;
        try (Buffer starts = pool.allocate((count + 1L) * Integer.BYTES, PURPOSE);
                Buffer elementPlaces = pool.allocate(elementCount * Integer.BYTES, PURPOSE);
                Column elements = lists.elements().slice(first, elementCount)) {
            Ints own = Ints.of(starts.segment());
            forEachChunk(lists.length(), (from, rows, targets) -> writeSizes(source, from, rows, targets, own));
            int members = addUp(own);
            Ints places = Ints.of(elementPlaces.segment());
            forEachChunk(lists.length(), (from, rows, targets) -> place(source, from, rows, targets, own, places));
            Column moved = new ScatteredRows(elementPlaces.segment(), members, pool).of(elements);
            return new ListColumn(new Offsets(starts.retain(), false, count), moved, validity);
        }
    }

    private static void writeSizes(Offsets source, long from, int rows, int[] targets, Ints sizes) {
        long start = source.start(from);
        for (int i = 0; i < rows; i++) {
            long end = source.start(from + i + 1);
            sizes.put(targets[i], Math.toIntExact(end - start));
            start = end;
        }
    }

    /// Makes starts of sizes, and returns where the last list ends.
    private int addUp(Ints sizes) {
        int start = 0;
        for (int i = 0; i < count; i++) {
            int size = sizes.get(i);
            sizes.put(i, start);
            start = Math.addExact(start, size);
        }
        sizes.put(count, start);
        return start;
    }

    /// Gives the elements of some lists their places. Those of lists that are left out have the place behind all.
    private void place(Offsets source, long from, int rows, int[] targets, Ints starts, Ints elementPlaces) {
        int element = (int) (source.start(from) - source.start(0));
        for (int i = 0; i < rows; i++) {
            long end = source.start(from + i + 1) - source.start(0);
            int place = starts.get(targets[i]);
            int step = targets[i] < count ? 1 : 0;
            for (; element < end; element++, place += step) {
                elementPlaces.put(element, place);
            }
        }
    }
}
