package dev.sheaf.expr.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.testing.RandomCases;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// Expressions of what both dialects have find what Java's find, with the same groups; those that would take
/// backtracking forever take no time, and what RE2 refuses is refused.
class RegexTest {
    private static final List<String> ATOMS =
            List.of("a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\d", "é", "\\x61", "[[:alpha:]]", "\\b", "^", "$");
    private static final List<String> REPEATS =
            List.of("*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}");

    private static final List<String> RUNS =
            List.of("[^/]+", "/", "(\\w+)", "[ab]*", "a+?", "a", "(\\d*)", ".+", "^", "b?", "(?:a|1+)*", "[^a]*?");

    @Test
    void findsWhatJavaFinds() {
        RandomCases.run(3_000, RegexTest::compare);
    }

    private static void compare(SplittableRandom random) {
        String source = expression(random, 3);
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(List.of("a", "b", "c", "é", "1", " ", "\n").get(random.nextInt(7)));
        }
        compare(source, text.toString());
    }

    private static void compare(String source, String text) {
        String java = source.replace("[[:alpha:]]", "[a-zA-Z]").replace("$", "\\z");
        Matcher expected = Pattern.compile(java, Pattern.UNIX_LINES).matcher(text);
        Regex regex = Regex.compile(source, "");
        RegexMatcher found = regex.matcher(text);
        assertThat(regex.groups()).isEqualTo(expected.groupCount());
        assertThat(found.find(0)).as("%s in '%s'", source, text).isEqualTo(expected.find());
        if (found.find(0)) {
            assertThat(found.start()).as("%s in '%s'", source, text).isEqualTo(expected.start());
            assertThat(found.group(0)).as("%s in '%s'", source, text).isEqualTo(expected.group());
        }
        assertThat(regex.matcher(text).matches()).as("%s is '%s'", source, text).isEqualTo(expected.matches());
    }

    /// Runs of characters that one step takes, some of them longer than what a search passes at once.
    @Test
    void findsWhatJavaFindsInLongRuns() {
        RandomCases.run(3_000, random -> {
            StringBuilder source = new StringBuilder();
            for (int i = random.nextInt(4); i >= 0; i--) {
                source.append(RUNS.get(random.nextInt(RUNS.size())));
            }
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(5); i >= 0; i--) {
                String one = List.of("a", "b", "1", "/", "é").get(random.nextInt(5));
                text.append(one.repeat(random.nextInt(3) > 0 ? 1 : random.nextInt(140)));
            }
            compare(source.toString(), text.toString());
        });
    }

    private static String expression(SplittableRandom random, int depth) {
        StringBuilder out = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String atom = ATOMS.get(random.nextInt(ATOMS.size()));
            boolean inner = depth > 0 && random.nextInt(3) == 0;
            boolean isPlace = !inner && List.of("\\b", "^", "$").contains(atom);
            out.append(inner ? "(" + expression(random, depth - 1) + ")" : atom);
            boolean repeats = !isPlace && !inner && random.nextInt(2) == 0;
            out.append(repeats ? REPEATS.get(random.nextInt(REPEATS.size())) : "");
        }
        return random.nextInt(4) == 0 ? out + "|" + ATOMS.get(random.nextInt(ATOMS.size())) : out.toString();
    }

    @Test
    void groupsAndFlags() {
        RegexMatcher matcher =
                Regex.compile("(?P<y>\\d{4})-(?:(\\d\\d)|(x))", "").matcher("on 2024-05");
        assertThat(matcher.find(0)).isTrue();
        assertThat(List.of(matcher.start(), matcher.end())).containsExactly(3, 10);
        assertThat(matcher.group(1)).isEqualTo("2024");
        assertThat(matcher.group(2)).isEqualTo("05");
        assertThat(matcher.group(3)).isNull();
        assertThat(Regex.compile("a(?i)B(?-i:c)É", "").matcher("abcé").matches())
                .isTrue();
        assertThat(Regex.compile("a(?i:b)c", "").matcher("aBC").matches()).isFalse();
        assertThat(Regex.compile("(a+)(a*)", "").matcher("aaa").find(4)).isFalse();
        assertThat(Regex.compile("\\p{Greek}\\PL[^\\pL]", "").matcher("α1-").matches())
                .isTrue();
        assertThat(Regex.compile("\\Qa.b*\\E", "").matcher("a.b*").matches()).isTrue();
        assertThat(Regex.compile("a.b*", "li").matcher("A.B*").matches()).isTrue();
    }

    @Test
    void hyphensThatOpenNoRangeStandForThemselves() {
        for (String both : List.of(
                "[\\w\\-\\W]+",
                "[a\\-\\S]+",
                "[\\-[:^lower:]a]+",
                "[\\d-\\S]+",
                "[\\p{Ll}-\\S]+",
                "[+--\\S]+",
                "[+-😀-\\S]+")) {
            assertThat(Regex.compile(both, "").matcher("a-").matches()).as(both).isTrue();
        }
        assertThat(Regex.compile("[a\\W-z]+", "").matcher("a-z").matches()).isTrue();
        assertThat(Regex.compile("[a\\W-z]+", "").matcher("b").matches()).isFalse();
        assertThat(Regex.compile("[A-[:^lower:]", "").matcher("[").matches()).isTrue();
    }

    @Test
    void hostileExpressionsEnd() {
        String text = "a".repeat(5_000);
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            for (String hostile :
                    List.of("(a*)*b", "(a|a)*b", "(a+)+$b", "(|a)*b", "(a?){50}a{50}b", "(|)".repeat(60) + "b")) {
                assertThat(Regex.compile(hostile, "").matcher(text).find(0))
                        .as(hostile)
                        .isFalse();
                assertThat(Regex.compile(hostile, "").matcher("").find(0))
                        .as(hostile)
                        .isFalse();
            }
        });
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> assertThat(Regex.compile("[^/]+x", "")
                                .matcher("a".repeat(1_000_000))
                                .find(0))
                        .isFalse());
        assertThat(Regex.compile("(a|b)*", "").matcher("ab".repeat(100_000)).matches())
                .isTrue();
        assertThatThrownBy(() -> Regex.compile("a{500}".repeat(15) + "b", "")
                        .matcher("a".repeat(1_000_000))
                        .find(0))
                .hasMessageContaining("takes too long for a text of 1000000 characters");
    }

    @Test
    void refusesWhatIsNoExpression() {
        for (String wrong : List.of(
                "(",
                ")",
                "[a",
                "a**",
                "*",
                "a{2}{3}",
                "(?=a)",
                "(?<!a)",
                "(a)\\1",
                "\\",
                "\\y",
                "[[:x:]]",
                "a{1001}",
                "((a{100}){100}){100}",
                "\\p{Nothing}",
                "[b-a]",
                "[a-\\S]",
                "[--\\d]",
                "(".repeat(500) + ")".repeat(500))) {
            assertThatThrownBy(() -> Regex.compile(wrong, ""))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is no regular expression");
        }
        assertThatThrownBy(() -> Regex.compile("a", "q")).hasMessageContaining("no option 'q'");
    }
}
