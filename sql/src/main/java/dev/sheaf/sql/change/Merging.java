package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.rows.RowEdits;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Changes some rows of a table, takes some out and adds some. A query makes the rows that change; those of the table
/// are found by their numbers. Where another statement has changed the table meanwhile, it runs again.
///
/// @param changes the columns of the table as they are to be, and the three below
/// @param number the column with the number of the row of the table, from 0; null of rows of the source alone
/// @param chosen the column that says which of `kinds` the row is for
/// @param message the column that says what is wrong with a row for which MERGE ends in an error
/// @param written the columns that updates write
record Merging(
        Entry.Made made,
        LogicalPlan changes,
        String number,
        String chosen,
        String message,
        List<MergeKind> kinds,
        Set<String> written)
        implements RowChange {
    private static final String ACTION = "merge_action";

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
            try (Table changed = Executor.collect(changes, context)) {
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
            try (Table changed = Executor.collect(changes, context);
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
            columns.set(columns.size() - 1, action().as(ACTION));
        }
        return LazyFrame.of(changed).select(columns.toArray(Expr[]::new)).collect(context);
    }

    private Expr action() {
        Expr action = lit(MergeKind.INSERT.name());
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i) == MergeKind.UPDATE || kinds.get(i) == MergeKind.DELETE) {
                action = when(col(chosen).eq(lit(i)))
                        .then(lit(kinds.get(i).name()))
                        .otherwise(action);
            }
        }
        return action;
    }

    /// Stores what changes unless the table is no longer that of `version`.
    private boolean store(StoredTable.Version version, Table changed, QueryContext context) {
        if (changed.rowCount() == 0) {
            return true;
        }
        try (Table rows = changed.select(made.table().schema().names())) {
            Optional<RowEdits> edits = made.table().edits(version, rows, written);
            return edits.isPresent() && store(version, edits.get(), changed, context);
        }
    }

    private boolean store(StoredTable.Version version, RowEdits edits, Table changed, QueryContext context) {
        try (edits) {
            edit(edits, changed);
            try (RowEdits.Result result = edits.result()) {
                made.rules().uniqueKeys().check(result, context);
                return made.table().replace(version, result);
            }
        }
    }

    /// @throws IllegalArgumentException if one row of the table is to be changed twice, or a row is one of ERROR
    private void edit(RowEdits edits, Table changed) {
        MemorySegment numbers = ((FixedColumn) changed.column(number)).segment();
        MemorySegment clauses = ((FixedColumn) changed.column(chosen)).segment();
        for (int row = 0; row < changed.rowCount(); row++) {
            switch (kinds.get(clauses.getAtIndex(ValueLayout.JAVA_INT, row))) {
                case UPDATE -> once(edits::replace, numbers, row);
                case DELETE -> once((number, _) -> edits.remove(number), numbers, row);
                case INSERT, DEFAULTS -> edits.add(row);
                case FAIL -> throw failure(changed.column(message).get(row));
                case NOTHING -> {}
            }
        }
    }

    private interface Edit {
        boolean of(long number, int row);
    }

    private void once(Edit edit, MemorySegment numbers, int row) {
        long number = numbers.getAtIndex(ValueLayout.JAVA_LONG, row);
        if (!edit.of(number, row)) {
            throw new IllegalArgumentException("several rows of the source are there for row " + (number + 1)
                    + " of the table \"" + made.name() + "\"; MERGE changes a row once");
        }
    }

    private static IllegalArgumentException failure(@Nullable Object said) {
        return new IllegalArgumentException(
                "MERGE met a row for which it says ERROR" + (said == null ? "" : ": " + said));
    }
}
