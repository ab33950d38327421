package dev.sheaf.io.arrow;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.io.arrow.c.ArrayView;
import dev.sheaf.io.arrow.c.Taken;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Location;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.Type;

/// Arrays of another library as a batch that [ColumnDecoder] takes apart and checks like any other. Slices are
/// rebased: bits start at bit 0 and offsets at 0. What need not be is taken where it lies, and keeps the batch.
///
/// Parts are noted first, and made when they are taken.
final class CBatch implements BatchParts {
    private final Taken batch;
    private final MemoryPool pool;
    private final long rows;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private int nextNode;
    private int nextPart;

    private CBatch(Taken batch, long rows, MemoryPool pool) {
        this.batch = batch;
        this.rows = rows;
        this.pool = pool;
    }

    private interface Making {
        Buffer buffer();
    }

    private record Part(long bytes, Making making) {}

    /// The columns of a batch: a struct array.
    static List<Column> columns(List<ArrowSchemas.Layout> layouts, Taken batch, MemoryPool pool) {
        ArrayView struct = batch.array();
        Map<Long, Column> dictionaries = new HashMap<>();
        try {
            CBatch columns = new CBatch(batch, struct.length(), pool);
            for (int i = 0; i < layouts.size(); i++) {
                ArrowSchemas.Layout layout = layouts.get(i);
                ArrayView array = struct.child(i);
                boolean hasCodes = layout.dictionary() >= 0;
                if (hasCodes) {
                    dictionaries.put(layout.dictionary(), values(layout, array.dictionary(), batch, pool));
                }
                columns.add(
                        hasCodes ? codes(layout) : layout, array, array.offset() + struct.offset(), struct.length());
            }
            return columns.decode(layouts, dictionaries);
        } finally {
            dictionaries.values().forEach(Column::close);
        }
    }

    private static Column values(ArrowSchemas.Layout layout, ArrayView array, Taken batch, MemoryPool pool) {
        ArrowSchemas.Layout plain = layout.values();
        CBatch values = new CBatch(batch, array.length(), pool);
        values.add(plain, array, array.offset(), array.length());
        return values.decode(List.of(plain), Map.of()).getFirst();
    }

    private static ArrowSchemas.Layout codes(ArrowSchemas.Layout layout) {
        DataType type = new DataType.IntType(layout.indexBits(), true);
        return ArrowSchemas.Layout.plain(new Field(layout.field().name(), type), Type.Int, 0, List.of());
    }

