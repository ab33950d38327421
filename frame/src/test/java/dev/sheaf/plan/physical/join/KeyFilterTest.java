package dev.sheaf.plan.physical.join;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PoolCheck.class)
class KeyFilterTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 1000, 65_535, 65_536, 300_000})
    void hasWhatWasAddedAndLittleElse(int keys, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (HashedKeys filter = new HashedKeys(List.of(), keys, context)) {
            SplittableRandom added = new SplittableRandom(keys);
            for (int i = 0; i < keys; i++) {
                filter.add(added.nextLong());
            }
            SplittableRandom again = new SplittableRandom(keys);
            for (int i = 0; i < keys; i++) {
                assertThat(filter.mayHave(again.nextLong())).isTrue();
            }
            int others = 0;
            for (int i = 0; i < 100_000; i++) {
                others += filter.mayHave(again.nextLong()) ? 1 : 0;
            }
            assertThat(others).isLessThan(4_000);
        }
    }

    private static Table numbers(MemoryPool pool, SplittableRandom random, int rows, long least, int range) {
        Tables.Rows made = Tables.of("k:int64");
        for (int row = 0; row < rows; row++) {
            made = made.row(random.nextInt(9) == 0 ? null : Long.valueOf(least + random.nextInt(range)));
        }
        return made.build(pool);
    }

    @Test
    void numbersOfOneRangeAreToldExactly(MemoryPool pool) {
        RandomCases.run(200, random -> {
            QueryContext context = QueryContext.builder().pool(pool).build();
            long least = new long[] {0, -70, Long.MIN_VALUE, Long.MAX_VALUE - 5_000}[random.nextInt(4)];
            try (Table own = numbers(pool, random, 1 + random.nextInt(300), least, 1 + random.nextInt(5_000));
                    Table others = numbers(pool, random, 1 + random.nextInt(300), least, 5_000)) {
                Optional<NumberedKeys> made = NumberedKeys.of(own.columns(), List.of(JoinKey.on("k", "k")), context);
                if (made.isEmpty()) {
                    assertThat(own.column(0).nullCount()).isEqualTo(own.rowCount());
                    return;
                }
                try (NumberedKeys keys = made.get()) {
                    assertThat(selected(keys, others)).isEqualTo(shared(own, others));
                }
            }
        });
    }

    private static List<Integer> selected(KeyFilter keys, Table others) {
        int[] rows = new int[(int) others.rowCount()];
        int half = rows.length / 2;
        int kept = keys.select(others.columns(), 0, half, rows, 0);
        kept = keys.select(others.columns(), half, rows.length - half, rows, kept);
        return Arrays.stream(rows, 0, kept).boxed().toList();
    }

    private static List<Integer> shared(Table own, Table others) {
        Set<Object> values = new HashSet<>();
        for (int row = 0; row < own.rowCount(); row++) {
            values.add(own.column(0).get(row));
        }
        values.remove(null);
        return IntStream.range(0, (int) others.rowCount())
                .filter(row -> values.contains(others.column(0).get(row)))
                .boxed()
                .toList();
    }

    @Test
    void onlyOneNumberThatNoNullEqualsIsTold(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        JoinKey key = JoinKey.on("k", "k");
        try (Table table = Tables.of("k:int64", "t:string").row(1L, "a").build(pool);
                Table far = Tables.of("k:int64").row(0L).row(Long.MAX_VALUE).build(pool)) {
            List<Column> numbers = table.columns().subList(0, 1);
            assertThat(NumberedKeys.of(far.columns(), List.of(key), context)).isEmpty();
            assertThat(NumberedKeys.of(table.columns(), List.of(key, key), context))
                    .isEmpty();
            assertThat(NumberedKeys.of(table.columns().subList(1, 2), List.of(key), context))
                    .isEmpty();
            JoinKey nullSafe = new JoinKey(col("k"), col("k"), true);
            assertThat(NumberedKeys.of(numbers, List.of(nullSafe), context)).isEmpty();
        }
    }

    @Test
    void aCancelledQueryLeavesNoFilterOfADenseIndex(MemoryPool pool) {
        Cancellation cancellation = new Cancellation();
        QueryContext context =
                QueryContext.builder().pool(pool).cancellation(cancellation).build();
        List<JoinKey> keys = List.of(JoinKey.on("k", "k"), JoinKey.on("t", "t"));
        try (Table table = Tables.of("k:int64", "t:string")
                        .row(1L, "a")
                        .row(2L, "b")
                        .build(pool);
                DenseIndex index =
                        DenseIndex.of(table.columns(), keys, 2, context).orElseThrow()) {
            long before = pool.usedBytes();
            cancellation.cancel("enough");
            assertThatThrownBy(() -> index.filter(context)).isInstanceOf(QueryCancelledException.class);
            assertThat(pool.usedBytes()).isEqualTo(before);
        }
    }
}
