package dev.sheaf.plan.physical.join;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Rows that were seen before, each once, so that new ones are told from them. Nulls are equal to each other.
///
/// They lie in some tables with hashes, as the right sides of joins do ([BuildTable]); a table that is not twice as
/// large as the one behind it is made one with it, so that n rows are hashed about log n times, however few come at a
/// time. In memory all. Used by one thread at a time.
public final class DistinctRows implements AutoCloseable {
    private final Schema schema;
    private final QueryContext context;
    private final List<JoinKey> keys;
    private final Schema renamed;
    private final JoinSteps steps;
    private final List<BuildTable> parts = new ArrayList<>();

    public DistinctRows(Schema schema, QueryContext context) {
        this.schema = schema;
        this.context = context;
        List<Field> others = new ArrayList<>();
        List<JoinKey> all = new ArrayList<>();
        for (Field field : schema.fields()) {
            String name = "seen." + others.size() + "." + field.name();
            others.add(field.named(name));
            all.add(new JoinKey(col(field.name()), col(name), true));
        }
        this.keys = all;
        this.renamed = new Schema(others);
        this.steps = new JoinSteps(new JoinShape(schema, renamed, JoinKind.ANTI, keys, Optional.empty(), schema));
    }

    /// The rows of a table that were not seen yet, which are seen from now on; to be closed by the caller. The
    /// rows of the table are distinct.
    public Table unseen(Table rows) {
        Table left = rows.retain();
        try {
            for (BuildTable part : parts) {
                Table fewer = without(left, part);
                left.close();
                left = fewer;
            }
            if (left.rowCount() > 0) {
                add(left);
            }
            return left;
        } catch (RuntimeException | Error failure) {
            left.close();
            throw failure;
        }
    }

    private Table without(Table rows, BuildTable part) {
        try (ProbeCursor cursor = new ProbeCursor(steps.withKeys(rows, context), 0, part, steps)) {
            return cursor.next(Integer.MAX_VALUE, new RowPairs(), null, context).table();
        }
    }

    private void add(Table rows) {
        parts.add(hashed(rows));
        while (parts.size() > 1
                && parts.get(parts.size() - 2).rows().rowCount()
                        < 2 * parts.getLast().rows().rowCount()) {
            BuildTable last = parts.removeLast();
            BuildTable before = parts.removeLast();
            try (last;
                    before;
                    Table both = joined(before.rows(), last.rows())) {
                parts.add(hashed(both));
            }
        }
    }

    private BuildTable hashed(Table rows) {
        ExtraColumns extra = new ExtraColumns(keys.stream().map(JoinKey::right).toList(), renamed);
        List<Column> columns = rows.columns().subList(0, schema.size());
        try (Table own = new Table(renamed, columns.stream().map(Column::retain).toList(), rows.rowCount());
                Table keyed = extra.step().apply(own, context)) {
            return BuildTable.of(keyed, extra, keys, context);
        }
    }

    private Table joined(Table first, Table second) {
        List<Column> columns = new ArrayList<>();
        try {
            IntStream.range(0, schema.size())
                    .forEach(i -> columns.add(Concat.columns(
                            schema.field(i).type(), List.of(first.column(i), second.column(i)), context.pool())));
            return new Table(schema, columns, first.rowCount() + second.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    @Override
    public void close() {
        parts.forEach(BuildTable::close);
        parts.clear();
    }
}
