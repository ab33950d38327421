package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.eval.Answers.failure;
import static dev.sheaf.expr.eval.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.value.LetterCase;
import dev.sheaf.testing.RandomCases;
import java.time.LocalDate;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Text functions, by what DuckDB gives: on code points, with ASCII and other texts.
class TextFunctionTest {
    private static final Expr S = col("s");

    private static @Nullable Object of(@Nullable String text, Function function, @Nullable Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = S;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return value(call(function, all), "s:string", text);
    }

    @Test
    void lengthCountsCodePoints() {
        assertThat(of("hello", Function.LENGTH)).isEqualTo(5L);
        assertThat(of("äé😀", Function.LENGTH)).isEqualTo(3L);
        assertThat(of("", Function.LENGTH)).isEqualTo(0L);
        assertThat(of("a rather long text with one ß in it", Function.LENGTH)).isEqualTo(35L);
        assertThat(of("é", Function.OCTET_LENGTH)).isEqualTo(2L);
        assertThat(value(call(Function.OCTET_LENGTH, S), "s:binary", new byte[3]))
                .isEqualTo(3L);
    }

    @Test
    void nullMakesNull() {
        assertThat(of(null, Function.LENGTH)).isNull();
        assertThat(of("a", Function.CONCAT, (Object) null)).isNull();
        assertThat(value(call(Function.LEFT, S, col("n")), "s:string", "abc", "n:int64", null))
                .isNull();
    }

    @Test
    void changesCase() {
        assertThat(of("Hello, World 123 @[`{", Function.UPPER)).isEqualTo("HELLO, WORLD 123 @[`{");
        assertThat(of("Hello, World 123 @[`{", Function.LOWER)).isEqualTo("hello, world 123 @[`{");
        assertThat(of("straße", Function.UPPER)).isEqualTo("STRAẞE");
        assertThat(of("ÄÖÜ İ", Function.LOWER)).isEqualTo("äöü i");
        assertThat(of("😀é", Function.UPPER)).isEqualTo("😀É");
    }

    @Test
    void changesCaseOfLettersOfEachSize() {
        RandomCases.run(3000, random -> {
            String text = letters(random);
            assertThat(of(text, Function.UPPER)).isEqualTo(mapped(text, LetterCase::upper));
            assertThat(of(text, Function.LOWER)).isEqualTo(mapped(text, Character::toLowerCase));
        });
    }

