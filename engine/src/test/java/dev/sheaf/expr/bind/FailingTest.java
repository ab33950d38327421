package dev.sheaf.expr.bind;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import org.junit.jupiter.api.Test;

/// That random expressions which cannot fail do not, EvaluatorRandomTest shows.
final class FailingTest {
    private static final Schema SCHEMA = new Schema(List.of(
            new Field("tiny", DataType.INT8, true),
            new Field("small", DataType.INT32, true),
            new Field("big", DataType.INT64, true),
            new Field("count", DataType.UINT32, true)));

    private static final Expr WIDE = col("small").cast(DataType.INT64);

    @Test
    void arithmeticWithRoomToSpareCannotOverflow() {
        assertThat(mayFail(WIDE.times(lit(3)).plus(lit(7)))).isFalse();
        assertThat(mayFail(WIDE.times(WIDE))).isFalse();
        assertThat(mayFail(WIDE.negate().abs())).isFalse();
        assertThat(mayFail(col("count").cast(DataType.INT64).minus(WIDE))).isFalse();
    }

    @Test
    void arithmeticWithoutRoomMayOverflow() {
        assertThat(mayFail(WIDE.times(WIDE).times(lit(3)))).isTrue();
        assertThat(mayFail(col("big").plus(lit(1)))).isTrue();
        assertThat(mayFail(col("small").abs())).isTrue();
        assertThat(mayFail(WIDE.times(lit(Long.MAX_VALUE)))).isTrue();
    }

    @Test
    void onlyTheLeastNumberByMinusOneHasNoQuotient() {
        assertThat(mayFail(call(Function.INT_DIVIDE, col("big"), 13))).isFalse();
        assertThat(mayFail(call(Function.INT_DIVIDE, col("big"), -1))).isTrue();
        assertThat(mayFail(call(Function.INT_DIVIDE, WIDE, col("big")))).isFalse();
        Expr few = call(Function.INT_DIVIDE, WIDE, -3);
        assertThat(mayFail(few.times(lit(Integer.MAX_VALUE)))).isFalse();
        assertThat(mayFail(few.cast(DataType.INT16))).isTrue();
    }

    @Test
    void narrowCastsOfFewNumbersCannotFail() {
        Expr few = col("tiny").cast(DataType.INT64).times(lit(200));
        assertThat(mayFail(few.cast(DataType.INT16))).isFalse();
        assertThat(mayFail(few.plus(lit(20_000)).cast(DataType.INT16))).isTrue();
        assertThat(mayFail(few.cast(DataType.UINT16))).isTrue();
    }

    private static boolean mayFail(Expr expr) {
        return Failing.mayFail(expr, SCHEMA);
    }
}
