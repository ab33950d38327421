package dev.sheaf.expr.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class AsciiTextsTest {
    private static final int CASES = 2_000;

    private static String number(long value) {
        AsciiTexts texts = new AsciiTexts();
        texts.append(value);
        return texts.toString();
    }

    private static String padded(long value, int digits) {
        AsciiTexts texts = new AsciiTexts();
        texts.padded(value, digits);
        return texts.toString();
    }

    @Test
    void numbersOfEveryLengthAreWritten() {
        RandomCases.run(CASES, random -> {
            long value = random.nextLong() >> random.nextInt(Long.SIZE);
            assertThat(number(value)).isEqualTo(Long.toString(value));
        });
        assertThat(number(0)).isEqualTo("0");
        assertThat(number(Long.MIN_VALUE)).isEqualTo(Long.toString(Long.MIN_VALUE));
    }

    @Test
    void zerosComeBeforeShortNumbersAlone() {
        RandomCases.run(CASES, random -> {
            long value = random.nextLong() >>> random.nextInt(1, Long.SIZE);
            int digits = random.nextInt(1, 12);
            assertThat(padded(value, digits)).isEqualTo(String.format(Locale.ROOT, "%0" + digits + "d", value));
        });
        assertThat(padded(-1, 1)).isEqualTo(Long.toUnsignedString(-1));
    }

    @Test
    void textsFollowOneAnother() {
        AsciiTexts texts = new AsciiTexts();
        for (int i = 0; i < 100; i++) {
            assertThat(texts.begin()).isEqualTo(2 * i);
            texts.padded(i, 2);
            assertThat(texts).hasToString(String.format(Locale.ROOT, "%02d", i));
        }
    }
}
