package dev.sheaf.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Answers that pandas gives to the same calls.
class AccessorsTest {
    private static Series texts() {
        return Series.of("t", new String[] {"koala", "Dog", null, "", "größe"});
    }

    private static Series days() {
        return Series.of("d", new LocalDate[] {
            LocalDate.of(2024, 2, 29), LocalDate.of(2023, 12, 31), null, LocalDate.of(2024, 7, 1)
        });
    }

    /// But for the capital of ß, which is one letter here.
    @Test
    void changesTexts() {
        assertThat(texts().str().upper().toList()).containsExactly("KOALA", "DOG", null, "", "GRÖẞE");
        assertThat(texts().str().lower().toList()).containsExactly("koala", "dog", null, "", "größe");
        assertThat(texts().str().capitalize().toList()).containsExactly("Koala", "Dog", null, "", "Größe");
        assertThat(texts().str().len().toList()).containsExactly(5L, 3L, null, 0L, 5L);
        assertThat(texts().str().reverse().toList()).containsExactly("alaok", "goD", null, "", "eßörg");
        assertThat(texts().str().repeat(2).toList()).containsExactly("koalakoala", "DogDog", null, "", "größegröße");
        assertThat(texts().str().cat("!").toList()).containsExactly("koala!", "Dog!", null, "!", "größe!");
        assertThat(texts().str().replace("o", "0").toList()).containsExactly("k0ala", "D0g", null, "", "größe");
    }

    @Test
    void slicesTextsAsPythonDoes() {
        assertThat(texts().str().slice(1).toList()).containsExactly("oala", "og", null, "", "röße");
        assertThat(texts().str().slice(-1).toList()).containsExactly("a", "g", null, "", "e");
        assertThat(texts().str().slice(0, 2).toList()).containsExactly("ko", "Do", null, "", "gr");
        assertThat(texts().str().slice(1, -1).toList()).containsExactly("oal", "o", null, "", "röß");
        assertThat(texts().str().slice(-4, -2).toList()).containsExactly("oa", "D", null, "", "rö");
        assertThat(texts().str().slice(3, 1).toList()).containsExactly("", "", null, "", "");
        assertThat(texts().str().get(0).toList()).containsExactly("k", "D", null, null, "g");
        assertThat(texts().str().get(3).toList()).containsExactly("l", null, null, null, "ß");
        assertThat(texts().str().get(-4).toList()).containsExactly("o", null, null, null, "r");
    }

    @Test
    void looksIntoTexts() {
        assertThat(texts().str().contains("o").toList()).containsExactly(true, true, null, false, false);
        assertThat(texts().str().startsWith("k").toList()).containsExactly(true, false, null, false, false);
        assertThat(texts().str().endsWith("g").toList()).containsExactly(false, true, null, false, false);
        assertThat(texts().str().like("%o%").toList()).containsExactly(true, true, null, false, false);
        assertThat(texts().str().find("a").toList()).containsExactly(2L, -1L, null, -1L, -1L);
    }

