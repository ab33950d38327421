package dev.sheaf.spill;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// Batches that may be more than memory holds, by partition, appended and read by any threads.
///
/// Some of them stay in memory, where pressure moves the ones unused longest to disk ([SpillManager]); the others
/// are written to disk at once. Dictionaries are stored as their values, and only the rows of a batch, also if its
/// columns are slices of more. Files are in a folder of the store's own below [QueryContext#spillFolder()], which
/// is there only while something is in it.
///
/// Cost: one copy of a batch that is kept; one write with a checksum, and one read, of any other.
public final class StoredBatches implements AutoCloseable {
    private static final String PURPOSE = "stored batches";

    private final Schema schema;
    private final QueryContext context;
    private final SpillableBuffer.Home home;
    private final long keepBytes;
    private final AtomicLong keptBytes = new AtomicLong();
    private final Map<Integer, List<StoredBatch>> partitions = new TreeMap<>();

    /// A store of batches of `schema`. The first `keepBytes` bytes stay in memory until that is short.
    public StoredBatches(Schema schema, long keepBytes, QueryContext context) {
        this.schema = decoded(schema);
        this.keepBytes = keepBytes;
        this.context = context;
        this.home = SpillManager.of(context.pool())
                .home(context.pool(), new DiskPlace(context.spillFolder(), context.spill()), PURPOSE);
    }

    private static Schema decoded(Schema schema) {
        return new Schema(schema.fields().stream()
                .map(field -> new Field(field.name(), field.type().decoded(), field.nullable()))
                .toList());
    }

    /// The columns of batches that are read.
    public Schema schema() {
        return schema;
    }

    /// Stores a batch, which stays the caller's.
    ///
    /// @throws java.io.UncheckedIOException if the disk is full or fails
    /// @throws MemoryLimitException if not even what describes the batch fits in memory
    public StoredBatch append(Batch batch, int partition) {
        try (var timer = context.phases().time(Phase.SPILL);
                TableDump dump = TableDump.of(batch.table().columns(), context.pool())) {
            timer.rows(batch.rowCount());
            timer.bytes(dump.byteSize());
            StoredBatch stored = store(dump, batch, partition);
            synchronized (partitions) {
                partitions.computeIfAbsent(partition, _ -> new ArrayList<>()).add(stored);
            }
            return stored;
        }
    }

    /// Memory that is short is no failure: disk is there for that.
    private StoredBatch store(TableDump dump, Batch batch, int partition) {
        long size = dump.byteSize();
        boolean mayLeave = home.residents().mayLeave();
        if (!mayLeave || keptBytes.addAndGet(size) <= keepBytes) {
            try {
                SpillableBuffer bytes = SpillableBuffer.filled(home, size, dump::copyTo);
                return new StoredBatch(bytes, dump.shape(), true, batch.firstRow(), batch.rowCount(), partition);
            } catch (MemoryLimitException full) {
                if (!mayLeave) {
                    throw full;
                }
            }
        }
        keptBytes.addAndGet(-size);
        SpillableBuffer bytes = SpillableBuffer.written(home, dump.pieces());
        return new StoredBatch(bytes, dump.shape(), false, batch.firstRow(), batch.rowCount(), partition);
    }

    /// The batches of a partition as they were appended.
    public List<StoredBatch> batches(int partition) {
        synchronized (partitions) {
            return List.copyOf(partitions.getOrDefault(partition, List.of()));
        }
    }

    /// All batches in the order of their first rows.
    public List<StoredBatch> batches() {
        synchronized (partitions) {
            return inOrder(partitions.values().stream().flatMap(List::stream));
        }
    }

    private static List<StoredBatch> inOrder(Stream<StoredBatch> batches) {
        return batches.sorted(Comparator.comparingLong(StoredBatch::firstRow)).toList();
    }

    /// The bytes of a partition, wherever they lie.
    public long byteSize(int partition) {
        return batches(partition).stream().mapToLong(StoredBatch::byteSize).sum();
    }

    /// Whether nothing is stored.
    public boolean isEmpty() {
        synchronized (partitions) {
            return partitions.isEmpty();
        }
    }

    /// The rows of a batch, which stays stored; the caller closes the table.
    ///
    /// @throws dev.sheaf.query.CorruptFileException if the bytes on disk are not those that were written
    public Table read(StoredBatch batch) {
        context.checkCancelled();
        try (var timer = context.phases().time(Phase.SPILL);
                Buffer bytes = batch.bytes.load()) {
            timer.rows(batch.rowCount());
            timer.bytes(bytes.byteSize());
            return batch.shape.table(schema, batch.rowCount(), bytes, context.pool());
        }
    }

    /// The rows of a batch, which is stored no longer.
    public Table take(StoredBatch batch) {
        Table rows = read(batch);
        remove(batch);
        return rows;
    }

    /// Removes a batch and gives its memory or its room on disk back.
    public void remove(StoredBatch batch) {
        synchronized (partitions) {
            List<StoredBatch> left = partitions.getOrDefault(batch.partition(), new ArrayList<>());
            left.remove(batch);
            if (left.isEmpty()) {
                partitions.remove(batch.partition());
            }
        }
        release(batch);
    }

    private void release(StoredBatch batch) {
        batch.bytes.close();
        if (batch.kept) {
            keptBytes.addAndGet(-batch.byteSize());
        }
    }

    /// All batches in the order of their first rows, as a stream for several threads. They stay stored; closing the
    /// source does not close the store.
    public BatchSource source() {
        return new StoredSource(schema, new ArrayDeque<>(batches()), this::read);
    }

    /// The batches of a partition, as [#source()].
    public BatchSource source(int partition) {
        return new StoredSource(schema, new ArrayDeque<>(inOrder(batches(partition).stream())), this::read);
    }

    /// Removes all batches and files.
    @Override
    public void close() {
        List<StoredBatch> left = batches();
        synchronized (partitions) {
            partitions.clear();
        }
        left.forEach(this::release);
        home.disk().close();
    }
}
