package dev.sheaf.plan.physical.join;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.StoredBatch;
import dev.sheaf.spill.StoredBatches;
import java.util.Arrays;
import java.util.List;

/// Rows of one side of a join, with the columns of their keys, in partitions by some bits of the hashes of these; in
/// memory as far as there is room, else on disk. Equal keys are in partitions of one number on both sides. Rows are
/// added by any threads.
///
/// Level 0 takes the lowest bits, the next one those above: [BuildTable] looks at the highest.
final class JoinPartitions implements AutoCloseable {
    static final int COUNT = 64;

    /// Further levels would take the bits that [BuildTable] looks at.
    static final int LAST_LEVEL = 4;

    private static final int BITS = Integer.numberOfTrailingZeros(COUNT);

    /// Rows may stay in memory up to this part of the grant.
    private static final int KEPT_PART = 4;

    private final StoredBatches rows;
    private final List<JoinKey> keys;
    private final int level;
    private final QueryContext context;

    JoinPartitions(Schema schema, List<JoinKey> keys, long grantBytes, int level, QueryContext context) {
        this.rows = new StoredBatches(schema, grantBytes / KEPT_PART, context);
        this.keys = keys;
        this.level = level;
        this.context = context;
    }

    static boolean canStore(Schema schema) {
        return schema.fields().stream().noneMatch(field -> field.type() instanceof DataType.DictionaryType);
    }

    int level() {
        return level;
    }

    /// Stores the rows of batches and closes them, also behind one that fails.
    void addAll(List<Batch> batches, ExtraColumns columns) {
        int next = 0;
        try {
            while (next < batches.size()) {
                try (Batch batch = batches.get(next++)) {
                    add(batch, columns);
                }
            }
        } finally {
            batches.subList(next, batches.size()).forEach(Batch::close);
        }
    }

    /// Stores the rows of a batch, which stays the caller's; `columns` made those of its keys.
    void add(Batch batch, ExtraColumns columns) {
        int count = Math.toIntExact(batch.rowCount());
        KeyHashes hashes = KeyHashes.of(columns.of(batch.table()), keys, 0, count);
        int[] ends = new int[COUNT];
        for (int row = 0; row < count; row++) {
            ends[partition(hashes.hash(row))]++;
        }
        Arrays.parallelPrefix(ends, Integer::sum);
        int[] next = new int[COUNT];
        System.arraycopy(ends, 0, next, 1, COUNT - 1);
        int[] ordered = new int[count];
        for (int row = 0; row < count; row++) {
            ordered[next[partition(hashes.hash(row))]++] = row;
        }
        for (int partition = 0; partition < COUNT; partition++) {
            store(
                    batch,
                    Arrays.copyOfRange(ordered, partition == 0 ? 0 : ends[partition - 1], ends[partition]),
                    partition);
        }
    }

    private int partition(long hash) {
        return (int) (hash >>> (level * BITS)) & (COUNT - 1);
    }

    private void store(Batch batch, int[] chosen, int partition) {
        if (chosen.length > 0) {
            Table part = Take.rows(batch.table(), chosen, chosen.length, context.pool());
            try (Batch stored = new Batch(part, batch.firstRow())) {
                rows.append(stored, partition);
            }
        }
    }

    long byteSize(int partition) {
        return rows.byteSize(partition);
    }

    long rowCount(int partition) {
        return rows.batches(partition).stream().mapToLong(StoredBatch::rowCount).sum();
    }

    /// The rows of a partition in the order in which they were in the stream; they stay stored.
    BatchSource source(int partition) {
        return rows.source(partition);
    }

    /// Gives the memory and the room on disk of a partition back.
    void drop(int partition) {
        rows.batches(partition).forEach(rows::remove);
    }

    @Override
    public void close() {
        rows.close();
    }
}
