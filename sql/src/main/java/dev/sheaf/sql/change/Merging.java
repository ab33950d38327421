package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.join.NumberedRows;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.rows.UnionRows;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Changes some rows of a table, takes some out and adds some. A query makes the rows that change; they are joined to
/// those of the table by their numbers. Where another statement has changed the table meanwhile, it runs again.
///
/// @param changes the columns of the table as they are to be, number and kind
/// @param number the column with the number of the row that is changed; null of new rows
/// @param kind the column that says by its ordinal which [MergeKind] made it
/// @param message the column that says what is wrong with a row for which MERGE ends in an error
record Merging(Entry.Made made, LogicalPlan changes, String number, String kind, String message) implements RowChange {
    private static final String ACTION = "merge_action";
    private static final String CHANGED = "\uE001";

    /// The columns of the table, and what was done unless the table has a column of that name.
    @Override
    public Schema given() {
        List<Field> fields = new ArrayList<>(made.table().schema().fields());
        if (fields.stream().noneMatch(field -> field.name().equals(ACTION))) {
            fields.add(new Field(ACTION, DataType.STRING, false));
        }
        return new Schema(fields);
    }

    @Override
    public long count(QueryContext context) {
        while (true) {
            StoredTable.Version version = made.table().version();
            try (Table changed = changed(context)) {
                if (store(version, changed, context)) {
                    return changed.rowCount();
                }
            }
        }
    }

    @Override
    public Table rows(UnaryOperator<Table> given, QueryContext context) {
        while (true) {
            StoredTable.Version version = made.table().version();
            try (Table changed = changed(context);
                    Table told = told(changed, context);
                    Table result = given.apply(told)) {
                if (store(version, changed, context)) {
                    return result.retain();
                }
            }
        }
    }

    private Table told(Table changed, QueryContext context) {
        List<Expr> columns = new ArrayList<>();
        given().names().forEach(name -> columns.add(col(name)));
        if (columns.size() > made.table().schema().size()) {
            Expr action = when(isKind(MergeKind.UPDATE))
                    .then(lit("UPDATE"))
                    .when(isKind(MergeKind.DELETE))
                    .then(lit("DELETE"))
                    .otherwise(lit("INSERT"));
            columns.set(columns.size() - 1, action.as(ACTION));
        }
        return LazyFrame.of(changed).select(columns.toArray(Expr[]::new)).collect(context);
    }

    private Expr isKind(MergeKind of) {
        return col(kind).eq(lit(of.ordinal()));
    }

    /// The rows that change.
    ///
    /// @throws IllegalArgumentException if one row of the table is to be changed twice, or a row is one of ERROR
    private Table changed(QueryContext context) {
        Table changed = Executor.collect(changes, context);
        try {
            checkFailures(changed, context);
            checkOnce(changed, context);
            return changed;
        } catch (RuntimeException | Error failure) {
            changed.close();
            throw failure;
        }
    }

    private void checkFailures(Table changed, QueryContext context) {
        try (Table failed =
                LazyFrame.of(changed).filter(isKind(MergeKind.FAIL)).limit(1).collect(context)) {
            if (failed.rowCount() > 0) {
                Object said = failed.column(message).get(0);
                throw new IllegalArgumentException(
                        "MERGE met a row for which it says ERROR" + (said == null ? "" : ": " + said));
            }
        }
    }

    private void checkOnce(Table changed, QueryContext context) {
        try (Table twice = LazyFrame.of(changed)
                .filter(col(number).isNotNull())
                .groupBy(number)
                .agg(Expressions.count().as(kind))
                .filter(col(kind).gt(1))
                .limit(1)
                .collect(context)) {
            if (twice.rowCount() > 0) {
                throw new IllegalArgumentException("several rows of the source are there for row "
                        + twice.column(0).get(0) + " of the table \"" + made.name() + "\"; MERGE changes a row once");
            }
        }
    }

    private boolean store(StoredTable.Version version, Table changed, QueryContext context) {
        if (changed.rowCount() == 0) {
            return true;
        }
        try (Table rows = rows(changed, context)) {
            made.rules().uniqueKeys().check(Optional.empty(), rows, context);
            return made.table().replace(version, rows);
        }
    }

    /// All rows of the table as they are to be, the new ones last.
    private Table rows(Table changed, QueryContext context) {
        List<String> names = made.table().schema().names();
        String[] columns = names.toArray(String[]::new);
        LazyFrame all = LazyFrame.of(changed);
        LazyFrame added = all.filter(col(number).isNull()).select(columns);
        LogicalPlan table = new LogicalPlan.Scan(made.table(), names, Optional.empty());
        LazyFrame kept = LazyFrame.of(NumberedRows.of(table, number))
                .join(renamed(all), JoinKind.LEFT, List.of(JoinKey.on(number, CHANGED + number)))
                .filter(col(CHANGED + kind).isNull().or(col(CHANGED + kind).ne(lit(MergeKind.DELETE.ordinal()))));
        List<Expr> values = new ArrayList<>();
        for (String name : names) {
            values.add(when(col(CHANGED + kind).isNull())
                    .then(col(name))
                    .otherwise(col(CHANGED + name))
                    .as(name));
        }
        UnionRows rows =
                UnionRows.of(List.of(kept.select(values.toArray(Expr[]::new)).plan(), added.plan()));
        return Executor.collect(new LogicalPlan.Scan(rows, names, Optional.empty()), context);
    }

    private LazyFrame renamed(LazyFrame changed) {
        return changed.filter(col(number).isNotNull())
                .select(changed.plan().schema().names().stream()
                        .map(name -> col(name).as(CHANGED + name))
                        .toArray(Expr[]::new));
    }
}
