package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.min;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.frame.Over;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/// The rows of a query without those that have a key of a row before them which stays. One with a null in a key has
/// that of no other.
///
/// Which rows stay depends on all before them, so they are looked at one after the other; their keys are numbered
/// before, on all threads.
record FirstOfKeys(LogicalPlan query, List<List<String>> keys) implements Dataset {
    @Override
    public Schema schema() {
        return query.schema();
    }

    @Override
    public String describe() {
        return "first rows of their keys";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        UniqueNames names = new UniqueNames(schema().names());
        String place = names.unique("place");
        String stays = names.unique("stays");
        List<String> firsts =
                keys.stream().map(key -> names.unique(String.join(",", key))).toList();
        try (Table numbered = numbered(place, firsts).collect(context);
                Table marked = marked(numbered, firsts, stays, context);
                Table chosen = LazyFrame.of(marked)
                        .filter(col(stays))
                        .select(schema().names().toArray(String[]::new))
                        .collect(context)) {
            return new TableDataset(chosen).scan(scan, context);
        }
    }

    /// The rows, and for each key the place of the first row that has the same, from 1.
    private LazyFrame numbered(String place, List<String> firsts) {
        LazyFrame rows = LazyFrame.of(query).withRowNumber(place);
        for (int i = 0; i < keys.size(); i++) {
            String[] key = keys.get(i).toArray(String[]::new);
            rows = rows.withWindows(Over.over(key).of(min(col(place)).as(firsts.get(i))));
        }
        return rows;
    }

    private Table marked(Table numbered, List<String> firsts, String stays, QueryContext context) {
        List<BitSet> taken = keys.stream().map(_ -> new BitSet()).toList();
        try (ColumnBuilder builder = new ColumnBuilder(DataType.BOOL, context.pool())) {
            for (long row = 0; row < numbered.rowCount(); row++) {
                builder.append(stays(numbered, firsts, row, taken));
            }
            List<Field> fields = new ArrayList<>(numbered.schema().fields());
            fields.add(new Field(stays, DataType.BOOL, false));
            List<Column> columns = new ArrayList<>(
                    numbered.columns().stream().map(Column::retain).toList());
            columns.add(builder.build());
            return new Table(new Schema(fields), columns, numbered.rowCount());
        }
    }

    private static int place(Column places, long row) {
        return Math.toIntExact((Long) Objects.requireNonNull(places.get(row)));
    }

    /// Whether no row that stays has a key of a row; then its keys are taken.
    private boolean stays(Table numbered, List<String> firsts, long row, List<BitSet> taken) {
        int[] places = new int[keys.size()];
        for (int i = 0; i < places.length; i++) {
            boolean isNull = keys.get(i).stream()
                    .anyMatch(column -> numbered.column(column).isNull(row));
            places[i] = isNull ? -1 : place(numbered.column(firsts.get(i)), row);
            if (!isNull && taken.get(i).get(places[i])) {
                return false;
            }
        }
        for (int i = 0; i < places.length; i++) {
            if (places[i] >= 0) {
                taken.get(i).set(places[i]);
            }
        }
        return true;
    }
}
