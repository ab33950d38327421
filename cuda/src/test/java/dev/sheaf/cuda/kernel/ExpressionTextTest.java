package dev.sheaf.cuda.kernel;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import org.junit.jupiter.api.Test;

class ExpressionTextTest {
    private static String text(Expr expr) {
        BoundExpr bound = ExpressionCases.bound(expr);
        return switch (ExpressionText.of(bound, column -> "c" + column)) {
            case ExpressionText.Result.Text(String text) -> text;
            case ExpressionText.Result.Refused(String reason) -> "refused: " + reason;
        };
    }

    @Test
    void wholeNumbersAreCheckedAgainstTheEndsOfTheirType() {
        assertThat(text(col("i").plus(1)))
                .isEqualTo("add<i32>(c0, just<i32>(1LL), -2147483648LL, 2147483647LL, fault)");
    }

    @Test
    void floatsAreNot() {
        assertThat(text(col("d").times(0.5)))
                .isEqualTo("multiply(c4, just<f64>(__longlong_as_double(static_cast<i64>(0x3fe0000000000000ULL))))");
    }

    @Test
    void conditionsStopAtTheOperandThatDecides() {
        assertThat(text(col("b").and(col("i").gt(3))))
                .isEqualTo("[&]() -> Maybe<bool> { bool valid = true;"
                        + " { const Maybe<bool> operand = c5; if (is_false(operand)) { return just(false); }"
                        + " valid = valid && operand.valid; }"
                        + " { const Maybe<bool> operand = less(just<i32>(3LL), c0); if (is_false(operand)) { return just(false); }"
                        + " valid = valid && operand.valid; }"
                        + " return Maybe<bool>{!false, valid}; }()");
    }

    @Test
    void branchesAreTakenOneByOne() {
        assertThat(text(when(col("b")).then(col("i")).otherwise(lit(null))))
                .isEqualTo("[&]() -> Maybe<i32> { if (is_true(c5)) { return c0; } return none<i32>(); }()");
    }

    @Test
    void wideConstantsAreWrittenInWords() {
        assertThat(text(col("w").lt(new java.math.BigDecimal("12345678901234567890.1234"))))
                .isEqualTo("less(c7, just<i128>(static_cast<i128>(static_cast<u128>(0x1a24ULL) << 64 |"
                        + " 0x9b1f10a06c96aff2ULL)))");
    }

    @Test
    void whatAUserWroteIsNotInTheText() {
        Expr expr = col("s").eq("\"; } __trap(); //");

        assertThat(text(expr)).isEqualTo("refused: values of type string are computed on the CPU");
    }

    @Test
    void functionsThatTheGpuRoundsInAnotherWayAreRefused() {
        assertThat(text(call(Function.EXP, col("d")))).isEqualTo("refused: exp of float64 is computed on the CPU");
    }
}
