package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.hash.Recency;
import dev.sheaf.groupby.cpu.key.KeyEncoding;
import dev.sheaf.groupby.cpu.key.KeyPacker;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One thread's rows that are put out by partition before they are grouped.
///
/// ```
/// keys ------> KeyPacker --words, hashes--+
/// texts that are hashed in words ---------+
/// arguments ------------------------------+--> RowBlock: a block of rows in order of partition
/// ```
/// Where hardly a row finds its group in a table that fits the caches, looking is wasted, and so is making a state
/// of each row only to merge it. Rows in order of partition are read and written from front to back, and each
/// partition is grouped in a table that does fit.
public final class RowCollector implements AutoCloseable {
    private static final String PURPOSE = "rows by partition";

    private final GroupByPlan plan;
    private final SharedEncoding shared;
    private final CpuSettings settings;
    private final MemoryPool pool;
    private final boolean keepNulls;
    private final List<RowBlock> blocks = new ArrayList<>();
    private final List<Table> pending = new ArrayList<>();
    private final Recency recency = new Recency();
    private final long[] running;
    private final int[] chunkHashes;
    private final byte[] kept;
    private KeyEncoding coding;
    private Schema schema;
    private KeyPacker packer;
    private long[] chunkWords;
    private long[] words = new long[0];
    private int[] partitions = new int[0];
    private int count;
    private long pendingRowBytes;

    public RowCollector(GroupByPlan plan, SharedEncoding shared, CpuSettings settings, MemoryPool pool) {
        this.plan = plan;
        this.shared = shared;
        this.settings = settings;
        this.pool = pool;
        this.keepNulls = plan.options().nullKeys() == NullKeys.INCLUDE;
        this.running = new long[settings.chunkRows()];
        this.chunkHashes = new int[settings.chunkRows()];
        this.kept = new byte[settings.chunkRows()];
        this.coding = shared.current();
        this.schema = RowBlock.schema(plan, coding);
        this.packer = newPacker();
        this.chunkWords = newChunkWords();
    }

    private KeyPacker newPacker() {
        return coding.packer(shared.types(), keepNulls, settings, pool);
    }

    private long[] newChunkWords() {
        return new long[settings.chunkRows() * coding.layout().words()];
    }

    /// What was put out so far, once [#flush()] has been called.
    public List<RowBlock> blocks() {
        return blocks;
    }

    public boolean hasRows() {
        return count > 0 || !blocks.isEmpty();
    }

    /// What putting the pending rows out will take: their keys, too.
    long pendingBytes() {
        long keyBytes = (long) count * coding.layout().words() * Long.BYTES;
        return keyBytes + RowOrder.bytes(count, pendingRowBytes);
    }

    /// Whether so many of the last rows had a key of not long before that looking them up would pay.
    public boolean isRepetitive() {
        return recency.isRepetitive();
    }

    /// Takes the rows of a morsel.
    public void add(Morsel morsel) {
        List<Column> opened = new ArrayList<>();
        try {
            for (ColumnSource key : plan.keys()) {
                opened.add(key.column(morsel, pool));
            }
            int rows = (int) morsel.table().rowCount();
            pack(opened, rows);
            Table taken = new Table(schema, moved(morsel, opened), rows);
            pending.add(taken);
            pendingRowBytes += taken.byteSize();
            count += rows;
        } finally {
            opened.forEach(Column::close);
        }
        if (count >= settings.blockRows()) {
            flush();
        }
    }

    /// What goes beside the words: arguments, and texts that are hashed.
    private List<Column> moved(Morsel morsel, List<Column> keys) {
        try (Closer closer = new Closer()) {
            List<Column> moved = new ArrayList<>();
            for (ColumnSource argument : plan.arguments()) {
                moved.add(closer.add(argument.column(morsel, pool)));
            }
            for (int column : coding.hashedColumns()) {
                moved.add(closer.add(keys.get(column).retain()));
            }
            closer.release();
            return moved;
        }
    }

