package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Closer;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The keys of one side of a join, by which rows of the other one are left out: all that lack a partner, or almost all.
///
/// Filled by one thread, then read by any number.
public sealed interface KeyFilter extends AutoCloseable permits NumberedKeys, HashedKeys {
    /// Keys of so many rows are hashed at once.
    int CHUNK_ROWS = 1 << 12;

    /// A filter takes no more than this part of the free memory.
    int MEMORY_SHARE = 8;

    /// Writes which of `count` rows from `first` on may have a partner behind the first `kept` of `rows`, which has
    /// room for all of them; gives how many are there then.
    ///
    /// @param columns those of the keys
    int select(List<Column> columns, int first, int count, int[] rows, int kept);

    /// Whether there is memory to spare for a filter of so many keys.
    static boolean fits(long rows, QueryContext context) {
        long free = context.pool().limitBytes() - context.pool().usedBytes();
        return HashedKeys.bytes(rows) <= free / MEMORY_SHARE;
    }

    /// The keys of left rows of a join that may have a partner.
    static KeyFilter of(List<Table> left, JoinShape shape, QueryContext context) {
        ExtraColumns keys = shape.leftKeys();
        try (Closer extended = new Closer()) {
            List<List<Column>> batches = new ArrayList<>();
            for (Table batch : left) {
                context.checkCancelled();
                batches.add(keys.of(extended.add(keys.step().apply(batch, context))));
            }
            Optional<NumberedKeys> numbered = numbered(batches, shape.keys(), context);
            return numbered.isPresent() ? numbered.get() : HashedKeys.of(batches, shape.keys(), context);
        }
    }

    private static Optional<NumberedKeys> numbered(
            List<List<Column>> batches, List<JoinKey> keys, QueryContext context) {
        if (batches.isEmpty() || !batches.stream().allMatch(columns -> NumberedKeys.areFit(columns, keys))) {
            return Optional.empty();
        }
        List<Column> parts = batches.stream().map(List::getFirst).toList();
        try (Column all = Concat.columns(parts.getFirst().type(), parts, context.pool())) {
            return NumberedKeys.of(List.of(all), keys, context);
        }
    }

    @Override
    void close();
}
