package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.spill.SpillMerge;
import dev.sheaf.groupby.cpu.spill.StateCopy;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.ExternalSort;
import dev.sheaf.spill.PulledTables;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The states of an accumulator on their way out, which leaves them as they are: copies in pieces that fit in memory,
/// as states or as results.
///
/// @param schema of the copies
record StatesOut(GroupByPlan plan, StateCopy copy, Schema schema, CpuSettings settings, QueryContext context) {

    /// Hands out copies of the states of a table, which the consumer owns.
    void forEachCopied(GroupTable part, Consumer<Table> consumer) {
        Deque<Table> pieces = pieces(part);
        try {
            while (!pieces.isEmpty()) {
                consumer.accept(copied(pieces));
            }
        } finally {
            pieces.forEach(Table::close);
        }
    }

    private Deque<Table> pieces(GroupTable part) {
        try (GroupStates states = part.export()) {
            return new ArrayDeque<>(copy.parts(states.table()));
        }
    }

    private Table copied(Deque<Table> pieces) {
        try (Table piece = pieces.remove()) {
            return copy.of(piece, schema);
        }
    }

    /// The results of the groups of a table, in any order.
    BatchSource results(GroupTable table) {
        return results(pieces(table), () -> null, () -> {});
    }

    /// The results of groups on disk, in any order; takes the merge over.
    BatchSource results(SpillMerge merge) {
        return results(new ArrayDeque<>(), merge::next, merge::close);
    }

    /// Results of pieces of states, and then of those of tables that are merged one by one.
    private BatchSource results(Deque<Table> pieces, Supplier<@Nullable GroupTable> parts, Runnable close) {
        return PulledTables.inOrder(plan.resultSchema(), () -> nextResult(pieces, parts), () -> {
            pieces.forEach(Table::close);
            close.run();
        });
    }

    private @Nullable Table nextResult(Deque<Table> pieces, Supplier<@Nullable GroupTable> parts) {
        if (pieces.isEmpty()) {
            try (GroupTable part = parts.get()) {
                if (part == null) {
                    return null;
                }
                pieces.addAll(pieces(part));
            }
        }
        return finish(copied(pieces));
    }

    /// The results of all tables that `parts` hands out, sorted.
    BatchSource inOrder(Consumer<Consumer<GroupTable>> parts) {
        try (Closer closer = new Closer()) {
            ExternalSort sort = closer.add(ResultOrder.external(plan, context));
            parts.accept(part -> forEachCopied(part, states -> sort.add(finish(states))));
            BatchSource sorted = sort.hasRuns()
                    ? sort.merged(plan.resultSchema())
                    : new TableSource(plan.resultSchema(), ResultOrder.arrange(plan, sort.takeWaiting(), context));
            closer.release();
            return PulledTables.inOrder(plan.resultSchema(), () -> nextTable(sorted), () -> {
                sorted.close();
                sort.close();
            });
        }
    }

    private @Nullable Table nextTable(BatchSource sorted) {
        Batch batch = sorted.next(context);
        return batch == null ? null : batch.table();
    }

    private Table finish(Table states) {
        try (var _ = context.phases().time(Phase.FINALIZE);
                states) {
            return new ResultBuilder(plan, settings, context.pool()).finish(new GroupStates(states, null));
        }
    }
}
