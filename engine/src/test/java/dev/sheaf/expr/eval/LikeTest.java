package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.eval.Answers.failure;
import static dev.sheaf.expr.eval.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.fold.Folding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// LIKE and ILIKE, with the pattern as a constant and as a column.
class LikeTest {
    private static final Expr S = col("s");
    private static final Expr P = col("p");

    private static void matches(boolean expected, String text, String pattern) {
        assertThat(value(S.like(pattern), "s:string", text))
                .as("'%s' like '%s'", text, pattern)
                .isEqualTo(expected);
        assertThat(value(call(Function.LIKE, S, P), "s:string", text, "p:string", pattern))
                .isEqualTo(expected);
    }

    @Test
    void percentTakesAnyText() {
        matches(true, "abc", "%");
        matches(true, "", "%");
        matches(true, "", "");
        matches(false, "a", "");
        matches(true, "special requests", "special%");
        matches(false, "specia", "special%");
        matches(true, "special requests", "%requests");
        matches(false, "requests special", "%requests");
        matches(true, "a forest green lawn", "%green%");
        matches(false, "a forest gree lawn", "%green%");
        matches(true, "the special and the requests", "%special%requests%");
        matches(false, "the requests and the special", "%special%requests%");
        matches(true, "ab", "a%b%");
        matches(false, "aba", "a%b");
        matches(true, "abcabc", "%b%c");
        matches(false, "ab", "ab%b");
    }

    @Test
    void underscoreTakesOneCodePoint() {
        matches(true, "é", "_");
        matches(true, "😀", "_");
        matches(false, "", "_");
        matches(false, "ab", "_");
        matches(true, "aXb", "a_b");
        matches(true, "a\nb", "a_b");
        matches(true, "abcabc", "%b_a%c");
        matches(true, "xxaéb", "%a_b");
        matches(true, "x😀yz", "_😀__");
        matches(true, "日本語", "%_語");
        matches(false, "語", "%_語");
        matches(true, "aab", "%_b");
        matches(true, "abab", "_b%_b");
    }

    @Test
    void withoutEscapeTheBackslashIsABackslash() {
        matches(false, "a%", "a\\%");
        matches(true, "a\\b", "a\\%");
    }

    @Test
    void escapedSignsStandForThemselves() {
        Expr like = call(Function.LIKE, S, "a^%^_^^%", "^");
        assertThat(value(like, "s:string", "a%_^ and more")).isEqualTo(true);
        assertThat(value(like, "s:string", "abc^")).isEqualTo(false);
        assertThat(value(call(Function.LIKE, S, P, ""), "s:string", "ab", "p:string", "a_"))
                .isEqualTo(true);
    }

    @Test
    void aPatternMayNotEndInItsEscape() {
        assertThat(failure(call(Function.LIKE, S, "a^", "^"), "s:string", "a"))
                .isEqualTo("the LIKE pattern 'a^' ends in its escape character");
        assertThat(failure(call(Function.LIKE, S, P, "^"), "s:string", "a", "p:string", "a^"))
                .isNotEmpty();
        assertThat(failure(call(Function.LIKE, S, "a", "xy"), "s:string", "a")).contains("is one character, not 'xy'");
    }

    @Test
    void ilikeIgnoresCase() {
        assertThat(value(call(Function.ILIKE, S, "%GREEN%"), "s:string", "Forest Green"))
                .isEqualTo(true);
        assertThat(value(call(Function.ILIKE, S, "äb%"), "s:string", "ÄBC")).isEqualTo(true);
        assertThat(value(call(Function.ILIKE, S, P), "s:string", "abc", "p:string", "A_C"))
                .isEqualTo(true);
        assertThat(value(call(Function.ILIKE, S, "x%"), "s:string", "ABC")).isEqualTo(false);
    }

    @Test
    void nullMakesNull() {
        assertThat(value(S.like("%"), "s:string", null)).isNull();
        assertThat(value(call(Function.LIKE, S, P), "s:string", "a", "p:string", null))
                .isNull();
    }

    /// With backtracking each `%` multiplies what is tried by the length of the text.
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void manyPercentSignsCostNoMoreThanTheProductOfTheLengths() {
        String text = "a".repeat(2_000);
        String pattern = "%a".repeat(500) + "%b";
        assertThat(value(S.like(pattern), "s:string", text)).isEqualTo(false);
        assertThat(value(call(Function.ILIKE, S, pattern), "s:string", text)).isEqualTo(false);
        assertThat(Folding.fold(lit(text).like(pattern), Schema.of())).isEqualTo(lit(false));
    }
}
