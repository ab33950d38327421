package dev.sheaf.sql.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.memory.Buffer;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of a table in memory with their numbers as the last column: INT64, from 0, as the rows lie when a scan
/// begins. Costs 8 bytes a row where the numbers are read, and nothing else.
///
/// @param number the name of the column, which the table does not have
public record NumberedTable(StoredTable table, String number) implements Dataset {

    /// All columns of a table and its numbers.
    public static LogicalPlan plan(StoredTable table, String number) {
        NumberedTable rows = new NumberedTable(table, number);
        return new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty());
    }

    @Override
    public Schema schema() {
        List<Field> fields = new ArrayList<>(table.schema().fields());
        fields.add(new Field(number, DataType.INT64, false));
        return new Schema(fields);
    }

    @Override
    public SourceStats stats() {
        return table.stats();
    }

    @Override
    public String describe() {
        return table.describe();
    }

    /// @throws IllegalArgumentException if the table was dropped
    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        int place = scan.columns().indexOf(number);
        if (place < 0 && scan.filter().stream().noneMatch(this::reads)) {
            return table.scan(scan, context);
        }
        List<String> others =
                scan.columns().stream().filter(name -> !name.equals(number)).toList();
        Optional<Expr> filter = scan.filter()
                .flatMap(all -> Conjuncts.join(Conjuncts.split(all).stream()
                        .filter(part -> !reads(part))
                        .toList()));
        Scan inner = new Scan(
                others, filter, scan.lead().filter(lead -> !lead.column().equals(number)));
        Schema schema = schema().select(scan.columns());
        return table.scan(
                inner, schema, context, (part, first) -> place < 0 ? part : new Numbered(part, schema, place, first));
    }

    private boolean reads(Expr condition) {
        return ExprColumns.of(condition).contains(number);
    }

    /// The rows of one part.
    ///
    /// @param place of the numbers among the columns
    /// @param first the number of the first row of the part
    private record Numbered(BatchSource part, Schema schema, int place, long first) implements BatchSource {
        @Override
        public SourceStats stats() {
            return part.stats();
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            return numbered(part.next(context), context);
        }

        @Override
        public @Nullable Batch takeRest(QueryContext context) {
            return numbered(part.takeRest(context), context);
        }

        @Override
        public long lowestNextRow() {
            return part.lowestNextRow();
        }

        private @Nullable Batch numbered(@Nullable Batch batch, QueryContext context) {
            if (batch == null) {
                return null;
            }
            try (batch) {
                Column numbers = numbers(first + batch.firstRow(), batch.rowCount(), context);
                List<Column> columns = new ArrayList<>(
                        batch.table().columns().stream().map(Column::retain).toList());
                columns.add(place, numbers);
                return new Batch(new Table(schema, columns, batch.rowCount()), batch.firstRow());
            }
        }

        private static Column numbers(long from, long rows, QueryContext context) {
            Buffer values = context.pool().allocate(rows * Long.BYTES, "numbers of rows");
            MemorySegment target = values.segment();
            for (long row = 0; row < rows; row++) {
                target.setAtIndex(ValueLayout.JAVA_LONG, row, from + row);
            }
            return new FixedColumn(DataType.INT64, rows, values, Validity.allValid(rows));
        }

        @Override
        public void close() {
            part.close();
        }
    }
}
