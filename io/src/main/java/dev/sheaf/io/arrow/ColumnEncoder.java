package dev.sheaf.io.arrow;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// The columns of one batch as Arrow's field nodes and buffers, in the order of a depth-first walk.
///
/// Buffers that lie as Arrow wants them are not copied. Slices are rebased: bits start at bit 0 and offsets at 0.
final class ColumnEncoder implements AutoCloseable {
    private static final String PURPOSE = "Arrow buffers";

    private final MemoryPool pool;
    private final List<Node> nodes = new ArrayList<>();
    private final List<MemorySegment> buffers = new ArrayList<>();
    private final List<AutoCloseableNow> held = new ArrayList<>();

    /// The length and null count of one column.
    record Node(long length, long nullCount) {}

    private interface AutoCloseableNow {
        void close();
    }

    ColumnEncoder(MemoryPool pool) {
        this.pool = pool;
    }

    List<Node> nodes() {
        return nodes;
    }

    /// The bytes of each buffer, without padding.
    List<MemorySegment> buffers() {
        return buffers;
    }

    /// Adds a column that is written as `type`.
    void add(Column column, DataType type) {
        if (column instanceof DictionaryColumn && !(type instanceof DataType.DictionaryType)) {
            Column plain = Dictionaries.decode(column, pool);
            held.add(plain::close);
            add(plain, type);
            return;
        }
        nodes.add(new Node(column.length(), column.nullCount()));
        if (!(column instanceof NullColumn)) {
            addValidity(column.validity());
        }
        switch (column) {
            case NullColumn _ -> {}
            case BoolColumn bools -> addBits(bools.length(), row -> bools.trueWord(row));
            case FixedColumn fixed -> addFixed(fixed);
            case VarColumn text -> {
                addOffsets(text.offsets());
                long first = text.offsets().start(0);
                buffers.add(text.segment().asSlice(first, text.offsets().start(text.length()) - first));
            }
            case DictionaryColumn codes -> addCodes(codes);
            case ListColumn lists -> {
                addOffsets(lists.offsets());
                long first = lists.offsets().start(0);
                Column elements = lists.elements().slice(first, lists.offsets().start(lists.length()) - first);
                held.add(elements::close);
                add(elements, lists.type().element());
            }
            case StructColumn structs -> {
                for (int i = 0; i < structs.children().size(); i++) {
                    add(
                            structs.children().get(i),
                            structs.type().fields().get(i).type());
                }
            }
        }
    }

    private void addValidity(Validity validity) {
        if (validity.allValid()) {
            buffers.add(MemorySegment.NULL);
        } else {
            addBits(validity.length(), validity::word);
        }
    }

    private interface Words {
        long word(long row);
    }

    private void addBits(long rows, Words words) {
        MemorySegment bits = scratch((rows + Long.SIZE - 1) / Long.SIZE * Long.BYTES);
        for (long row = 0; row < rows; row += Long.SIZE) {
            bits.set(ValueLayout.JAVA_LONG, row / Byte.SIZE, words.word(row));
        }
        buffers.add(bits.asSlice(0, Validity.byteSize(rows)));
    }

    private MemorySegment scratch(long bytes) {
        Buffer buffer = pool.allocate(bytes, PURPOSE);
        held.add(buffer::close);
        return buffer.segment();
    }

    private void addFixed(FixedColumn column) {
        switch (column.type()) {
            case DataType.DecimalType decimal
            when decimal.bits() < Long.SIZE * 2 -> addWideDecimals(column, decimal.bits());
            case DataType.TimeType(TimeUnit unit)
            when ArrowSchemas.timeBits(unit) == Integer.SIZE -> addNarrowTimes(column);
            default ->
                buffers.add(column.segment()
                        .asSlice(0, column.length() * column.type().layout().byteWidth()));
        }
    }

    private void addWideDecimals(FixedColumn column, int bits) {
        MemorySegment wide = scratch(column.length() * 2 * Long.BYTES);
        for (long row = 0; row < column.length(); row++) {
            long value = bits == Integer.SIZE
                    ? column.segment().getAtIndex(ValueLayout.JAVA_INT, row)
                    : column.segment().getAtIndex(ValueLayout.JAVA_LONG, row);
            wide.setAtIndex(ValueLayout.JAVA_LONG, 2 * row, value);
            wide.setAtIndex(ValueLayout.JAVA_LONG, 2 * row + 1, value >> (Long.SIZE - 1));
        }
        buffers.add(wide.asSlice(0, column.length() * 2 * Long.BYTES));
    }

    private void addNarrowTimes(FixedColumn column) {
        MemorySegment narrow = scratch(column.length() * Integer.BYTES);
        for (long row = 0; row < column.length(); row++) {
            narrow.setAtIndex(ValueLayout.JAVA_INT, row, (int) column.segment().getAtIndex(ValueLayout.JAVA_LONG, row));
        }
        buffers.add(narrow.asSlice(0, column.length() * Integer.BYTES));
    }

    /// Codes under nulls are undefined; readers may look at them, so they become 0.
    private void addCodes(DictionaryColumn column) {
        MemorySegment codes = scratch(column.length() * Integer.BYTES);
        for (long row = 0; row < column.length(); row++) {
            codes.setAtIndex(ValueLayout.JAVA_INT, row, column.isNull(row) ? 0 : column.code(row));
        }
        buffers.add(codes.asSlice(0, column.length() * Integer.BYTES));
    }

    private void addOffsets(Offsets offsets) {
        if (!offsets.wide() && offsets.start(0) == 0) {
            buffers.add(offsets.segment().asSlice(0, (offsets.length() + 1) * Integer.BYTES));
            return;
        }
        long end = offsets.start(offsets.length()) - offsets.start(0);
        if (end > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a batch holds " + end + " bytes or elements in one column, more than Arrow's 32-bit "
                            + "offsets reach; write smaller batches");
        }
        MemorySegment narrow = scratch((offsets.length() + 1) * Integer.BYTES);
        long first = offsets.start(0);
        for (long row = 0; row <= offsets.length(); row++) {
            narrow.setAtIndex(ValueLayout.JAVA_INT, row, (int) (offsets.start(row) - first));
        }
        buffers.add(narrow.asSlice(0, (offsets.length() + 1) * Integer.BYTES));
    }

    @Override
    public void close() {
        held.forEach(AutoCloseableNow::close);
        held.clear();
    }
}
