package dev.sheaf.sql.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.expr.Expr;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class LiteralsTest {
    @Test
    void wholeNumbersHaveTheFirstTypeThatHoldsThem() {
        assertThat(value("0")).isEqualTo(0);
        assertThat(value("-2147483648")).isEqualTo(Integer.MIN_VALUE);
        assertThat(value("2147483648")).isEqualTo(2147483648L);
        assertThat(value("000000000000000007")).isEqualTo(7);
        assertThat(value("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
        assertThat(value("-999999999999999999")).isEqualTo(-999_999_999_999_999_999L);
        assertThat(value("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(value("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(value("0000000000000000000007")).isEqualTo(7);
        assertThat(value("9223372036854775808")).isEqualTo(new BigDecimal("9223372036854775808"));
    }

    @Test
    void aPointMakesADecimalAndAnExponentADouble() {
        assertThat(value("1.50")).isEqualTo(new BigDecimal("1.50"));
        assertThat(value("1e3")).isEqualTo(1000.0);
    }

    private static Object value(String digits) {
        return ((Expr.Literal) Literals.number(digits)).value();
    }
}
