package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What goes into a group-by and what comes out, as tables.
final class Inputs {
    private Inputs() {}

    /// The columns that a request needs, out of a table that may have more. Shares the table's views: valid
    /// while the table is open, and not to be closed.
    ///
    /// @throws IllegalArgumentException if a column is missing or of another type
    static Table select(Table table, Schema input) {
        List<Column> columns = new ArrayList<>();
        for (Field field : input.fields()) {
            Field given = table.schema().field(field.name());
            if (!given.type().decoded().equals(field.type().decoded())) {
                throw new IllegalArgumentException("column \"" + field.name() + "\" is " + given.type()
                        + " in this batch where the request was made for " + field.type());
            }
            columns.add(table.column(field.name()));
        }
        return new Table(input, columns, table.rowCount());
    }

    /// The columns that a request results in.
    static Schema resultSchema(GroupByRequest request) {
        List<Field> fields = new ArrayList<>();
        java.util.stream.Stream.concat(request.keys().stream(), request.aggregates().stream())
                .forEach(expr -> fields.add(new Field(
                        expr.outputName(),
                        dev.sheaf.expr.bind.Typing.typeOf(expr, request.input()).decoded())));
        return new Schema(fields);
    }

    /// All batches as one table, to be closed by the caller.
    static Table collect(BatchSource result, QueryContext context) {
        List<Table> parts = new ArrayList<>();
        try {
            @Nullable Batch batch;
            while ((batch = result.next(context)) != null) {
                parts.add(batch.table());
            }
            return Concat.tables(result.schema(), parts, context.pool(), Workers.tasks(context));
        } finally {
            parts.forEach(Table::close);
        }
    }

    /// The whole result so far, to be closed by the caller.
    static Table collect(Accumulator accumulator, GroupByRequest request, QueryContext context) {
        List<Table> parts = new ArrayList<>();
        try {
            accumulator.forEachResult(part -> parts.add(part.retain()));
            return Concat.tables(resultSchema(request), parts, context.pool());
        } finally {
            parts.forEach(Table::close);
        }
    }
}
