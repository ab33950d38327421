package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionValuesTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "12, 12", "10M, 10000000", "1e7, 10000000", "1.5k, 1500", "10_000, 10000", "2G, 2000000000"})
    void countsAreReadAsPeopleWriteThem(String text, long count) {
        assertThat(OptionValues.count(text)).isEqualTo(count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1x", "1.5", "1e", "1e99", "k", "9223372036854775808"})
    void othersAreRefused(String text) {
        assertThatThrownBy(() -> OptionValues.count(text)).hasMessageContaining("is not a number of rows");
    }

    @Test
    void wrongValuesOfOptionsSayWhatWouldDo() {
        assertThat(Outcome.of("datagen", "orders", "--rows", "many", "-o", "a.csv"))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "sheaf: invalid value for option '--rows': \"many\" is not a number of rows; write for example"
                                + " 1000000, 10M or 1e7. See 'sheaf datagen orders --help'.\n"));
        assertThat(Outcome.of("datagen", "orders", "--rows", "1", "-o", "a.csv", "--memory-limit", "lots")
                        .err())
                .contains("\"lots\" is not a size");
    }
}
