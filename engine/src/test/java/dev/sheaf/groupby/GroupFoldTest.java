package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Aggregations of one's own give what the engine's give.
@ExtendWith(PoolCheck.class)
class GroupFoldTest {
    private static final Schema ENDS =
            Schema.of(new Field("least", DataType.FLOAT64), new Field("most", DataType.FLOAT64));

    /// The least and the greatest value, and their distance.
    private static final class Range implements MergeableFold {
        @Override
        public Schema states() {
            return ENDS;
        }

        @Override
        public List<Column> partial(GroupFold.Input rows) {
            return ends(rows, rows.column(0), rows.column(0));
        }

        @Override
        public List<Column> merge(GroupFold.Input states) {
            return ends(states, states.column(0), states.column(1));
        }

        @Override
        public Column finish(List<Column> states, long groupCount, MemoryPool pool) {
            try (ColumnBuilder distances = new ColumnBuilder(DataType.FLOAT64, pool)) {
                for (long group = 0; group < groupCount; group++) {
                    if (states.getFirst().isNull(group)) {
                        distances.appendNull();
                    } else {
                        distances.appendDouble(value(states.getLast(), group) - value(states.getFirst(), group));
                    }
                }
                return distances.build();
            }
        }

        private static double value(Column column, long row) {
            MemorySegment values = ((FixedColumn) column).values().segment();
            return values.get(ValueLayout.JAVA_DOUBLE, row << 3);
        }

        private static List<Column> ends(GroupFold.Input input, Column lows, Column highs) {
            try (ColumnBuilder least = new ColumnBuilder(DataType.FLOAT64, input.pool());
                    ColumnBuilder most = new ColumnBuilder(DataType.FLOAT64, input.pool())) {
                for (int group = 0; group < input.groupCount(); group++) {
                    double low = Double.POSITIVE_INFINITY;
                    double high = Double.NEGATIVE_INFINITY;
                    for (long row = input.start(group); row < input.end(group); row++) {
                        if (!lows.isNull(row)) {
                            low = Math.min(low, value(lows, row));
                            high = Math.max(high, value(highs, row));
                        }
                    }
                    append(least, low, low <= high);
                    append(most, high, low <= high);
                }
                return List.of(least.build(), most.build());
            }
        }

        private static void append(ColumnBuilder builder, double value, boolean known) {
            if (known) {
                builder.appendDouble(value);
            } else {
                builder.appendNull();
            }
        }
    }

    @Test
    void foldsOfGroupsAndOfBatchesGiveWhatAggregatesGive(MemoryPool pool) {
        RandomCases.run(400, random -> check(random, pool));
    }

    private static void check(SplittableRandom random, MemoryPool pool) {
        int groups = random.nextInt(1, 40);
        Tables.Rows rows = Tables.of("k:int32", "v:float64", "keep:bool");
        for (int i = random.nextInt(300); i > 0; i--) {
            Object key = random.nextInt(9) == 0 ? null : random.nextInt(groups);
            Object value = random.nextInt(4) == 0 ? null : Double.valueOf(random.nextInt(-50, 50) / 4.0);
            rows.row(key, value, random.nextInt(3) > 0);
        }
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .settings(new Settings(Map.of("morsel.rows", "" + random.nextInt(1, 40))))
                .build();
        NullKeys nulls = random.nextBoolean() ? NullKeys.INCLUDE : NullKeys.EXCLUDE;
        Range range = new Range();
        GroupFold atOnce = input -> {
            List<Column> ends = range.partial(input);
            try {
                return range.finish(ends, input.groupCount(), input.pool());
            } finally {
                ends.forEach(Column::close);
            }
        };
        try (Table table = rows.build(pool)) {
            GroupBy by =
                    GroupBy.on(table, "k").where(col("keep")).nullKeys(nulls).order(Order.FIRST_APPEARANCE);
            try (Table expected = by.aggregate(context, max("v").minus(min("v")).as("range"));
                    Table batches = by.fold(context, "range", range, "v");
                    Groups kept = by.groups(context, GroupsOptions.DEFAULT);
                    Table once = kept.fold("range", atOnce, "v")) {
                Tables.assertSame(expected, batches);
                Tables.assertSame(expected, once);
            }
        }
    }

    @Test
    void whatDoesNotFitIsRefused(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = Tables.of("k:int32", "v:float64").row(1, 2.0).build(pool)) {
            assertThatThrownBy(() -> GroupBy.on(table).fold(context, "r", new Range(), "v"))
                    .hasMessageContaining("takes keys and a filter alone");
            assertThatThrownBy(() -> GroupBy.on(table, "k").fold(context, "r", new Range(), "w"))
                    .hasMessageContaining("\"w\" not found");
        }
    }
}
