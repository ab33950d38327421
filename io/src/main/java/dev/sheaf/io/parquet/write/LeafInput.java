package dev.sheaf.io.parquet.write;

import dev.sheaf.column.Column;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// What a row group is to hold of one leaf: levels of a byte each for every entry, and columns without nulls of the
/// values that are there.
///
/// A leaf outside of lists has no repetition levels, a required one no definition levels; the definition
/// levels of a column that is a leaf itself are kept as bits.
final class LeafInput implements AutoCloseable {
    private static final String PURPOSE = "Parquet levels";

    private final Leaf leaf;
    private final boolean keepsBits;
    private final ByteOutput repetition;
    private final ByteOutput definition;
    private final List<Column> values = new ArrayList<>();
    private int entries;
    private int validCount;

    /// `flat` for a leaf that is a column of its own, whose rows [#addRows] adds; the others get [#addEntry].
    LeafInput(Leaf leaf, boolean flat, MemoryPool pool) {
        this.leaf = leaf;
        this.keepsBits = flat && leaf.maxDefinition() > 0;
        this.repetition = new ByteOutput(pool, PURPOSE);
        this.definition = ByteOutput.after(repetition, pool, PURPOSE);
    }

    Leaf leaf() {
        return leaf;
    }

    /// Entries: rows outside of lists; elements, and lists that are null or empty, inside.
    int entries() {
        return entries;
    }

    /// Entries that have a value.
    int validCount() {
        return validCount;
    }

    /// The values, to be closed with this.
    List<Column> values() {
        return values;
    }

    /// Adds `rows` rows of a leaf outside of lists and structs. Takes over `present`, the rows that are not null.
    void addRows(Column rows, Column present) {
        try {
            if (leaf.maxDefinition() > 0) {
                addBits(rows);
            }
            entries = Math.addExact(entries, (int) rows.length());
        } catch (RuntimeException | Error failure) {
            present.close();
            throw failure;
        }
        addValues(present);
    }

    private void addBits(Column rows) {
        int count = (int) rows.length();
        definition.reserve(Validity.byteSize(count) + Long.BYTES);
        long used = Validity.byteSize(entries);
        MemorySegment bits = definition.segment();
        bits.asSlice(used, Validity.byteSize(count) + Long.BYTES).fill((byte) 0);
        int first = entries >>> 3;
        ByteBuffer target = Views.bytes(bits, first, used - first + Validity.byteSize(count) + Long.BYTES);
        for (int row = 0; row < count; row += Integer.SIZE) {
            int some = Math.min(Integer.SIZE, count - row);
            long word = rows.validity().word(row) & (1L << some) - 1;
            Bits.or(target, (entries & 7) + row, word);
        }
        definition.advance(Validity.byteSize(entries + (long) count) - used);
    }

    /// Adds the levels of one entry inside a list or struct.
    void addEntry(int repetitionLevel, int definitionLevel) {
        repetition.writeByte(repetitionLevel);
        definition.writeByte(definitionLevel);
        entries = Math.addExact(entries, 1);
    }

    /// Adds values without nulls, which become this input's.
    void addValues(Column present) {
        values.add(present);
        validCount = Math.addExact(validCount, (int) present.length());
    }

    /// How many of the entries `[from, to)` have a value.
    int validCount(int from, int to) {
        if (leaf.maxDefinition() == 0) {
            return to - from;
        }
        if (keepsBits) {
            return Bits.count(Views.bytes(definition.segment()), from, to - from);
        }
        int valid = 0;
        for (int i = from; i < to; i++) {
            valid += definition.segment().get(ValueLayout.JAVA_BYTE, i) == leaf.maxDefinition() ? 1 : 0;
        }
        return valid;
    }

    /// The first entry from `entry` on that begins a row.
    int rowStart(int entry) {
        int start = entry;
        while (leaf.maxRepetition() > 0
                && start < entries
                && repetition.segment().get(ValueLayout.JAVA_BYTE, start) != 0) {
            start++;
        }
        return start;
    }

    /// Writes the levels of the entries `[from, to)` as a page of version 1 has them.
    void writeLevels(int from, int to, int valid, ByteOutput output) {
        if (leaf.maxRepetition() > 0) {
            writeLevels(repetition.segment(), from, to, leaf.maxRepetition(), output);
        }
        if (keepsBits) {
            long start = begin(output);
            HybridEncoder.writeBits(definition.segment(), from, to - from, valid, output);
            end(start, output);
        } else if (leaf.maxDefinition() > 0) {
            writeLevels(definition.segment(), from, to, leaf.maxDefinition(), output);
        }
    }

    private static void writeLevels(MemorySegment levels, int from, int to, int max, ByteOutput output) {
        int count = to - from;
        long start = begin(output);
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = levels.get(ValueLayout.JAVA_BYTE, from + i);
        }
        int bitWidth = Integer.SIZE - Integer.numberOfLeadingZeros(max);
        HybridEncoder.write(MemorySegment.ofArray(numbers), 0, count, bitWidth, output);
        end(start, output);
    }

    private static long begin(ByteOutput output) {
        output.writeInt(0);
        return output.size();
    }

    private static void end(long start, ByteOutput output) {
        output.segment().set(Bytes.LE_INT, start - Integer.BYTES, (int) (output.size() - start));
    }

    @Override
    public void close() {
        repetition.close();
        definition.close();
        values.forEach(Column::close);
    }
}