    private List<Column> decode(List<ArrowSchemas.Layout> layouts, Map<Long, Column> dictionaries) {
        return new ColumnDecoder(this, dictionaries, false, pool).columns(layouts);
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public long byteSize() {
        return parts.stream().mapToLong(Part::bytes).sum();
    }

    @Override
    public Node node() {
        return nodes.get(nextNode++);
    }

    @Override
    public boolean nextIsEmpty() {
        return parts.get(nextPart).bytes() == 0;
    }

    @Override
    public Buffer take(long bytes) {
        Part part = parts.get(nextPart++);
        if (part.bytes() < bytes) {
            throw new IllegalArgumentException(
                    "a buffer of " + part.bytes() + " bytes does not hold the " + bytes + " of its column");
        }
        return part.making().buffer();
    }

    @Override
    public void skip() {
        nextPart++;
    }

    private void add(ArrowSchemas.Layout layout, ArrayView array, long first, long count) {
        boolean hasNulls = layout.type() == Type.Null || (array.nullCount() != 0 && array.hasBuffer(0));
        nodes.add(new Node(count, hasNulls ? 1 : 0));
        if (layout.type() != Type.Null) {
            addBits(array, 0, first, hasNulls ? count : 0);
        }
        switch (layout.type()) {
            case Type.Null -> {
                // has no buffers
            }
            case Type.Bool -> addBits(array, 1, first, count);
            case Type.Utf8, Type.Binary -> addText(array, first, count, Integer.BYTES);
            case Type.LargeUtf8, Type.LargeBinary -> addText(array, first, count, Long.BYTES);
            case Type.List -> addList(layout, array, first, count, Integer.BYTES);
            case Type.LargeList -> addList(layout, array, first, count, Long.BYTES);
            case Type.Struct_ -> {
                for (int i = 0; i < layout.children().size(); i++) {
                    ArrayView child = array.child(i);
                    add(layout.children().get(i), child, child.offset() + first, count);
                }
            }
            default -> {
                long width = width(layout);
                addBytes(array, 1, first * width, count * width);
            }
        }
    }

    private static long width(ArrowSchemas.Layout layout) {
        return switch (layout.type()) {
            case Type.FixedSizeBinary -> layout.width();
            case Type.Decimal, Type.Date, Type.Time -> layout.width() / Byte.SIZE;
            case Type.Interval ->
                switch (layout.width()) {
                    case IntervalUnit.YEAR_MONTH -> Integer.BYTES;
                    case IntervalUnit.DAY_TIME -> Long.BYTES;
                    default -> 2 * Long.BYTES;
                };
            default -> layout.field().type().layout().byteWidth();
        };
    }

    /// Notes bytes that are written when they are taken.
    private void addWritten(long bytes, Consumer<MemorySegment> writing) {
        parts.add(new Part(bytes, () -> {
            Buffer target = pool.allocate(bytes, ColumnDecoder.PURPOSE);
            writing.accept(target.segment());
            return target;
        }));
    }

    /// Notes bytes of a buffer, from `start` on.
    private void addBytes(ArrayView array, int index, long start, long bytes) {
        if (bytes == 0) {
            addWritten(0, _ -> {});
            return;
        }
        MemorySegment padded = array.padded(index, start, bytes, Buffer.READABLE_PADDING);
        if (padded != null) {
            parts.add(new Part(bytes, () -> lent(padded, bytes)));
        } else {
            addWritten(
                    bytes, target -> MemorySegment.copy(array.buffer(index, start + bytes), start, target, 0, bytes));
        }
    }

    /// Bytes where they lie.
    private Buffer lent(MemorySegment padded, long bytes) {
        Runnable release = batch.hold();
        Buffer whole;
        try {
            whole = pool.adopt(Location.HOST, padded, ColumnDecoder.PURPOSE, release);
        } catch (RuntimeException | Error failure) {
            release.run();
            throw failure;
        }
        try (whole) {
            return whole.slice(0, bytes);
        }
    }

    private void addBits(ArrayView array, int index, long first, long count) {
        long bytes = (count + Byte.SIZE - 1) / Byte.SIZE;
        if (first % Byte.SIZE == 0) {
            addBytes(array, index, first / Byte.SIZE, bytes);
        } else {
            MemorySegment source = array.buffer(index, count == 0 ? 0 : (first + count + Byte.SIZE - 1) / Byte.SIZE);
            addWritten(bytes, target -> Rebasing.bits(source, first, target, count));
        }
    }

    /// Adds offsets from 0 on, and returns where the first and the last of them pointed.
    private long[] addOffsets(ArrayView array, long first, long count, int width) {
        if (count == 0) {
            addWritten(0, _ -> {});
            return new long[2];
        }
        MemorySegment source = array.buffer(1, (first + count + 1) * width);
        long start = Rebasing.offset(source, first, width);
        long end = Rebasing.offset(source, first + count, width);
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("offsets of an array lead from " + start + " to " + end);
        }
        if (start == 0) {
            addBytes(array, 1, first * width, (count + 1) * width);
        } else {
            addWritten((count + 1) * width, target -> Rebasing.offsets(source, first, target, count, width));
        }
        return new long[] {start, end};
    }

    private void addText(ArrayView array, long first, long count, int width) {
        long[] range = addOffsets(array, first, count, width);
        addBytes(array, 2, range[0], range[1] - range[0]);
    }

    private void addList(ArrowSchemas.Layout layout, ArrayView array, long first, long count, int width) {
        long[] range = addOffsets(array, first, count, width);
        ArrayView elements = array.child(0);
        add(layout.children().getFirst(), elements, elements.offset() + range[0], range[1] - range[0]);
    }
}
