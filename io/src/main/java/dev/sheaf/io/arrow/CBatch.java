package dev.sheaf.io.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.io.arrow.c.ArrayView;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Type;

/// Arrays of another library copied into one buffer of the pool, as a record batch that [ColumnDecoder] takes apart
/// and checks like any other. Slices are rebased: bits start at bit 0 and offsets at 0.
///
/// Parts are noted first and copied when their sum is known.
final class CBatch {
    private static final String PURPOSE = "Arrow batches";
    private static final int ALIGNMENT = 8;

    private final List<long[]> nodes = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private final long rows;
    private long bodyBytes;

    private CBatch(long rows) {
        this.rows = rows;
    }

    private interface Copy {
        void to(MemorySegment target);
    }

    private record Part(long start, long bytes, Copy copy) {}

    /// The columns of a batch: a struct array.
    static List<Column> columns(List<ArrowSchemas.Layout> layouts, ArrayView struct, MemoryPool pool) {
        Map<Long, Column> dictionaries = new HashMap<>();
        try {
            CBatch batch = new CBatch(struct.length());
            for (int i = 0; i < layouts.size(); i++) {
                ArrowSchemas.Layout layout = layouts.get(i);
                ArrayView array = struct.child(i);
                if (layout.dictionary() >= 0) {
                    dictionaries.put(layout.dictionary(), values(layout, array.dictionary(), pool));
                    batch.add(codes(layout), array, array.offset() + struct.offset(), struct.length());
                } else {
                    batch.add(layout, array, array.offset() + struct.offset(), struct.length());
                }
            }
            return batch.decode(layouts, dictionaries, pool);
        } finally {
            dictionaries.values().forEach(Column::close);
        }
    }

    private static Column values(ArrowSchemas.Layout layout, ArrayView array, MemoryPool pool) {
        ArrowSchemas.Layout plain = layout.values();
        CBatch batch = new CBatch(array.length());
        batch.add(plain, array, array.offset(), array.length());
        return batch.decode(List.of(plain), Map.of(), pool).getFirst();
    }

    private static ArrowSchemas.Layout codes(ArrowSchemas.Layout layout) {
        DataType type = new DataType.IntType(layout.indexBits(), true);
        return ArrowSchemas.Layout.plain(new Field(layout.field().name(), type), Type.Int, 0, List.of());
    }

    private List<Column> decode(List<ArrowSchemas.Layout> layouts, Map<Long, Column> dictionaries, MemoryPool pool) {
        try (Buffer body = pool.allocate(bodyBytes, PURPOSE)) {
            for (Part part : parts) {
                part.copy().to(body.segment().asSlice(part.start(), part.bytes()));
            }
            return new ColumnDecoder(recordBatch(), body, dictionaries, false, pool).columns(layouts);
        }
    }

    private RecordBatch recordBatch() {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        RecordBatch.startNodesVector(builder, nodes.size());
        nodes.reversed().forEach(node -> FieldNode.createFieldNode(builder, node[0], node[1]));
        int nodeVector = builder.endVector();
        RecordBatch.startBuffersVector(builder, parts.size());
        parts.reversed()
                .forEach(part -> org.apache.arrow.flatbuf.Buffer.createBuffer(builder, part.start(), part.bytes()));
        int bufferVector = builder.endVector();
        RecordBatch.startRecordBatch(builder);
        RecordBatch.addLength(builder, rows);
        RecordBatch.addNodes(builder, nodeVector);
        RecordBatch.addBuffers(builder, bufferVector);
        builder.finish(RecordBatch.endRecordBatch(builder));
        return RecordBatch.getRootAsRecordBatch(builder.dataBuffer());
    }

    private void add(ArrowSchemas.Layout layout, ArrayView array, long first, long count) {
        boolean hasNulls = layout.type() == Type.Null || (array.nullCount() != 0 && array.hasBuffer(0));
        nodes.add(new long[] {count, hasNulls ? 1 : 0});
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
            default -> addBytes(array, 1, first, count, width(layout));
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

    private void part(long bytes, Copy copy) {
        parts.add(new Part(bodyBytes, bytes, copy));
        bodyBytes = (Math.addExact(bodyBytes, bytes) + ALIGNMENT - 1) & -ALIGNMENT;
    }

    private void addBytes(ArrayView array, int index, long first, long count, long width) {
        MemorySegment source = array.buffer(index, count == 0 ? 0 : Math.multiplyExact(first + count, width));
        part(count * width, target -> {
            if (count > 0) {
                MemorySegment.copy(source, first * width, target, 0, count * width);
            }
        });
    }

    private void addBits(ArrayView array, int index, long first, long count) {
        MemorySegment source = array.buffer(index, count == 0 ? 0 : (first + count + Byte.SIZE - 1) / Byte.SIZE);
        part((count + Byte.SIZE - 1) / Byte.SIZE, target -> {
            target.fill((byte) 0);
            for (long i = 0; i < count; i++) {
                long from = first + i;
                int bit = source.get(ValueLayout.JAVA_BYTE, from / Byte.SIZE) >> (from % Byte.SIZE) & 1;
                byte before = target.get(ValueLayout.JAVA_BYTE, i / Byte.SIZE);
                target.set(ValueLayout.JAVA_BYTE, i / Byte.SIZE, (byte) (before | bit << (i % Byte.SIZE)));
            }
        });
    }

    private static long offset(MemorySegment offsets, long index, int width) {
        return width == Integer.BYTES
                ? offsets.getAtIndex(ValueLayout.JAVA_INT, index)
                : offsets.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    /// Adds offsets from 0 on, and returns where the first and the last of them pointed.
    private long[] addOffsets(ArrayView array, long first, long count, int width) {
        if (count == 0) {
            part(0, _ -> {});
            return new long[2];
        }
        MemorySegment source = array.buffer(1, (first + count + 1) * width);
        long start = offset(source, first, width);
        long end = offset(source, first + count, width);
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("offsets of an array lead from " + start + " to " + end);
        }
        part((count + 1) * width, target -> {
            for (long i = 0; i <= count; i++) {
                long value = offset(source, first + i, width) - start;
                if (width == Integer.BYTES) {
                    target.setAtIndex(ValueLayout.JAVA_INT, i, (int) value);
                } else {
                    target.setAtIndex(ValueLayout.JAVA_LONG, i, value);
                }
            }
        });
        return new long[] {start, end};
    }

    private void addText(ArrayView array, long first, long count, int width) {
        long[] range = addOffsets(array, first, count, width);
        addBytes(array, 2, range[0], range[1] - range[0], 1);
    }

    private void addList(ArrowSchemas.Layout layout, ArrayView array, long first, long count, int width) {
        long[] range = addOffsets(array, first, count, width);
        ArrayView elements = array.child(0);
        add(layout.children().getFirst(), elements, elements.offset() + range[0], range[1] - range[0]);
    }
}
