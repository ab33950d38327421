package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows of a table by partition, found by the group-by: for each partition the numbers of its rows, rising,
/// and aggregates if there are any.
final class Partitions implements AutoCloseable {
    private final Table groups;
    private final int rowsColumn;

    private Partitions(Table groups, int rowsColumn) {
        this.groups = groups;
        this.rowsColumn = rowsColumn;
    }

    /// Partitions a table by expressions; all rows are one partition if there are none.
    static Partitions of(Table table, List<Expr> by, List<Expr.Aggregate> aggregates, QueryContext context) {
        String rowName = ExtraColumns.freshName(table.schema(), table.columnCount());
        List<Expr> keys = new ArrayList<>();
        for (Expr key : by) {
            keys.add(key.unaliased().as("key " + keys.size()));
        }
        List<Expr> wanted = new ArrayList<>();
        wanted.add(rowsOf(rowName));
        for (Expr.Aggregate aggregate : aggregates) {
            wanted.add(aggregate.as("aggregate " + wanted.size()));
        }
        try (Table numbered = numbered(table, rowName, context)) {
            GroupByRequest request =
                    new GroupByRequest(numbered.schema(), Optional.empty(), keys, wanted, GroupByOptions.SQL);
            Scan scan = Scan.of(numbered.schema().names());
            try (BatchSource source = new TableDataset(numbered).scan(scan, context);
                    BatchSource result = Backends.execute(request, source, context);
                    BatchCollector batches = BatchCollector.pull(result, BatchStep.NOTHING, context)) {
                return new Partitions(batches.toTable(result.schema(), context), keys.size());
            }
        }
    }

    private static Expr rowsOf(String rowName) {
        return Expressions.aggregate(new Aggregation.CollectList(false), col(rowName))
                .as("rows");
    }

    private static Table numbered(Table table, String rowName, QueryContext context) {
        List<Field> fields = new ArrayList<>(table.schema().fields());
        fields.add(new Field(rowName, DataType.INT32, false));
        FixedColumn numbers = Ordinals.ints(table.rowCount(), context.pool());
        List<Column> columns = new ArrayList<>();
        table.columns().forEach(column -> columns.add(column.retain()));
        columns.add(numbers);
        return new Table(new Schema(fields), columns, table.rowCount());
    }

    /// The number of partitions.
    int count() {
        return (int) groups.rowCount();
    }

    /// Where the rows of a partition start in [#rows()]; those of the next follow them.
    long start(int partition) {
        return lists().offsets().start(partition);
    }

    /// Row numbers, int32.
    MemorySegment rows() {
        return ((FixedColumn) lists().elements()).segment();
    }

    /// The values of an aggregate, one for each partition.
    Column aggregate(int index) {
        return groups.column(rowsColumn + 1 + index);
    }

    /// For each row of the table the number of its partition, int32; the caller closes it.
    Buffer ofRows(long rowCount, QueryContext context) {
        Buffer buffer = context.pool().allocate(rowCount * Integer.BYTES, "partition of each row");
        MemorySegment partitions = buffer.segment();
        MemorySegment rows = rows();
        for (int partition = 0; partition < count(); partition++) {
            long end = start(partition + 1);
            for (long at = start(partition); at < end; at++) {
                partitions.setAtIndex(ValueLayout.JAVA_INT, rows.getAtIndex(ValueLayout.JAVA_INT, at), partition);
            }
        }
        return buffer;
    }

    private ListColumn lists() {
        return (ListColumn) groups.column(rowsColumn);
    }

    @Override
    public void close() {
        groups.close();
    }
}
