package dev.sheaf.groupby.rows;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.CountingSort;
import dev.sheaf.order.GroupPlaces;
import dev.sheaf.order.KeyCodes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The keys of groups, and the id of each row's group: as they were found, or from the rows of the groups as soon as
/// somebody asks. May be used by several threads.
public final class GroupKeys implements AutoCloseable {
    private static final int CHUNK_GROUPS = 1 << 14;

    private final Schema schema;
    private final MemoryPool pool;
    private @Nullable Table keysOfRows;
    private @Nullable KeyCodes codes;
    private @Nullable Table keys;
    private @Nullable Buffer ids;

    private GroupKeys(
            Schema schema,
            @Nullable Table keysOfRows,
            @Nullable KeyCodes codes,
            @Nullable Table keys,
            @Nullable Buffer ids,
            MemoryPool pool) {
        this.schema = schema;
        this.keysOfRows = keysOfRows;
        this.codes = codes;
        this.keys = keys;
        this.ids = ids;
        this.pool = pool;
    }

    /// What is known; takes over both.
    public static GroupKeys of(Table keys, Buffer ids, MemoryPool pool) {
        return new GroupKeys(keys.schema(), null, null, keys, ids, pool);
    }

    /// Of groups that have all rows: the key of a group is that of any of its rows. Takes over the keys of the rows,
    /// of which there may be codes.
    public static GroupKeys ofRows(Table keysOfRows, @Nullable KeyCodes codes, MemoryPool pool) {
        return new GroupKeys(keysOfRows.schema(), keysOfRows, codes, null, null, pool);
    }

    /// What keys are called and of which types.
    public Schema schema() {
        return schema;
    }

    /// One row a group, closed with this. Cost: the first time a random read of each key, if they are not known.
    public synchronized Table keys(CountingSort.Grouped rows, Tasks tasks) {
        Table known = keys;
        if (known == null) {
            try (Buffer firsts = GroupPlaces.firstRows(rows, pool, tasks)) {
                known = Take.rows(Objects.requireNonNull(keysOfRows), firsts.segment(), rows.count(), pool, tasks);
            }
            keys = known;
            closeWhatIsKnown();
        }
        return known;
    }

    /// The id of each row's group, int32, -1 for none; closed with this. Cost: if they are not known, the first time a
    /// pass over the codes of the keys, or a random write a row.
    public synchronized Buffer ids(CountingSort.Grouped rows, Tasks tasks) {
        Buffer known = ids;
        if (known == null) {
            known = codes != null ? codes.ids(rows, pool, tasks) : numbers(rows, tasks);
            ids = known;
            closeWhatIsKnown();
        }
        return known;
    }

    /// Keys of rows, which may have been computed, take memory that nobody reads once keys and ids are made.
    private void closeWhatIsKnown() {
        if (keys != null && ids != null && keysOfRows != null) {
            keysOfRows.close();
            keysOfRows = null;
            codes = null;
        }
    }

    private Buffer numbers(CountingSort.Grouped rows, Tasks tasks) {
        Buffer numbers = pool.allocate(rows.rowCount() * Integer.BYTES, "group of each row");
        try {
            int chunks = Math.ceilDiv(rows.count(), CHUNK_GROUPS);
            tasks.forEach(chunks, chunk -> {
                Checkpoint.pass();
                int end = (int) Math.min(rows.count(), (chunk + 1L) * CHUNK_GROUPS);
                number(rows, chunk * CHUNK_GROUPS, end, Ints.of(numbers.segment()));
            });
            return numbers;
        } catch (RuntimeException | Error failure) {
            numbers.close();
            throw failure;
        }
    }

    private static void number(CountingSort.Grouped grouped, int from, int to, Ints numbers) {
        Ints offsets = Ints.of(grouped.offsets().segment());
        Ints rows = Ints.of(grouped.rows().segment());
        for (int group = from; group < to; group++) {
            int end = offsets.get(group + 1);
            for (int i = offsets.get(group); i < end; i++) {
                numbers.put(rows.get(i), group);
            }
        }
    }

    @Override
    public synchronized void close() {
        if (keysOfRows != null) {
            keysOfRows.close();
        }
        if (keys != null) {
            keys.close();
        }
        if (ids != null) {
            ids.close();
        }
    }
}
