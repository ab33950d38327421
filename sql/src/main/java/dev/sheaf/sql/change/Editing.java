package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.rows.RowEdits;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Changes some rows of a table, takes some out and adds some. A query makes the rows that change; those of the table
/// are found by their numbers. Where another statement has changed the table meanwhile, it runs again.
///
/// @param changes the columns of the table as they are to be, and those of `marks`
/// @param kinds what is done with a row, by the number in its column
/// @param written the columns that updates write
/// @param told what RETURNING knows of a row besides its columns, over `changes`
record Editing(
        Entry.Made made,
        LogicalPlan changes,
        EditMarks marks,
        List<MergeKind> kinds,
        Set<String> written,
        Map<Field, Expr> told)
        implements RowChange {

    /// The columns of the table, and what else is told unless the table has a column of that name.
    @Override
    public Schema given() {
        List<Field> fields = new ArrayList<>(made.table().schema().fields());
        fields.addAll(others());
        return new Schema(fields);
    }

    private List<Field> others() {
        return told.keySet().stream()
                .filter(field -> !made.table().schema().contains(field.name()))
                .toList();
    }

    @Override
    public long count(QueryContext context) {
        while (true) {
            StoredTable.Version version = made.table().version();
            try (Table changed = Executor.collect(needed(), context)) {
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

    /// The changes without columns that nobody reads.
    private LogicalPlan needed() {
        List<Expr> columns = new ArrayList<>(List.of(col(marks.number()), col(marks.kind())));
        if (kinds.contains(MergeKind.FAIL)) {
            columns.add(col(marks.message()));
        }
        columns().forEach(name -> columns.add(col(name)));
        return new LogicalPlan.Project(changes, columns);
    }

    /// The columns of changed rows that are stored.
    private List<String> columns() {
        boolean isUpdate = kinds.stream().allMatch(MergeKind.UPDATE::equals);
        boolean isDelete = kinds.stream().allMatch(MergeKind.DELETE::equals);
        return made.table().schema().names().stream()
                .filter(name -> !isDelete && (!isUpdate || written.contains(name)))
                .toList();
    }

    private Table told(Table changed, QueryContext context) {
        List<Expr> columns = new ArrayList<>();
        made.table().schema().names().forEach(name -> columns.add(col(name)));
        others().forEach(field ->
                columns.add(Objects.requireNonNull(told.get(field)).as(field.name())));
        return LazyFrame.of(changed).select(columns.toArray(Expr[]::new)).collect(context);
    }

    /// Stores what changes unless the table is no longer that of `version`.
    private boolean store(StoredTable.Version version, Table changed, QueryContext context) {
        if (changed.rowCount() == 0) {
            return true;
        }
        try (Table rows = changed.select(columns())) {
            Optional<RowEdits> edits = made.table().edits(version, rows, written);
            return edits.isPresent() && store(version, edits.get(), changed, context);
        }
    }

    private boolean store(StoredTable.Version version, RowEdits edits, Table changed, QueryContext context) {
        try (edits) {
            edit(edits, changed);
            try (RowEdits.Result result = edits.result()) {
                made.rules().uniqueKeys().check(result, context);
                boolean removes = kinds.contains(MergeKind.DELETE);
                return made.references()
                        .edit(made, result, removes, context, () -> made.table().replace(version, result));
            }
        }
    }

    /// @throws IllegalArgumentException if one row of the table is to be changed twice, or a row is one of ERROR
    private void edit(RowEdits edits, Table changed) {
        MemorySegment numbers = ((FixedColumn) changed.column(marks.number())).segment();
        MemorySegment clauses = ((FixedColumn) changed.column(marks.kind())).segment();
        for (int row = 0; row < changed.rowCount(); row++) {
            switch (kinds.get(clauses.getAtIndex(ValueLayout.JAVA_INT, row))) {
                case UPDATE -> once(edits::replace, numbers, row);
                case DELETE -> once((number, _) -> edits.remove(number), numbers, row);
                case INSERT, DEFAULTS -> edits.add(row);
                case FAIL -> throw failure(changed.column(marks.message()).get(row));
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
