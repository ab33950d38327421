package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows of a table by partition: [Groups] by the partition's expressions, and aggregates over them if there are
/// any.
final class Partitions implements AutoCloseable {
    private final Groups groups;
    private final Offsets offsets;
    private final FixedColumn rows;
    private final Optional<Table> aggregates;

    private Partitions(Groups groups, Optional<Table> aggregates) {
        this.groups = groups;
        this.offsets = groups.offsets();
        this.rows = groups.rows();
        this.aggregates = aggregates;
    }

    /// Partitions a table by expressions; all rows are one partition if there are none.
    static Partitions of(Table table, List<Expr> by, List<Expr.Aggregate> aggregates, QueryContext context) {
        List<Expr> keys = new ArrayList<>();
        for (Expr key : by.isEmpty() ? List.<Expr>of(Expressions.lit(0)) : by) {
            keys.add(key.unaliased().as("key " + keys.size()));
        }
        List<Expr> wanted = new ArrayList<>();
        for (Expr.Aggregate aggregate : aggregates) {
            wanted.add(aggregate.as("aggregate " + wanted.size()));
        }
        Groups groups = GroupBy.on(table)
                .by(keys.toArray(Expr[]::new))
                .nullKeys(NullKeys.INCLUDE)
                .groups(context, GroupsOptions.DEFAULT.order(Order.UNSPECIFIED));
        try {
            return new Partitions(
                    groups, wanted.isEmpty() ? Optional.empty() : Optional.of(groups.aggregates(context, wanted)));
        } catch (RuntimeException | Error failure) {
            groups.close();
            throw failure;
        }
    }

    /// The number of partitions.
    int count() {
        return groups.groupCount();
    }

    /// Where the rows of a partition start in [#rows()]; those of the next follow them.
    long start(int partition) {
        return offsets.start(partition);
    }

    /// Row numbers, int32, partition by partition.
    MemorySegment rows() {
        return rows.segment();
    }

    /// Where the rows of each partition start in [#rowBuffer()], int32, one more than there are partitions.
    MemorySegment starts() {
        return offsets.segment();
    }

    /// The memory of [#rows()], to be closed on its own.
    Buffer rowBuffer() {
        return rows.values().retain();
    }

    /// The rows of each partition in an order, int32, partition by partition, to be closed by the caller.
    Buffer sorted(List<Column> keys, List<SortDirection> directions, QueryContext context) {
        return groups.sorted(keys, directions, context);
    }

    /// The values of an aggregate for each row of the table.
    Column aggregate(int index, QueryContext context) {
        Table values = aggregates.orElseThrow();
        try (FixedColumn ids = groups.ids()) {
            return Take.rows(values.column(index), ids.segment(), ids.length(), context.pool(), Workers.tasks(context));
        }
    }

    @Override
    public void close() {
        aggregates.ifPresent(Table::close);
        rows.close();
        offsets.close();
        groups.close();
    }
}
