package dev.sheaf.plan.physical.join;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Pairs whose keys differ are left out, as they would be if two keys had one hash.
@ExtendWith(PoolCheck.class)
class KeyEqualityTest {
    private static Table column(MemoryPool pool, String type, List<@Nullable Object> values) {
        Tables.Rows rows = Tables.of("k:" + type);
        for (Object value : values) {
            rows = rows.row(value);
        }
        return rows.build(pool);
    }

    /// All pairs of two columns that are found equal, as `left-right` row numbers.
    private static List<String> equal(
            MemoryPool pool,
            String type,
            boolean nullSafe,
            List<@Nullable Object> lefts,
            List<@Nullable Object> rights) {
        List<String> kept = new ArrayList<>();
        try (Table left = column(pool, type, lefts);
                Table right = column(pool, type, rights)) {
            RowPairs pairs = new RowPairs(1);
            for (int row = 0; row < lefts.size(); row++) {
                for (int partner = 0; partner < rights.size(); partner++) {
                    pairs.add(row, partner);
                }
            }
            KeyEquality.of(
                            new ExtraColumns(List.of(col("k")), left.schema()),
                            new ExtraColumns(List.of(col("k")), right.schema()),
                            0,
                            nullSafe)
                    .keepEqual(
                            left,
                            right,
                            pairs,
                            QueryContext.builder().pool(pool).build());
            for (int pair = 0; pair < pairs.count(); pair++) {
                kept.add(pairs.left()[pair] + "-" + pairs.right()[pair]);
            }
        }
        return kept;
    }

    @Test
    void numbersAreComparedByValue(MemoryPool pool) {
        assertThat(equal(pool, "int64", false, List.of(1L, 1L << 40, -1L), List.of(-1L, 1L << 40)))
                .containsExactly("1-1", "2-0");
        assertThat(equal(pool, "int32", false, List.of(5, 6, -7), List.of(6, 5, 6)))
                .containsExactly("0-1", "1-0", "1-2");
        assertThat(equal(pool, "float64", false, List.of(0.0, Double.NaN, 1.5), List.of(-0.0, 1.5, Double.NaN)))
                .containsExactly("0-0", "1-2", "2-1");
    }

    @Test
    void numbersOfSeveralBlocksAreComparedByValue(MemoryPool pool) {
        List<String> same = IntStream.range(0, 300).mapToObj(i -> "0-" + i).toList();
        for (String type : List.of("int16", "int32", "int64", "float32")) {
            assertThat(equal(pool, type, false, List.of(1, 2), Collections.nCopies(300, 1)))
                    .containsExactlyElementsOf(same);
        }
    }

    @Test
    void textsAreComparedByTheirBytes(MemoryPool pool) {
        assertThat(equal(pool, "string", false, List.of("", "ab", "abc", "abd"), List.of("abd", "ab", "", "ABC")))
                .containsExactly("0-2", "1-1", "3-0");
    }

    @Test
    void nullsAreEqualWhereTheKeySaysSo(MemoryPool pool) {
        List<@Nullable Object> left = Arrays.asList(null, 3, 0);
        List<@Nullable Object> right = Arrays.asList(0, null);
        assertThat(equal(pool, "int32", true, left, right)).containsExactly("0-1", "2-0");
    }

    @Test
    void booleansAreComparedAsConditionsDo(MemoryPool pool) {
        assertThat(equal(pool, "bool", false, List.of(true, false), List.of(false, true, true)))
                .containsExactly("0-1", "0-2", "1-0");
    }
}
