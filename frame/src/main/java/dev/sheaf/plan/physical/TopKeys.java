package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.rows.Ordinals;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What rows are sorted by, without their other columns: some sort keys, and the ordinal of each row.
final class TopKeys {
    private final List<String> read;
    private final List<Evaluator> keys;
    private final Schema schema;

    TopKeys(Schema input, List<SortKey> sortKeys) {
        Set<String> used = new LinkedHashSet<>();
        List<Expr> exprs = sortKeys.stream().map(key -> key.expr().unaliased()).toList();
        exprs.forEach(expr -> used.addAll(ExprColumns.of(expr)));
        read = List.copyOf(used);
        Schema below = new Schema(read.stream().map(input::field).toList());
        keys = exprs.stream().map(expr -> Evaluator.compile(expr, below)).toList();
        List<Field> fields = new ArrayList<>();
        keys.forEach(key -> fields.add(new Field("#" + fields.size(), key.type())));
        fields.add(new Field("#" + fields.size(), DataType.INT64, false));
        schema = new Schema(fields);
    }

    /// A column a key, and the ordinals.
    Schema schema() {
        return schema;
    }

    /// The first key of the rows of a batch that were picked, to be closed by the caller.
    Column first(Batch batch, RowPick.Picked picked, KeptResults kept, QueryContext context) {
        try (Table whole = batch.table().select(read);
                Table rows = picked.all(whole, context.pool())) {
            return keys.getFirst().evaluate(rows, context.pool(), kept);
        }
    }

    /// The keys of the rows of a batch that were picked, to be closed by the caller.
    Table of(Batch batch, RowPick.Picked picked, KeptResults kept, QueryContext context) {
        List<Column> columns = new ArrayList<>();
        try (Table whole = batch.table().select(read);
                Table rows = picked.all(whole, context.pool())) {
            for (Evaluator key : keys) {
                columns.add(key.evaluate(rows, context.pool(), kept));
            }
            columns.add(Ordinals.longs(batch.firstRow(), picked.count(), context.pool()));
            return new Table(schema, columns, picked.count());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }
}