    @Test
    void findsRegularExpressions() {
        assertThat(texts().str().matches("^[kg].*").toList()).containsExactly(true, false, null, false, true);
        assertThat(texts().str().fullMatches("[a-z]+").toList()).containsExactly(true, false, null, false, false);
        assertThat(texts().str().extract("([aeiou])(.)", 2).toList()).containsExactly("a", "g", null, null, null);
        assertThat(texts().str().extract("[aeiou]l?", 0).toList()).containsExactly("o", "o", null, null, "e");
        assertThat(texts().str().replaceMatches("([ao])", "<\\1>").toList())
                .containsExactly("k<o><a>l<a>", "D<o>g", null, "", "größe");
        assertThat(texts().str().split("o").toList())
                .containsExactly(List.of("k", "ala"), List.of("D", "g"), null, List.of(""), List.of("größe"));
        assertThatThrownBy(() -> texts().str().matches("(")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> texts().str().extract("a", 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void padsAndStrips() {
        Series numbers = Series.of("n", new String[] {"-1", "1", "1000", null, "+7"});
        assertThat(numbers.str().zfill(3).toList()).containsExactly("-01", "001", "1000", null, "+07");
        assertThat(numbers.str().rjust(3, "x").toList()).containsExactly("x-1", "xx1", "1000", null, "x+7");
        assertThat(numbers.str().ljust(3, "x").toList()).containsExactly("-1x", "1xx", "1000", null, "+7x");
        Series spaces = Series.of("s", new String[] {" 1. Ant. ", "2. Bee!", null});
        assertThat(spaces.str().strip().toList()).containsExactly("1. Ant.", "2. Bee!", null);
        assertThat(spaces.str().strip("123.! ").toList()).containsExactly("Ant", "Bee", null);
        assertThat(spaces.str().lstrip(" 123.").toList()).containsExactly("Ant. ", "Bee!", null);
        assertThat(spaces.str().rstrip(".! ").toList()).containsExactly(" 1. Ant", "2. Bee", null);
        Series fixed = Series.of("s", new String[] {"str_foo", "foo_str", "str_", null});
        assertThat(fixed.str().removePrefix("str_").toList()).containsExactly("foo", "foo_str", "", null);
        assertThat(fixed.str().removeSuffix("_str").toList()).containsExactly("str_foo", "foo", "str_", null);
        assertThat(fixed.str().removeSuffix("").toList()).containsExactly("str_foo", "foo_str", "str_", null);
    }

    @Test
    void partsOfDates() {
        assertThat(days().dt().year().toList()).containsExactly(2024L, 2023L, null, 2024L);
        assertThat(days().dt().quarter().toList()).containsExactly(1L, 4L, null, 3L);
        assertThat(days().dt().month().toList()).containsExactly(2L, 12L, null, 7L);
        assertThat(days().dt().week().toList()).containsExactly(9L, 52L, null, 27L);
        assertThat(days().dt().day().toList()).containsExactly(29L, 31L, null, 1L);
        assertThat(days().dt().dayOfWeek().toList()).containsExactly(3L, 6L, null, 0L);
        assertThat(days().dt().dayOfYear().toList()).containsExactly(60L, 365L, null, 183L);
        assertThat(days().dt().dayName().toList()).containsExactly("Thursday", "Sunday", null, "Monday");
        assertThat(days().dt().monthName().toList()).containsExactly("February", "December", null, "July");
        assertThat(days().dt().daysInMonth().toList()).containsExactly(29L, 31L, null, 31L);
        assertThat(days().dt().isMonthStart().toList()).containsExactly(false, false, null, true);
        assertThat(days().dt().isMonthEnd().toList()).containsExactly(true, true, null, false);
        assertThat(days().dt().isQuarterStart().toList()).containsExactly(false, false, null, true);
        assertThat(days().dt().isQuarterEnd().toList()).containsExactly(false, true, null, false);
        assertThat(days().dt().isYearStart().toList()).containsExactly(false, false, null, false);
        assertThat(days().dt().isYearEnd().toList()).containsExactly(false, true, null, false);
        assertThat(days().dt().isLeapYear().toList()).containsExactly(true, false, null, true);
    }

    @Test
    void partsOfTimestamps() {
        Series times = Series.of("t", new LocalDateTime[] {LocalDateTime.of(2024, 2, 29, 13, 45, 59), null});

        assertThat(times.dt().hour().toList()).containsExactly(13L, null);
        assertThat(times.dt().minute().toList()).containsExactly(45L, null);
        assertThat(times.dt().second().toList()).containsExactly(59L, null);
        assertThat(times.dt().date().toList()).containsExactly(LocalDate.of(2024, 2, 29), null);
        assertThat(times.dt().floor("hour").toList()).containsExactly(LocalDateTime.of(2024, 2, 29, 13, 0), null);
        assertThat(times.dt().epoch().toList()).containsExactly(1_709_214_359.0, null);
        assertThat(times.dt().isMonthEnd().toList()).containsExactly(true, null);
        assertThat(times.dt().daysInMonth().toList()).containsExactly(29L, null);
    }

    @Test
    void otherTypesAreRefused() {
        assertThatThrownBy(() -> days().str())
                .hasMessage("str() is about texts; \"d\" is date, convert it with astype");
        assertThatThrownBy(() -> texts().dt()).hasMessageContaining("dt() is about dates and timestamps");
    }
}
