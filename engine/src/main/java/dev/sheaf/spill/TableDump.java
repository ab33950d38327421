package dev.sheaf.spill;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/// The bytes of a table, piece by piece in the order of a depth-first walk, each padded to a cache line, and the
/// [TableShape] by which they become a table again.
///
/// Only the rows of the table are written, also if its columns are slices of more. Dictionaries are written as
/// their values.
final class TableDump implements AutoCloseable {
    private static final String PURPOSE = "stored batches";
    private static final MemorySegment PADDING = MemorySegment.ofArray(new byte[TableShape.ALIGNMENT]);

    private final MemoryPool pool;
    private final List<MemorySegment> pieces = new ArrayList<>();
    private final Closer opened = new Closer();
    private final List<TableShape.Node> nodes = new ArrayList<>();
    private long position;

    private TableDump(MemoryPool pool) {
        this.pool = pool;
    }

    /// The dump of columns, which have to stay open until the dump is closed.
    static TableDump of(List<Column> columns, MemoryPool pool) {
        TableDump dump = new TableDump(pool);
        try (Closer closer = new Closer()) {
            columns.forEach(closer.add(dump)::add);
            closer.release();
            return dump;
        }
    }

    List<MemorySegment> pieces() {
        return pieces;
    }

    long byteSize() {
        return position;
    }

    /// Copies the pieces one after another into `target`, which has room for [#byteSize()] bytes.
    void copyTo(MemorySegment target) {
        long at = 0;
        for (MemorySegment piece : pieces) {
            MemorySegment.copy(piece, 0, target, at, piece.byteSize());
            at += piece.byteSize();
        }
    }

    TableShape shape() {
        return new TableShape(nodes);
    }

    private void add(Column column) {
        switch (column) {
            case DictionaryColumn codes -> add(opened.add(Dictionaries.decode(codes, pool)));
            case NullColumn _ -> node(column, -1, -1, false);
            case FixedColumn fixed -> {
                int width = fixed.type().layout().byteWidth();
                long validity = validity(fixed.validity());
                node(column, validity, piece(fixed.segment().asSlice(0, fixed.length() * width)), false);
            }
            case BoolColumn bools -> {
                long validity = validity(bools.validity());
                node(column, validity, bits(bools.bits(), bools.bitOffset(), bools.length(), bools::trueWord), false);
            }
            case VarColumn text -> {
                long validity = validity(text.validity());
                node(column, validity, offsets(text.offsets()), text.offsets().wide());
                long start = text.offsets().start(0);
                long size = text.offsets().start(text.length()) - start;
                nodes.add(new TableShape.Node(size, -1, piece(text.segment().asSlice(start, size)), false));
            }
            case ListColumn lists -> {
                long validity = validity(lists.validity());
                node(column, validity, offsets(lists.offsets()), lists.offsets().wide());
                long start = lists.offsets().start(0);
                add(opened.add(lists.elements().slice(start, lists.offsets().start(lists.length()) - start)));
            }
            case StructColumn structs -> {
                node(column, validity(structs.validity()), -1, false);
                structs.children().forEach(this::add);
            }
        }
    }

    private void node(Column column, long validity, long values, boolean wide) {
        nodes.add(new TableShape.Node(column.length(), validity, values, wide));
    }

    /// Returns where the piece lies.
    private long piece(MemorySegment bytes) {
        long at = position;
        pieces.add(bytes);
        position += bytes.byteSize();
        long padding = -position & (TableShape.ALIGNMENT - 1);
        if (padding > 0) {
            pieces.add(PADDING.asSlice(0, padding));
            position += padding;
        }
        return at;
    }

    private long validity(Validity validity) {
        Buffer bits = validity.buffer();
        return bits == null ? -1 : bits(bits, validity.bitOffset(), validity.length(), validity::word);
    }

    /// Bits that begin with a byte go as they lie: a column that leaves because memory is full takes none for that.
    private long bits(Buffer bits, long first, long rows, LongUnaryOperator word) {
        return first % Byte.SIZE == 0
                ? piece(bits.segment().asSlice(first / Byte.SIZE, Validity.byteSize(rows)))
                : words(rows, word);
    }

    /// Bits from bit 0 on, `word` giving the 64 from a row on.
    private long words(long rows, LongUnaryOperator word) {
        Buffer bits = scratch((rows + Long.SIZE - 1) / Long.SIZE * Long.BYTES);
        for (long row = 0; row < rows; row += Long.SIZE) {
            bits.segment().setAtIndex(ValueLayout.JAVA_LONG, row / Long.SIZE, word.applyAsLong(row));
        }
        return piece(bits.segment().asSlice(0, bits.byteSize()));
    }

    private Buffer scratch(long bytes) {
        return opened.add(pool.allocate(bytes, PURPOSE));
    }

    /// Offsets from 0 on.
    private long offsets(Offsets offsets) {
        long start = offsets.start(0);
        int width = offsets.wide() ? Long.BYTES : Integer.BYTES;
        if (start == 0) {
            return piece(offsets.segment().asSlice(0, (offsets.length() + 1) * width));
        }
        Buffer moved = scratch((offsets.length() + 1) * width);
        for (long row = 0; row <= offsets.length(); row++) {
            long offset = offsets.start(row) - start;
            if (offsets.wide()) {
                moved.segment().setAtIndex(ValueLayout.JAVA_LONG, row, offset);
            } else {
                moved.segment().setAtIndex(ValueLayout.JAVA_INT, row, (int) offset);
            }
        }
        return piece(moved.segment().asSlice(0, moved.byteSize()));
    }

    @Override
    public void close() {
        opened.close();
    }
}