    private void pack(List<Column> keys, int rows) {
        do {
            use(shared.current());
            decode(keys);
        } while (!packAll(keys, rows));
    }

    /// Texts go beside the words as they are.
    private void decode(List<Column> keys) {
        for (int column : coding.hashedColumns()) {
            Column key = keys.get(column);
            keys.set(column, Dictionaries.decode(key, pool));
            key.close();
        }
    }

    @SuppressWarnings("ReferenceEquality") // the coding is replaced as a whole
    private void use(KeyEncoding current) {
        if (current != coding) {
            flush();
            packer.close();
            coding = current;
            schema = RowBlock.schema(plan, coding);
            packer = newPacker();
            chunkWords = newChunkWords();
        }
    }

    /// Packs behind the rows that are pending; false if some key has no place.
    private boolean packAll(List<Column> keys, int rows) {
        int stride = coding.layout().words();
        if (partitions.length < count + rows) {
            int room = Math.max(count + rows, settings.blockRows());
            partitions = Arrays.copyOf(partitions, room);
            words = Arrays.copyOf(words, room * stride);
        } else if (words.length < (count + rows) * stride) {
            words = Arrays.copyOf(words, (count + rows) * stride);
        }
        for (int from = 0; from < rows; from += running.length) {
            int size = Math.min(running.length, rows - from);
            packer.read(keys, from, size);
            if (!packer.isCovered() || !packer.pack(size, chunkWords)) {
                shared.include(packer.sources(), size);
                return false;
            }
            System.arraycopy(chunkWords, 0, words, (count + from) * stride, size * stride);
            hash(size, count + from);
        }
        return true;
    }

    private void hash(int rows, int to) {
        packer.hash(rows, running, chunkHashes);
        recency.look(chunkHashes, 0, rows);
        int mask = settings.rowPartitions() - 1;
        for (int i = 0; i < rows; i++) {
            partitions[to + i] = chunkHashes[i] & mask;
        }
        if (packer.dropsRows()) {
            packer.findKept(rows, kept);
            for (int i = 0; i < rows; i++) {
                partitions[to + i] |= kept[i] - 1;
            }
        }
    }

    /// Puts the rows so far out by partition.
    public void flush() {
        if (count == 0) {
            return;
        }
        int[] starts = new int[settings.rowPartitions() + 1];
        try (Closer closer = new Closer();
                Buffer order = RowOrder.of(partitions, count, starts, pool)) {
            int rows = starts[starts.length - 1];
            int stride = coding.layout().words();
            Buffer keys = closer.add(pool.allocate((long) rows * stride * Long.BYTES, PURPOSE));
            gather(words, stride, Ints.of(order.segment()), rows, Longs.of(keys.segment()));
            List<Column> moved = new ArrayList<>();
            for (int i = 0; i < schema.size(); i++) {
                moved.add(closer.add(moved(i, order.segment(), rows)));
            }
            closer.release();
            blocks.add(new RowBlock(coding, keys, new Table(schema, moved, rows), starts));
        }
        pending.forEach(Table::close);
        pending.clear();
        pendingRowBytes = 0;
        count = 0;
    }

    private Column moved(int column, MemorySegment order, int rows) {
        List<Column> parts = pending.stream().map(table -> table.column(column)).toList();
        return RowOrder.moved(schema.field(column).type(), parts, order, rows, pool);
    }

    private static void gather(long[] words, int stride, Ints order, int rows, Longs out) {
        if (stride == 1) {
            for (int i = 0; i < rows; i++) {
                out.put(i, words[order.get(i)]);
            }
            return;
        }
        for (int i = 0; i < rows; i++) {
            int from = order.get(i) * stride;
            long to = (long) i * stride;
            for (int word = 0; word < stride; word++) {
                out.put(to + word, words[from + word]);
            }
        }
    }

    @Override
    public void close() {
        pending.forEach(Table::close);
        pending.clear();
        pendingRowBytes = 0;
        count = 0;
        blocks.forEach(RowBlock::close);
        blocks.clear();
        packer.close();
    }
}
