package dev.sheaf.column.append;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.column.copy.Starts;
import dev.sheaf.column.grow.LateBuffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A column of a [TableAppender]: room for rows that several threads fill, each its own.
sealed interface AppendedColumn extends AutoCloseable {

    /// What texts of equal size differ by in bytes does not matter, others' sizes even out.
    long SLACK_BYTES = 1 << 16;

    /// Whether a column is of a kind that can be appended to, and `times` as many rows of it fit.
    static boolean fits(Column column, double times) {
        return switch (column) {
            case FixedColumn _ -> true;
            case VarColumn text -> size(text) * times + SLACK_BYTES < Integer.MAX_VALUE;
            case BoolColumn _, NullColumn _, DictionaryColumn _, ListColumn _, StructColumn _ -> false;
        };
    }

    /// Room for `rows` rows like those of a column that fits, and for `times` as many bytes of text as it has.
    static AppendedColumn like(Column column, long rows, double times, MemoryPool pool) {
        return switch (column) {
            case FixedColumn fixed -> new Fixed(fixed.type(), rows, pool);
            case VarColumn text -> new Text(text.type(), rows, (long) (size(text) * times) + SLACK_BYTES, pool);
            case BoolColumn _, NullColumn _, DictionaryColumn _, ListColumn _, StructColumn _ ->
                throw new AssertionError(column.type());
        };
    }

    private static long size(VarColumn text) {
        return text.offsets().start(text.length()) - text.offsets().start(0);
    }

    /// Whether the bytes of the part's texts have room, where a part has the kind of column that this was made like.
    boolean hasRoom(Column part);

    /// Takes the room for a part that goes to row `row` on, and returns the place of its first byte of text.
    long reserve(Column part, long row);

    /// Copies a part to its room, which is allocated by the first.
    void copy(Column part, long row, long at);

    /// The first `rows` rows, to be closed by the caller; this is to be closed on its own.
    Column finish(long rows);

    @Override
    void close();

    /// Values of one width.
    final class Fixed implements AppendedColumn {
        private final DataType type;
        private final MemoryPool pool;
        private final LateBuffer values;
        private final AppendedNulls nulls = new AppendedNulls();

        private Fixed(DataType type, long rows, MemoryPool pool) {
            this.type = type;
            this.pool = pool;
            this.values = new LateBuffer(rows * type.layout().byteWidth(), pool);
        }

        @Override
        public boolean hasRoom(Column part) {
            return part instanceof FixedColumn;
        }

        @Override
        public long reserve(Column part, long row) {
            nulls.add(part.validity(), row);
            return 0;
        }

        @Override
        public void copy(Column part, long row, long at) {
            int width = type.layout().byteWidth();
            MemorySegment source = ((FixedColumn) part).segment();
            MemorySegment.copy(source, 0, values.buffer().segment(), row * width, part.length() * width);
        }

        @Override
        public Column finish(long rows) {
            Validity validity = nulls.of(rows, pool);
            return new FixedColumn(
                    type, rows, values.buffer().slice(0, rows * type.layout().byteWidth()), validity);
        }

        @Override
        public void close() {
            nulls.close();
            values.close();
        }
    }

    /// Strings or bytes, 2 GiB of them at most.
    final class Text implements AppendedColumn {
        private final DataType type;
        private final MemoryPool pool;
        private final LateBuffer offsets;
        private final LateBuffer bytes;
        private final AppendedNulls nulls = new AppendedNulls();
        private long end;

        private Text(DataType type, long rows, long byteSize, MemoryPool pool) {
            this.type = type;
            this.pool = pool;
            this.offsets = new LateBuffer((rows + 1) * Integer.BYTES, pool);
            this.bytes = new LateBuffer(byteSize, pool);
        }

        @Override
        public boolean hasRoom(Column part) {
            return part instanceof VarColumn text && size(text) <= bytes.byteSize() - end;
        }

        @Override
        public long reserve(Column part, long row) {
            nulls.add(part.validity(), row);
            long at = end;
            end += size((VarColumn) part);
            return at;
        }

        @Override
        public void copy(Column part, long row, long at) {
            VarColumn text = (VarColumn) part;
            long first = text.offsets().start(0);
            Starts target = Starts.of(offsets.buffer().segment(), false);
            Checkpoint.inPieces(
                    0,
                    text.length(),
                    (from, to) -> text.offsets().starts().shift(from, at - first, to - from, target, row + from));
            MemorySegment.copy(text.segment(), first, bytes.buffer().segment(), at, size(text));
        }

        @Override
        public Column finish(long rows) {
            offsets.buffer().segment().setAtIndex(ValueLayout.JAVA_INT, rows, (int) end);
            Validity validity = nulls.of(rows, pool);
            Offsets starts = new Offsets(offsets.buffer().slice(0, (rows + 1) * Integer.BYTES), false, rows);
            return new VarColumn(type, starts, bytes.buffer().slice(0, end), validity);
        }

        @Override
        public void close() {
            nulls.close();
            offsets.close();
            bytes.close();
        }
    }
}
