package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An aggregation of frames that no fold computes: a group-by whose groups are the frames, each with its
/// rows.
///
/// Cost: that of a group-by of all rows of all frames, so the rows times the size of a frame.
final class FramedGroups implements AutoCloseable {
    private static final String FRAME = "frame";
    private static final String RESULT = "result";

    private final List<Column> inputs = new ArrayList<>();
    private final List<Field> fields = new ArrayList<>();
    private final QueryContext context;
    private Expr wanted;

    /// Computes the arguments and the filter of the aggregation once for each row.
    FramedGroups(Expr.Aggregate aggregate, Table table, QueryContext context) {
        this.context = context;
        this.wanted = aggregate;
        try {
            List<Expr> arguments = aggregate.arguments().stream()
                    .map(each -> input(each, table))
                    .toList();
            Optional<Expr> filter = aggregate.filter().map(each -> input(each, table));
            wanted = new Expr.Aggregate(aggregate.aggregation(), arguments, filter, aggregate.distinct()).as(RESULT);
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private Expr input(Expr expr, Table table) {
        Column values = WholeColumn.of(expr, table, context);
        inputs.add(values);
        fields.add(new Field("input " + inputs.size(), values.type()));
        return Expressions.col(fields.getLast().name());
    }

    /// The value of each of `frames` frames, of pairs of a frame and a row of the table.
    Column of(int frames, Buffer numbers, Buffer rows, long pairs) {
        try (Table input = rowsOfFrames(numbers, rows, pairs);
                Table results = GroupBy.on(input, FRAME).aggregate(context, wanted);
                Table nothing = ofNoRows(input);
                Buffer places = places(frames, results)) {
            Column values = results.column(RESULT);
            try (Column all =
                    Concat.columns(values.type().decoded(), List.of(values, nothing.column(RESULT)), context.pool())) {
                return Take.rows(all, places.segment(), frames, context.pool());
            }
        }
    }

    private Table rowsOfFrames(Buffer numbers, Buffer rows, long pairs) {
        List<Column> columns = new ArrayList<>();
        List<Field> named = new ArrayList<>(fields);
        try {
            for (Column input : inputs) {
                columns.add(Take.rows(input, rows.segment(), pairs, context.pool()));
            }
            columns.add(new FixedColumn(DataType.INT32, pairs, numbers.retain(), Validity.allValid(pairs)));
            named.add(new Field(FRAME, DataType.INT32));
            return new Table(new Schema(named), columns, pairs);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private Table ofNoRows(Table input) {
        try (Table none = input.slice(0, 0)) {
            return GroupBy.on(none).aggregate(context, wanted);
        }
    }

    /// For each frame where its value is; behind them all for frames without a row.
    private Buffer places(int frames, Table results) {
        Buffer places = context.pool().allocate((long) frames * Integer.BYTES, "frames");
        Ints place = Ints.of(places.segment());
        int found = Math.toIntExact(results.rowCount());
        for (int frame = 0; frame < frames; frame++) {
            place.put(frame, found);
        }
        Ints numbers = Ints.of(((FixedColumn) results.column(FRAME)).values().segment());
        for (int row = 0; row < found; row++) {
            place.put(numbers.get(row), row);
        }
        return places;
    }

    @Override
    public void close() {
        inputs.forEach(Column::close);
    }
}
