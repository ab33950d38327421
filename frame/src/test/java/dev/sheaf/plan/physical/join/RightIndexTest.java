package dev.sheaf.plan.physical.join;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Both ways of finding right rows give the pairs that a loop over all of them gives, in its order.
@ExtendWith(PoolCheck.class)
class RightIndexTest {
    private static final JoinKey FIRST = new JoinKey(col("a"), col("x"), false);
    private static final JoinKey SECOND = new JoinKey(col("b"), col("y"), false);

    private static Table table(MemoryPool pool, List<List<@Nullable Object>> rows) {
        Tables.Rows made = Tables.of("a:int64", "b:int32");
        for (List<@Nullable Object> row : rows) {
            made = made.row(row.toArray());
        }
        return made.build(pool);
    }

    /// Rows whose first column has numbers from `least` on, most of them in a range, few of them far away.
    private static List<List<@Nullable Object>> rows(
            SplittableRandom random, int count, long least, int range, int nulls) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(random.nextInt(nulls) == 0 ? null : Long.valueOf(least + random.nextInt(range)));
            row.add(random.nextInt(nulls) == 0 ? null : Integer.valueOf(random.nextInt(3)));
            rows.add(row);
        }
        return rows;
    }

    private static List<String> expected(
            List<List<@Nullable Object>> left, List<List<@Nullable Object>> right, int keys) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            for (int j = 0; j < right.size(); j++) {
                boolean same = true;
                for (int key = 0; key < keys; key++) {
                    Object value = left.get(i).get(key);
                    same &= value != null && value.equals(right.get(j).get(key));
                }
                if (same) {
                    pairs.add(i + "-" + j);
                }
            }
        }
        return pairs;
    }

    /// The pairs that an index finds, of which those that differ in a key beside the known one are left out.
    private static List<String> found(RightIndex index, Table left, Table right, int keys, int most) {
        List<Column> columns = left.columns().subList(0, keys);
        List<String> found = new ArrayList<>();
        int rows = (int) left.rowCount();
        for (int at = 0; at < rows; ) {
            RowPairs pairs = new RowPairs(1);
            int looked = index.find(columns, at, Math.min(100, rows - at), most, pairs);
            assertThat(looked).isPositive();
            at += looked;
            for (int pair = 0; pair < pairs.count(); pair++) {
                int one = pairs.left()[pair];
                int other = pairs.right()[pair];
                boolean same = true;
                for (int key = 0; key < keys; key++) {
                    Object value = left.column(key).get(one);
                    boolean isEqual =
                            value != null && value.equals(right.column(key).get(other));
                    if (key == index.knownKey()) {
                        assertThat(isEqual).isTrue();
                    }
                    same &= isEqual;
                }
                if (same) {
                    found.add(one + "-" + other);
                }
            }
        }
        return found;
    }

    @Test
    void pairsAreThoseOfALoop(MemoryPool pool) {
        RandomCases.run(400, random -> {
            int keys = random.nextInt(1, 3);
            List<JoinKey> joinKeys = List.of(FIRST, SECOND).subList(0, keys);
            long least = new long[] {0, -7, Long.MIN_VALUE, Long.MAX_VALUE - 2_000}[random.nextInt(4)];
            int range = random.nextInt(1, 2_000);
            int nulls = random.nextBoolean() ? 10 : Integer.MAX_VALUE;
            var right = rows(random, random.nextInt(1, 300), least, random.nextInt(1, range + 1), nulls);
            var left = rows(random, random.nextInt(1, 300), least, range, nulls);
            left.add(List.of(Long.MAX_VALUE, 0));
            left.add(List.of(Long.MIN_VALUE, 1));
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .threads(random.nextInt(1, 4))
                    .build();
            int most = random.nextBoolean() ? 7 : Integer.MAX_VALUE;
            try (Table leftTable = table(pool, left);
                    Table rightTable = table(pool, right)) {
                List<String> expected = expected(left, right, keys);
                List<Column> columns = rightTable.columns().subList(0, keys);
                try (HashIndex index = HashIndex.of(columns, joinKeys, right.size(), context)) {
                    assertThat(found(index, leftTable, rightTable, keys, most)).isEqualTo(expected);
                }
                Optional<DenseIndex> dense = DenseIndex.of(columns, joinKeys, right.size(), context);
                if (dense.isPresent()) {
                    try (DenseIndex index = dense.get()) {
                        assertThat(found(index, leftTable, rightTable, keys, most))
                                .isEqualTo(expected);
                    }
                }
            }
        });
    }

    @Test
    void rowsOfANumberRiseWhateverThreadsPutThem(MemoryPool pool) {
        int rows = 100_000;
        Tables.Rows made = Tables.of("a:int64", "b:int32");
        for (int row = 0; row < rows; row++) {
            made = made.row(row % 50_000 - 1_000L, row);
        }
        QueryContext context = QueryContext.builder().pool(pool).threads(3).build();
        try (Table right = made.build(pool);
                Table left = Tables.of("a:int64", "b:int32")
                        .row(48_999L, 0)
                        .row(-1_000L, 0)
                        .row(49_000L, 0)
                        .build(pool)) {
            List<Column> columns = List.of(right.column(0));
            List<String> pairs = List.of("0-49999", "0-99999", "1-0", "1-50000");
            try (DenseIndex dense = DenseIndex.of(columns, List.of(FIRST), rows, context)
                            .orElseThrow();
                    HashIndex hashed = HashIndex.of(columns, List.of(FIRST), rows, context)) {
                assertThat(found(dense, left, right, 1, Integer.MAX_VALUE)).isEqualTo(pairs);
                assertThat(found(hashed, left, right, 1, Integer.MAX_VALUE)).isEqualTo(pairs);
            }
        }
    }

    @Test
    void aFewNumbersOfARangeHaveTheirRanksAsPlaces(MemoryPool pool) {
        int rows = 100_000;
        Tables.Rows made = Tables.of("a:int64", "b:int32");
        for (int row = 0; row < rows; row++) {
            made = made.row(row % 50_000 * 61L - 1_000, row);
        }
        QueryContext context = QueryContext.builder().pool(pool).threads(3).build();
        try (Table right = made.build(pool);
                Table left = Tables.of("a:int64", "b:int32")
                        .row(49_999L * 61 - 1_000, 0)
                        .row(-1_000L, 0)
                        .row(-999L, 0)
                        .row(61L * 64 - 1_000, 0)
                        .row(Long.MIN_VALUE, 0)
                        .row(Long.MAX_VALUE, 0)
                        .build(pool);
                DenseIndex index = DenseIndex.of(List.of(right.column(0)), List.of(FIRST), rows, context)
                        .orElseThrow()) {
            assertThat(found(index, left, right, 1, Integer.MAX_VALUE))
                    .containsExactly("0-49999", "0-99999", "1-0", "1-50000", "3-64", "3-50064");
        }
    }

    @Test
    void numbersFarApartOrSharedByManyAreHashed(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table far = Tables.of("a:int64", "b:int32")
                        .row(Long.MIN_VALUE, 1)
                        .row(Long.MAX_VALUE, 1)
                        .build(pool);
                Table shared = Tables.of("a:int64", "b:int32")
                        .row(1L, 1)
                        .row(1L, 2)
                        .row(1L, 3)
                        .build(pool)) {
            assertThat(DenseIndex.of(far.columns().subList(0, 1), List.of(FIRST), 2, context))
                    .isEmpty();
            assertThat(DenseIndex.of(List.of(shared.column(0)), List.of(FIRST), 3, context)
                            .map(RightIndexTest::closed))
                    .isPresent();
            assertThat(DenseIndex.of(shared.columns(), List.of(FIRST, SECOND), 3, context)
                            .map(RightIndexTest::closed))
                    .contains(1);
        }
    }

    private static int closed(DenseIndex index) {
        index.close();
        return index.knownKey();
    }
}