    @Test
    void caseOfSingleLettersIsThatOfJavaButForSharpS() {
        assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                        .filter(letter -> LetterCase.lower(letter) != Character.toLowerCase(letter)
                                || LetterCase.upper(letter) != Character.toUpperCase(letter)))
                .containsExactly((int) 'ß');
    }

    /// Up to 30 letters, most of them of one or two bytes, in runs.
    private static String letters(SplittableRandom random) {
        int[] ends = {0x80, 0x80, 0x80, 0x250, 0x800, 0xd800, 0x10ffff};
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(30); left > 0; left--) {
            int end = ends[random.nextInt(ends.length)];
            int letter = random.nextInt(1, end);
            text.appendCodePoint(letter >= 0xd800 && letter < 0xe000 ? 'x' : letter);
        }
        return text.toString();
    }

    private static String mapped(String text, IntUnaryOperator letter) {
        int[] letters = text.codePoints().map(letter).toArray();
        return new String(letters, 0, letters.length);
    }

    @Test
    void substringCountsFromOneOrFromTheEnd() {
        assertThat(of("hello", Function.SUBSTRING, 2, 3)).isEqualTo("ell");
        assertThat(of("hello", Function.SUBSTRING, 2)).isEqualTo("ello");
        assertThat(of("hello", Function.SUBSTRING, -3, 2)).isEqualTo("ll");
        assertThat(of("hello", Function.SUBSTRING, -2)).isEqualTo("lo");
        assertThat(of("h😀llo", Function.SUBSTRING, 2, 2)).isEqualTo("😀l");
        assertThat(of("h😀llo", Function.SUBSTRING, -4, 1)).isEqualTo("😀");
        assertThat(of("Zoë Müller, Zürich", Function.SUBSTRING, 9, 6)).isEqualTo("er, Zü");
        assertThat(of("Νίκος Παπαδόπουλος", Function.SUBSTRING, 7, 12)).isEqualTo("Παπαδόπουλος");
    }

    @Test
    void substringOutsideTheTextIsCutOff() {
        assertThat(of("hello", Function.SUBSTRING, 0, 3)).isEqualTo("he");
        assertThat(of("hello", Function.SUBSTRING, -10, 7)).isEqualTo("he");
        assertThat(of("hello", Function.SUBSTRING, 10, 2)).isEqualTo("");
        assertThat(of("hello", Function.SUBSTRING, 2, -1)).isEqualTo("h");
        assertThat(of("12", Function.SUBSTRING, 5, -2)).isEqualTo("");
        assertThat(of("héllo", Function.SUBSTRING, 2, Long.MAX_VALUE)).isEqualTo("éllo");
        assertThat(of("hello", Function.SUBSTRING, Long.MIN_VALUE, 10)).isEqualTo("");
    }

    @Test
    void leftAndRight() {
        assertThat(of("hello", Function.LEFT, 2)).isEqualTo("he");
        assertThat(of("hello", Function.LEFT, -2)).isEqualTo("hel");
        assertThat(of("hello", Function.RIGHT, 2)).isEqualTo("lo");
        assertThat(of("hello", Function.RIGHT, -2)).isEqualTo("llo");
        assertThat(of("é😀a", Function.LEFT, 2)).isEqualTo("é😀");
        assertThat(of("é😀a", Function.RIGHT, 2)).isEqualTo("😀a");
        assertThat(of("abc", Function.RIGHT, Long.MIN_VALUE)).isEqualTo("");
    }

    @Test
    void trims() {
        assertThat(of("  a ", Function.TRIM)).isEqualTo("a");
        assertThat(of("\ta", Function.TRIM)).isEqualTo("\ta");
        assertThat(of("xxaxx", Function.TRIM, "x")).isEqualTo("a");
        assertThat(of("xxaxx", Function.LTRIM, "x")).isEqualTo("axx");
        assertThat(of("xxaxx", Function.RTRIM, "x")).isEqualTo("xxa");
        assertThat(of("é😀aé", Function.TRIM, "😀é")).isEqualTo("a");
        assertThat(of("abc", Function.TRIM, "")).isEqualTo("abc");
        assertThat(of("    ", Function.TRIM)).isEqualTo("");
    }

    @Test
    void concatenatesTheTextsOfAllTypes() {
        Expr row = call(Function.CONCAT, S, lit(": "), col("n"), lit(" on "), col("d"));
        assertThat(value(row, "s:string", "a", "n:int32", 5, "d:date", LocalDate.of(2024, 1, 31)))
                .isEqualTo("a: 5 on 2024-01-31");
    }

    @Test
    void replacesRepeatsAndReverses() {
        assertThat(of("hello", Function.REPLACE, "l", "LL")).isEqualTo("heLLLLo");
        assertThat(of("aaaa", Function.REPLACE, "aa", "b")).isEqualTo("bb");
        assertThat(of("aaa", Function.REPLACE, "", "b")).isEqualTo("aaa");
        assertThat(of("ab", Function.REPEAT, 3)).isEqualTo("ababab");
        assertThat(of("ab", Function.REPEAT, -3)).isEqualTo("");
        assertThat(of("aé😀", Function.REVERSE)).isEqualTo("😀éa");
    }

    @Test
    void reverseKeepsWhatIsReadAsOneCharacter() {
        assertThat(of("e\u0301x", Function.REVERSE)).isEqualTo("xe\u0301");
        assertThat(of("👨‍👩‍👧🇩🇪🇫🇷", Function.REVERSE)).isEqualTo("🇫🇷🇩🇪👨‍👩‍👧");
        assertThat(of("é\r\n", Function.REVERSE)).isEqualTo("\r\né");
        assertThat(of("a\r\n", Function.REVERSE)).isEqualTo("\n\ra");
    }

    @Test
    void textsBeyondTwoGibibytesAreErrors() {
        assertThat(failure(call(Function.REPEAT, S, 3_000_000_000L), "s:string", "ab"))
                .isNotEmpty();
    }

    @Test
    void pads() {
        assertThat(of("a", Function.LPAD, 5, "xy")).isEqualTo("xyxya");
        assertThat(of("a", Function.RPAD, 4, "xy")).isEqualTo("axyx");
        assertThat(of("abcdef", Function.LPAD, 3, "xy")).isEqualTo("abc");
        assertThat(of("aé", Function.LPAD, 4, "xé")).isEqualTo("xéaé");
        assertThat(of("a", Function.LPAD, -1, "x")).isEqualTo("");
        assertThat(failure(call(Function.LPAD, S, 5, ""), "s:string", "a")).contains("nothing to pad with");
    }

    @Test
    void finds() {
        assertThat(of("hello", Function.POSITION, "l")).isEqualTo(3L);
        assertThat(of("aé", Function.POSITION, "é")).isEqualTo(2L);
        assertThat(of("😀😀x", Function.POSITION, "x")).isEqualTo(3L);
        assertThat(of("hello", Function.POSITION, "")).isEqualTo(1L);
        assertThat(of("hello", Function.POSITION, "z")).isEqualTo(0L);
        assertThat(of("abc", Function.CONTAINS, "b")).isEqualTo(true);
        assertThat(of("abc", Function.STARTS_WITH, "ab")).isEqualTo(true);
        assertThat(of("abc", Function.STARTS_WITH, "abcd")).isEqualTo(false);
        assertThat(of("abc", Function.ENDS_WITH, "bc")).isEqualTo(true);
    }

    @Test
    void findsInEveryPlaceOfLongTexts() {
        for (int at = 0; at < 40; at++) {
            for (String needle : new String[] {"N", "Ne", "Nee", "Need", "Needle", "Needles of steel"}) {
                String text = "N".repeat(at) + needle + "Ne".repeat(at % 5);
                assertThat(of(text, Function.POSITION, needle)).isEqualTo(text.indexOf(needle) + 1L);
            }
        }
    }
}
