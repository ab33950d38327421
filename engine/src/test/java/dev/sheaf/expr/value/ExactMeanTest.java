package dev.sheaf.expr.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactMeanTest {
    private static final MathContext MANY_DIGITS = new MathContext(200);

    @Test
    void theMeanIsTheNearestDouble() {
        RandomCases.run(2000, random -> {
            int bits = random.nextInt(1, 120);
            BigInteger sum = new BigInteger(bits, Random.from(random));
            sum = random.nextBoolean() ? sum : sum.negate();
            int scale = random.nextInt(-3, 30);
            long count = random.nextLong(1, 1L << random.nextInt(1, 40));
            double expected = new BigDecimal(sum, scale)
                    .divide(BigDecimal.valueOf(count), MANY_DIGITS)
                    .doubleValue();
            assertThat(ExactMean.of(sum.shiftRight(64).longValue(), sum.longValue(), scale, count))
                    .as("%s of scale %s, over %s", sum, scale, count)
                    .isEqualTo(expected);
        });
    }
}
