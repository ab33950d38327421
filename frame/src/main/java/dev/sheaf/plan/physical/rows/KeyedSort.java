package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.ExternalSort;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// An external sort by expressions, of rows that carry their ordinals. The ordinal is the last sort key, so that ties
/// come out in stream order; without expressions the sort brings rows back into that order.
///
/// Columns of its tables: those of the input, the expressions that are no columns ([ExtraColumns]), the ordinal.
public final class KeyedSort implements AutoCloseable {
    private final ExtraColumns keys;
    private final Schema numbered;
    private final ExternalSort sort;

    public KeyedSort(List<Expr> exprs, List<SortDirection> directions, Schema input, QueryContext context) {
        this.keys = new ExtraColumns(exprs, input);
        List<Field> fields = new ArrayList<>(keys.schema().fields());
        fields.add(new Field(ExtraColumns.freshName(keys.schema(), fields.size()), DataType.INT64, false));
        this.numbered = new Schema(fields);
        List<SortDirection> all = new ArrayList<>(directions);
        all.add(SortDirection.ASCENDING);
        int[] positions = IntStream.concat(keys.positions(), IntStream.of(numbered.size() - 1))
                .toArray();
        this.sort = new ExternalSort(numbered, positions, all, context);
    }

    /// Whether rows of a schema can go to disk and come back: dictionaries that a schema promises would not.
    public static boolean canSpill(Schema schema) {
        return schema.fields().stream().noneMatch(field -> field.type() instanceof DataType.DictionaryType);
    }

    /// What computes the sort keys of rows that are to be added.
    public ExtraColumns keys() {
        return keys;
    }

    /// Whether rows that take so many bytes have to leave memory.
    public boolean isShort(long bytes) {
        return sort.isShort(bytes);
    }

    /// What rows may take before they have to leave memory.
    public long grantBytes() {
        return sort.grantBytes();
    }

    /// Adds rows with their keys; the table and the ordinals stay the caller's.
    public void add(Table keyed, Column ordinals) {
        List<Column> columns = new ArrayList<>();
        keyed.columns().forEach(column -> columns.add(column.retain()));
        columns.add(ordinals.retain());
        sort.add(new Table(numbered, columns, keyed.rowCount()));
    }

    /// All rows in order, the first columns under the names of `result`; closing the source closes this.
    public BatchSource merged(Schema result) {
        return sort.merged(result);
    }

    /// All rows in order with keys and ordinals.
    public BatchSource merged() {
        return sort.merged(numbered);
    }

    @Override
    public void close() {
        sort.close();
    }
}
