package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.io.parquet.meta.SchemaNode;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;

/// The slots of a list or struct as the levels of one leaf tell them: how many, which are not null, and for a list
/// where each starts among its elements.
final class NodeSlots implements AutoCloseable {
    private static final String PURPOSE = "Parquet lists";

    private final int count;
    private final Buffer bits;
    private final Buffer starts;

    private NodeSlots(int count, Buffer bits, Buffer starts) {
        this.count = count;
        this.bits = bits;
        this.starts = starts;
    }

    /// The innermost list around a node: its repetition level, and the definition level of its elements. Both 0
    /// outside of lists.
    record Level(int repetition, int definition) {
        static final Level TOP = new Level(0, 0);

        static Level inside(SchemaNode.ListNode list) {
            return new Level(list.repetition(), list.elementDefinition());
        }

        boolean isSlot(LeafValues levels, int entry) {
            return levels.repetition(entry) <= repetition && levels.definition(entry) >= definition;
        }
    }

    /// @throws MalformedPageException if the levels make no lists
    static NodeSlots ofList(SchemaNode.ListNode list, LeafValues levels, Level level, MemoryPool pool) {
        int count = count(levels, level);
        NodeSlots slots = allocate(count, (count + 1L) * Integer.BYTES, pool);
        try {
            markPresent(list.definition(), levels, level, Views.bytes(slots.bits.segment()));
            fillStarts(list, levels, level, new MovingView(slots.starts.segment()));
            return slots;
        } catch (MalformedPageException damage) {
            slots.close();
            throw damage;
        }
    }

    static NodeSlots ofStruct(SchemaNode.StructNode struct, LeafValues levels, Level level, MemoryPool pool) {
        NodeSlots slots = allocate(count(levels, level), 0, pool);
        markPresent(struct.definition(), levels, level, Views.bytes(slots.bits.segment()));
        return slots;
    }

    private static NodeSlots allocate(int count, long startBytes, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(count) + Long.BYTES, PURPOSE);
        try {
            return new NodeSlots(count, bits, pool.allocate(startBytes, PURPOSE));
        } catch (RuntimeException | Error failure) {
            bits.close();
            throw failure;
        }
    }

    private static int count(LeafValues levels, Level level) {
        int slots = 0;
        for (int entry = 0; entry < levels.entries(); entry++) {
            slots += level.isSlot(levels, entry) ? 1 : 0;
        }
        return slots;
    }

    private static void markPresent(int definition, LeafValues levels, Level level, ByteBuffer bits) {
        int slot = 0;
        for (int entry = 0; entry < levels.entries(); entry++) {
            if (level.isSlot(levels, entry)) {
                if (levels.definition(entry) >= definition) {
                    Bits.set(bits, slot);
                }
                slot++;
            }
        }
    }

    private static void fillStarts(SchemaNode.ListNode list, LeafValues levels, Level level, MovingView starts) {
        Level inside = Level.inside(list);
        int slot = 0;
        int elements = 0;
        for (int entry = 0; entry < levels.entries(); entry++) {
            if (level.isSlot(levels, entry)) {
                putStart(starts, slot, elements);
                slot++;
            }
            boolean element = inside.isSlot(levels, entry);
            if (!element && levels.repetition(entry) == list.repetition()) {
                throw new MalformedPageException("a list goes on where its levels say that it is null or empty");
            }
            elements += element ? 1 : 0;
        }
        putStart(starts, slot, elements);
    }

    private static void putStart(MovingView starts, int slot, int start) {
        int at = starts.seek((long) slot * Integer.BYTES, Integer.BYTES);
        starts.bytes().putInt(at, start);
    }

    int count() {
        return count;
    }

    /// How many elements the lists have.
    int elements() {
        return starts.segment().get(ValueLayout.JAVA_INT, (long) count * Integer.BYTES);
    }

    /// Whether another leaf tells the same.
    boolean isSame(NodeSlots other) {
        return count == other.count && isSame(bits, other.bits) && isSame(starts, other.starts);
    }

    private static boolean isSame(Buffer a, Buffer b) {
        long size = a.byteSize();
        return size == b.byteSize() && MemorySegment.mismatch(a.segment(), 0, size, b.segment(), 0, size) < 0;
    }

    /// The column of lists of these elements, which become the column's.
    Column lists(Column elements) {
        return new ListColumn(new Offsets(starts.retain(), false, count), elements, validity());
    }

    /// The column of structs of these fields, which become the column's.
    Column structs(DataType.StructType type, List<Column> fields) {
        return new StructColumn(type, fields, validity());
    }

    private Validity validity() {
        return Validity.of(bits.slice(0, Validity.byteSize(count)), count);
    }

    @Override
    public void close() {
        bits.close();
        starts.close();
    }
}
