package dev.sheaf.groupby;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Batches written down with the result that they have to give, however they come to a [StreamingGroupBy].
///
/// Values of batches and results are listed row by row. The first columns are the keys.
final class StreamingCase {
    private final String name;
    private final String[] columns;
    private final List<Tables.Rows> batches = new ArrayList<>();
    private int keys = 1;
    private NullKeys nullKeys = NullKeys.EXCLUDE;
    private Expr[] aggregates = {};
    private Tables.Rows expected;

    private StreamingCase(String name, String... columns) {
        this.name = name;
        this.columns = columns;
        this.expected = Tables.of();
    }

    /// Begins a case of batches with these columns, each `name:type`.
    static StreamingCase of(String name, String... columns) {
        return new StreamingCase(name, columns);
    }

    StreamingCase batch(@Nullable Object... values) {
        batches.add(rows(columns, values));
        return this;
    }

    private static Tables.Rows rows(String[] columns, @Nullable Object... values) {
        Tables.Rows rows = Tables.of(columns);
        for (int at = 0; at < values.length; at += columns.length) {
            rows.row(java.util.Arrays.copyOfRange(values, at, at + columns.length));
        }
        return rows;
    }

    StreamingCase keys(int count) {
        keys = count;
        return this;
    }

    StreamingCase withNullKeys() {
        nullKeys = NullKeys.INCLUDE;
        return this;
    }

    StreamingCase compute(Expr... values) {
        aggregates = values;
        return this;
    }

    /// Begins the sorted result; `names` are its columns, `name:type`, split by blanks.
    StreamingCase gives(String names, @Nullable Object... values) {
        expected = rows(names.split(" "), values);
        return this;
    }

    /// One more row of the result.
    StreamingCase row(@Nullable Object... values) {
        expected.row(values);
        return this;
    }

    GroupByRequest request() {
        List<String> names = java.util.Arrays.stream(columns)
                .limit(keys)
                .map(column -> column.substring(0, column.indexOf(':')))
                .toList();
        return GroupByRequest.of(Tables.of(columns).sample().schema(), names, aggregates)
                .with(GroupByOptions.DEFAULT.with(Order.SORTED).with(nullKeys));
    }

    /// One object takes all batches, and is asked for a result after each.
    void checkStreamed(MemoryPool pool) {
        QueryContext context = context(pool);
        try (StreamingGroupBy stream = StreamingGroupBy.open(request(), context)) {
            for (Tables.Rows batch : batches) {
                add(stream, batch, pool);
                stream.finalizeResult().close();
            }
            expect(stream);
        }
    }

    /// Each batch goes to an object of its own, and those are merged from the left.
    void checkMerged(MemoryPool pool) {
        QueryContext context = context(pool);
        try (StreamingGroupBy all = StreamingGroupBy.open(request(), context)) {
            for (Tables.Rows batch : batches) {
                try (StreamingGroupBy part = StreamingGroupBy.open(request(), context)) {
                    add(part, batch, pool);
                    all.merge(part);
                }
            }
            expect(all);
        }
    }

    /// As [#checkMerged], from the right, as states.
    void checkStates(MemoryPool pool) {
        QueryContext context = context(pool);
        PartialState rest = state(batches.getLast(), pool, context);
        for (int i = batches.size() - 2; i >= 0; i--) {
            try (PartialState later = rest;
                    PartialState batch = state(batches.get(i), pool, context)) {
                rest = PartialState.merge(batch, later, context);
            }
        }
        try (PartialState all = rest;
                Table result = all.finalizeResult(context)) {
            Tables.assertSame(expected, result, Comparison.ORDERED.rounded());
        }
    }

    private PartialState state(Tables.Rows batch, MemoryPool pool, QueryContext context) {
        try (Table table = batch.build(pool)) {
            return PartialState.of(request(), table, context);
        }
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).build();
    }

    static void add(StreamingGroupBy stream, Tables.Rows batch, MemoryPool pool) {
        try (Table table = batch.build(pool)) {
            stream.add(table);
        }
    }

    private void expect(StreamingGroupBy stream) {
        try (Table result = stream.finalizeResult()) {
            Tables.assertSame(expected, result, Comparison.ORDERED.rounded());
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
