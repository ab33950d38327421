package dev.sheaf.io.parquet.read;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionPartTest {
    private static final int BATCH = 1000;

    private final ConditionPart text = part("text");
    private final ConditionPart number = part("number");
    private final ConditionPart code = part("code");

    private static ConditionPart part(String column) {
        return new ConditionPart(col(column).eq(lit(1L)), new BitSet());
    }

    private void assertOrder(ConditionPart... expected) {
        assertThat(ConditionPart.ordered(List.of(text, number, code))).containsExactly(expected);
    }

    @Test
    void partsOfWhichNothingIsKnownStayWhereTheyAre() {
        assertOrder(text, number, code);
    }

    @Test
    void thePartThatDropsRowsInTheLeastTimeGoesFirst() {
        text.tested(BATCH, BATCH, 500, 9_000);
        number.tested(BATCH, 500, 490, 1_000);
        code.tested(BATCH, 490, 0, 1_000);
        assertOrder(code, text, number);
    }

    @Test
    void aPartThatIsALittleBetterStays() {
        text.tested(BATCH, BATCH, 500, 1_000);
        number.tested(BATCH, BATCH, 500, 600);
        assertOrder(text, number, code);
    }

    @Test
    void theTimeOfWholeBatchesCountsMoreThanThatOfRowsLeft() {
        text.tested(BATCH, BATCH, 500, 2_000);
        number.tested(BATCH, BATCH, 500, 3_000);
        number.tested(BATCH, 100, 50, 1);
        assertOrder(text, number, code);
    }

    @Test
    void aFewRowsSayNothing() {
        text.tested(BATCH, BATCH, 5, 9_000);
        number.tested(BATCH, 5, 0, 1);
        assertOrder(text, number, code);
    }

    @Test
    void laterBatchesCountMore() {
        number.tested(BATCH, BATCH, 500, 1_000);
        text.tested(BATCH, BATCH, 500, 100_000);
        assertOrder(number, text, code);
        for (int batch = 0; batch < 10; batch++) {
            text.tested(BATCH, BATCH, 500, 1_000);
        }
        assertOrder(text, number, code);
    }
}
