package dev.sheaf.groupby.cpu.key;

import static dev.sheaf.expr.Expressions.count;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class KeyWideningTest {

    @Test
    void nullPackedBeforeKeysFilledAWordStaysNull(MemoryPool pool) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(Map.of("morsel.rows", "2")))
                .build();
        try (Table table = Tables.of("k:int64")
                        .row(1)
                        .row(2)
                        .row((Object) null)
                        .row(1)
                        .row(Long.MAX_VALUE)
                        .row(Long.MIN_VALUE)
                        .build(pool);
                Table groups = GroupBy.on(table, "k").nullKeys(NullKeys.INCLUDE).aggregate(context, count())) {
            Tables.assertSame(
                    Tables.of("k:int64", "count(*):int64")
                            .row(null, 1)
                            .row(1, 2)
                            .row(2, 1)
                            .row(Long.MAX_VALUE, 1)
                            .row(Long.MIN_VALUE, 1),
                    groups,
                    Comparison.ANY_ORDER);
        }
    }

    @Test
    void keyThatLayBeyondTheRangeOfItsLaneSurvivesWidening(MemoryPool pool) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(Map.of("cpu.chunk.rows", "2")))
                .build();
        try (Table table = Tables.of("j:int64", "k:int32")
                        .row(0, 0)
                        .row(1, 1)
                        .row(100_000_000, 0)
                        .row(0, 0)
                        .row(-900_000_000, 1)
                        .row(0, 0)
                        .row((1L << 62) - 500_000_000, 0)
                        .row(100_000_000, 0)
                        .build(pool);
                Table groups = GroupBy.on(table, "j", "k").aggregate(context, count())) {
            Tables.assertSame(
                    Tables.of("j:int64", "k:int32", "count(*):int64")
                            .row(0, 0, 3)
                            .row(1, 1, 1)
                            .row(100_000_000, 0, 2)
                            .row(-900_000_000, 1, 1)
                            .row((1L << 62) - 500_000_000, 0, 1),
                    groups,
                    Comparison.ANY_ORDER);
        }
    }

    /// Rows that find their states at the slot of the key are not read as those are that get a number.
    @Test
    void nullThatComesFirstToItsPlaceStaysNull(MemoryPool pool) {
        try (Table table = Tables.of("k:int32")
                        .row(0)
                        .row(1)
                        .row(2)
                        .row(0)
                        .row((Object) null)
                        .row(1)
                        .build(pool);
                Table groups = GroupBy.on(table, "k").nullKeys(NullKeys.INCLUDE).aggregate(placing(pool), count())) {
            Tables.assertSame(
                    Tables.of("k:int32", "count(*):int64")
                            .row(0, 2)
                            .row(1, 2)
                            .row(2, 1)
                            .row(null, 1),
                    groups,
                    Comparison.ANY_ORDER);
        }
    }

    /// Keys from 0 to 4 take three bits, which also hold -1; keys up to 126 take seven, which do not.
    @Test
    void keyAtAPlaceBeyondTheRangeSurvivesWidening(MemoryPool pool) {
        try (Table table = Tables.of("k:int32")
                        .row(0)
                        .row(4)
                        .row(0)
                        .row(4)
                        .row(-1)
                        .row(-1)
                        .row(126)
                        .row(4)
                        .build(pool);
                Table groups = GroupBy.on(table, "k").aggregate(placing(pool), count())) {
            Tables.assertSame(
                    Tables.of("k:int32", "count(*):int64")
                            .row(0, 2)
                            .row(4, 3)
                            .row(-1, 2)
                            .row(126, 1),
                    groups,
                    Comparison.ANY_ORDER);
        }
    }

    private static QueryContext placing(MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(Map.of("morsel.rows", "2", "cpu.chunk.rows", "2")))
                .build();
    }
}
