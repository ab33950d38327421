package dev.sheaf.query;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class SampledRowsTest {
    private static final int ROWS = 200_000;

    private static OptionalLong groups(int rows, IntUnaryOperator key) {
        return look(rows, key, Optional.empty()).map(SourceStats.Look::groups).orElse(OptionalLong.empty());
    }

    private static Optional<SourceStats.Look> look(int rows, IntUnaryOperator key, Optional<Expr> condition) {
        Integer[] keys = new Integer[rows];
        for (int row = 0; row < rows; row++) {
            keys[row] = key.applyAsInt(row);
        }
        try (Table table = Table.of("k", keys)) {
            return new TableDataset(table).stats().sample().look(List.of("k"), condition);
        }
    }

    @Test
    void fewKeysAreAllSeen() {
        assertThat(groups(ROWS, row -> row % 7)).hasValue(7);
        assertThat(groups(ROWS, _ -> 3)).hasValue(1);
    }

    @Test
    void differentKeysAreAsManyAsRows() {
        assertThat(groups(ROWS, row -> row * 0x9e3779b1)).hasValue(ROWS);
    }

    @Test
    void moderatelyManyAreNotFarFromWhatTheyAre() {
        assertThat(groups(ROWS, row -> ((row * 0x9e3779b1) >>> 8) % 2_000).orElseThrow())
                .isBetween(1_000L, 4_000L);
    }

    @Test
    void runsOfRowsCountAsFew() {
        assertThat(groups(ROWS, row -> row / 50).orElseThrow()).isLessThan(1_000);
    }

    @Test
    void unevenKeysAreMoreThanTheFrequentOnesTell() {
        SplittableRandom random = new SplittableRandom(1);
        int[] keys = random.doubles(ROWS)
                .mapToInt(share -> (int) Math.exp(share * Math.log(20_000_000)))
                .toArray();
        long different = Arrays.stream(keys).distinct().count();

        assertThat(groups(ROWS, row -> keys[row]).orElseThrow()).isBetween(different / 6, different * 2);
    }

    @Test
    void aConditionIsTriedOnTheRows() {
        Expr half = col("k").lt(0);
        SourceStats.Look look =
                look(ROWS, row -> row * 0x9e3779b1, Optional.of(half)).orElseThrow();
        assertThat(look.passing()).isBetween(0.4, 0.6);
        assertThat(look.groups()).hasValue(Math.round(ROWS * look.passing()));

        SourceStats.Look few = look(ROWS, row -> ((row * 0x9e3779b1) >>> 8) % 1_000, Optional.of(col("k").lt(5)))
                .orElseThrow();
        assertThat(few.passing()).isLessThan(0.03);
        assertThat(few.groups().orElseThrow()).isBetween(1L, 20L);
    }

    @Test
    void aConditionThatFailsTellsNothing() {
        Expr sum = lit(Long.MAX_VALUE).plus(col("k")).gt(0);
        assertThat(look(ROWS, row -> -row, Optional.of(sum))).isPresent();
        assertThat(look(ROWS, row -> row, Optional.of(sum))).isEmpty();
        assertThat(look(ROWS, row -> row, Optional.of(col("other").gt(0)))).isEmpty();
    }

    @Test
    void fewRowsAreNotLookedAt() {
        assertThat(groups(1_000, row -> row)).isEmpty();
    }
}
