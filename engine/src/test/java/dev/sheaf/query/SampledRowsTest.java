package dev.sheaf.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class SampledRowsTest {
    private static final int ROWS = 200_000;

    private static OptionalLong groups(int rows, IntUnaryOperator key) {
        Integer[] keys = new Integer[rows];
        for (int row = 0; row < rows; row++) {
            keys[row] = key.applyAsInt(row);
        }
        try (Table table = Table.of("k", keys)) {
            return new TableDataset(table).stats().sample().groups(List.of("k"));
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
    void fewRowsAreNotLookedAt() {
        assertThat(groups(1_000, row -> row)).isEmpty();
    }
}
