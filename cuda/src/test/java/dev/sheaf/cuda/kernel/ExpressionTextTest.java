package dev.sheaf.cuda.kernel;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExpressionTextTest {
    private static String text(Expr expr) {
        return text(new ExpressionText(column -> "c" + column), expr);
    }

    private static String text(ExpressionText texts, Expr expr) {
        return switch (texts.of(ExpressionCases.bound(expr))) {
            case ExpressionText.Result.Text(String text) -> text;
            case ExpressionText.Result.Refused(String reason) -> "refused: " + reason;
        };
    }

    @Test
    void wholeNumbersAreCheckedAgainstTheEndsOfTheirType() {
        assertThat(text(col("i").plus(1)))
                .isEqualTo("add<i32>(c0, literal<i32>(literals + 0), -2147483648LL, 2147483647LL, fault)");
    }

    @Test
    void floatsAreNot() {
        assertThat(text(col("d").times(0.5))).isEqualTo("multiply(c4, literal<f64>(literals + 0))");
    }

    @Test
    void conditionsStopAtTheOperandThatDecides() {
        assertThat(text(col("b").and(col("i").gt(3))))
                .isEqualTo("[&]() -> Maybe<bool> { bool valid = true;"
                        + " { const Maybe<bool> operand = c5; if (is_false(operand)) { return just(false); }"
                        + " valid = valid && operand.valid; }"
                        + " { const Maybe<bool> operand = less(literal<i32>(literals + 0), c0); if (is_false(operand)) { return just(false); }"
                        + " valid = valid && operand.valid; }"
                        + " return Maybe<bool>{!false, valid}; }()");
    }

    @Test
    void branchesAreTakenOneByOne() {
        assertThat(text(when(col("b")).then(col("i")).otherwise(lit(null))))
                .isEqualTo("[&]() -> Maybe<i32> { if (is_true(c5)) { return c0; } return none<i32>(); }()");
    }

    @Test
    void literalsAreWordsBesideTheText() {
        ExpressionText texts = new ExpressionText(column -> "c" + column);

        assertThat(text(texts, col("w").lt(new BigDecimal("12345678901234567890.1234"))))
                .isEqualTo("less(c7, literal<i128>(literals + 0))");
        assertThat(text(texts, col("i").gt(-3))).isEqualTo("less(literal<i32>(literals + 2), c0)");
        assertThat(text(texts, col("d").eq(0.5))).isEqualTo("equal(c4, literal<f64>(literals + 3))");
        assertThat(texts.literals()).containsExactly(0x9b1f10a06c96aff2L, 0x1a24L, -3L, 0x3fe0000000000000L);
    }

    @Test
    void aLiteralThatIsEqualToAnotherHasAPlaceOfItsOwn() {
        assertThat(text(col("i").gt(3).and(col("l").gt(3L))))
                .isEqualTo(text(col("i").gt(3).and(col("l").gt(4L))));
    }

    @Test
    void equalExpressionsHaveOneText() {
        ExpressionText texts = new ExpressionText(column -> "c" + column);
        String first = text(texts, col("d").times(0.5));

        assertThat(text(texts, col("d").times(0.5).plus(1.0)))
                .isEqualTo("add(" + first + ", literal<f64>(literals + 1))");
    }

    @Test
    void divisorsComeWithTheirReciprocals() {
        ExpressionText texts = new ExpressionText(column -> "c" + column);

        assertThat(text(texts, col("i").mod(-7))).isEqualTo("remainder_by(c0, literals + 0)");
        assertThat(text(texts, col("u").mod(7))).isEqualTo("remainder_by(c2, literals + 2)");
        assertThat(texts.literals()).containsExactly(-7L, 0xffff_ffffL / 7, 7L, Long.divideUnsigned(-1, 7));
    }

    @Test
    void nothingIsDividedByZeroAtOnce() {
        assertThat(text(col("i").mod(0))).isEqualTo("whole_remainder(c0, literal<i32>(literals + 0))");
    }

    @Test
    void literalsBehindTheLastPlaceAreNumbersInTheText() {
        List<Object> many =
                IntStream.rangeClosed(1, 65).<Object>mapToObj(i -> i).toList();

        assertThat(text(col("i").in(many.toArray())))
                .contains("literal<i32>(literals + 63)")
                .contains("just<i32>(65LL)")
                .doesNotContain("literals + 64");
    }

    @Test
    void expressionsOfManyPartsAreRefused() {
        List<Object> many =
                IntStream.rangeClosed(1, 250).<Object>mapToObj(i -> i).toList();

        assertThat(text(col("i").in(many.toArray())))
                .isEqualTo("refused: an expression of this size is computed on the CPU");
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
