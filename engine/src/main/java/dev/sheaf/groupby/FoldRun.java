package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Field;
import dev.sheaf.column.Names;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Runs a [MergeableFold] over a stream: states of each batch, which are merged when they are twice as many as
/// after the last time.
final class FoldRun implements AutoCloseable {
    private static final long FEW_STATES = 1 << 16;

    private final List<Expr> keys;
    private final List<String> columns;
    private final MergeableFold fold;
    private final GroupByOptions options;
    private final QueryContext context;
    private final List<Table> parts = new ArrayList<>();
    private long states;
    private long merged = FEW_STATES;

    FoldRun(List<Expr> keys, List<String> columns, MergeableFold fold, GroupByOptions options, QueryContext context) {
        this.keys = keys;
        this.columns = columns;
        this.fold = fold;
        this.options = options;
        this.context = context;
    }

    /// The keys and the results of all rows of a stream for which the filter is true.
    Table over(BatchSource rows, Optional<Expr> filter, String name) {
        @Nullable Batch batch;
        while ((batch = rows.next(context)) != null) {
            try (Table table = batch.table()) {
                add(table, filter);
            }
        }
        if (parts.isEmpty()) {
            try (Table none = Concat.tables(rows.schema(), List.of(), context.pool())) {
                add(none, filter);
            }
        }
        merge();
        return finished(parts.getFirst(), name);
    }

    private void add(Table rows, Optional<Expr> filter) {
        try (Groups groups = groups(rows, options, keys, filter)) {
            Schema read = rows.schema().select(columns);
            try (Table values = rows.select(read.names())) {
                parts.add(folded(groups, values, fold::partial));
            }
        }
        states += parts.getLast().rowCount();
        if (states > 2 * merged) {
            merge();
        }
    }

    private Groups groups(Table rows, GroupByOptions rules, List<Expr> by, Optional<Expr> filter) {
        return new GroupsMaker(rows, rules, GroupsOptions.DEFAULT, context).make(by, filter);
    }

    private void merge() {
        if (parts.size() > 1) {
            Schema schema = parts.getFirst().schema();
            try (Table all = Concat.tables(schema, parts, context.pool())) {
                Table one = mergedOf(all);
                parts.forEach(Table::close);
                parts.clear();
                parts.add(one);
            }
        }
        states = parts.getFirst().rowCount();
        merged = Math.max(FEW_STATES, states);
    }

    private Table mergedOf(Table all) {
        List<Expr> by = new ArrayList<>();
        all.schema().names().subList(0, keys.size()).forEach(key -> by.add(Expressions.col(key)));
        List<String> names = all.schema().names().subList(keys.size(), all.columnCount());
        try (Groups groups = groups(all, options.with(NullKeys.INCLUDE), by, Optional.empty());
                Table values = all.select(names)) {
            return folded(groups, values, fold::merge);
        }
    }

    /// The keys of groups and what a step makes of their rows.
    private Table folded(Groups groups, Table values, Function<GroupFold.Input, List<Column>> step) {
        List<Column> all = new ArrayList<>();
        try (Table grouped = groups.values(values);
                Offsets offsets = groups.offsets()) {
            int count = groups.groupCount();
            List<Column> made = step.apply(new GroupFold.Input(grouped.columns(), offsets, count, context.pool()));
            groups.keys().columns().forEach(key -> all.add(key.retain()));
            all.addAll(made);
            List<Field> fields = new ArrayList<>(groups.keys().schema().fields());
            List<String> taken = keys.stream().map(Expr::outputName).toList();
            fold.states()
                    .fields()
                    .forEach(field -> fields.add(new Field(Names.free(field.name(), taken), field.type())));
            return new Table(new Schema(fields), all, count);
        } catch (RuntimeException | Error failure) {
            all.forEach(Column::close);
            throw failure;
        }
    }

    private Table finished(Table last, String name) {
        List<Column> all = new ArrayList<>();
        try {
            List<Column> columns = last.columns();
            Column result = fold.finish(columns.subList(keys.size(), columns.size()), last.rowCount(), context.pool());
            all.add(result);
            columns.subList(0, keys.size()).reversed().forEach(key -> all.addFirst(key.retain()));
            List<Field> fields = new ArrayList<>(last.schema().fields().subList(0, keys.size()));
            fields.add(new Field(name, result.type()));
            return new Table(new Schema(fields), all, last.rowCount());
        } catch (RuntimeException | Error failure) {
            all.forEach(Column::close);
            throw failure;
        }
    }

    @Override
    public void close() {
        parts.forEach(Table::close);
    }
}
