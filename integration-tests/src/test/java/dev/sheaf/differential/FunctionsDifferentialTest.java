package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Functions of texts and moments give what DuckDB gives: with constants and with columns as patterns and
/// formats, of rows and of dictionaries.
class FunctionsDifferentialTest {
    private static final List<String> REGEXES = List.of(
            "a+",
            "^a",
            "b$",
            "[[:alpha:]]+",
            "[^[:digit:] ]",
            "(a)(b)?",
            "x|\\d+",
            "(?P<n>\\w)\\w",
            "[a&&b]",
            "[]a]+",
            "\\.",
            "é",
            "(?i)A",
            "\\bab",
            ".",
            "",
            "[[:^space:]]{2,3}",
            "a*?b",
            "\\$",
            "[$^]",
            "(b|c)+$",
            "(?i)a.b",
            "b*",
            "(a|ab)(b*)",
            "(a*)*b?",
            "(?:a|b){2,3}?",
            "(?s)A.b",
            "(?m)^b",
            "\\s|\\x{e9}",
            "a??",
            "[^a-c\\s]",
            "\\pL+");
    private static final List<String> FORMATS = List.of(
            "%Y-%m-%d %H:%M:%S",
            "%d.%m.%y",
            "%A, %-d %B %Y",
            "%a %b %I:%M %p",
            "%j/%U/%W/%V/%G/%u/%w",
            "%S.%f",
            "%g %n",
            "%-m/%-d/%-y %-H:%-M:%-S",
            "100%% %x %X",
            "%c");
    private static final List<String> READ_FORMATS = List.of(
            "%Y-%m-%d %H:%M:%S", "%d.%m.%Y", "%-d %B %Y", "%b %d %Y %I:%M %p", "%Y%m%d", "%Y-%m-%d %H:%M:%S.%f");

    private static final int FUNCTIONS = 26;
    private static final int FAILURES_SHOWN = 8;

    private final List<String> failures = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void functionsMeanWhatDuckDbMeansByThem() throws SQLException {
        try (DuckDb duckDb = new DuckDb()) {
            RandomCases.run(40, random -> compare(duckDb, random));
        }
    }

    /// All functions over one random table.
    private void compare(DuckDb duckDb, SplittableRandom random) throws SQLException {
        int rows = 1 + random.nextInt(300);
        String regexes = "['" + String.join("', '", REGEXES) + "']";
        String texts = "['', 'a', 'ab', 'abab', 'xaab', 'b.a', 'a b c', 'é1é', '12', 'a$b', 'A\n"
                + "b', '&', ']a', '-b-c-', 'e\u0301a']";
        duckDb.execute("CREATE OR REPLACE TABLE t AS SELECT CASE WHEN i % 7 > 0 THEN " + texts
                + "[CAST(1 + hash(i + " + random.nextInt(1000) + ") % 15 AS BIGINT)] END AS s, " + regexes
                + "[CAST(1 + hash(i) % "
                + REGEXES.size() + " AS BIGINT)] AS r, CASE WHEN i % 5 > 0 THEN TIMESTAMP '1960-02-03 04:05:06.789012'"
                + " + to_microseconds(CAST(hash(i) % 4000000000000000 AS BIGINT)) END AS ts,"
                + " CAST(hash(i) % 9 AS BIGINT) - 4 AS n FROM range(" + rows + ") r(i)");
        Path file = folder.resolve("t.parquet");
        duckDb.writeParquet("t", file);
        try (SqlSession session = new SqlSession().registerFiles("t", file.toString())) {
            for (int function = 0; function < FUNCTIONS; function++) {
                compare(duckDb, session, expression(function, random), random);
            }
        }
        assertThat(failures.stream().limit(FAILURES_SHOWN)).isEmpty();
    }

    private void compare(DuckDb duckDb, SqlSession session, String expression, SplittableRandom random) {
        String query = "SELECT " + expression + " AS x FROM t" + (random.nextInt(3) == 0 ? " WHERE length(s) > 1" : "");
        QueryContext context =
                QueryContext.builder().threads(1 + random.nextInt(2)).build();
        try (Table table = session.query(query).collect(context)) {
            Answer own = Answer.of(table);
            Answer other = duckDb.query(query);
            for (int row = 0; row < own.rows().size(); row++) {
                if (!own.rows().get(row).equals(other.rows().get(row))) {
                    String input = query.replace(expression + " AS x", "s, r, ts, n");
                    failures.add(query + ": " + own.rows().get(row) + " and in DuckDB "
                            + other.rows().get(row) + " of "
                            + duckDb.query(input).rows().get(row));
                    return;
                }
            }
        } catch (SQLException | RuntimeException refused) {
            failures.add(query + ": " + refused.getMessage());
        }
    }

    private static <T> T one(List<T> choices, SplittableRandom random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static String expression(int function, SplittableRandom random) {
        String regex = random.nextInt(3) == 0 ? "r" : "'" + one(REGEXES, random) + "'";
        String group = random.nextBoolean() ? "'(a|b)(.*)', " + random.nextInt(3) : regex;
        String separator = one(List.of("'a'", "' '", "'ab'", "'.'", "''"), random);
        String width =
                one(List.of("1 HOUR", "7 DAYS", "1 MONTH", "5 MINUTES", "3 MONTHS", "1 YEAR", "90 SECONDS"), random);
        String moment = random.nextBoolean() ? "ts" : "CAST(ts AS DATE)";
        return switch (function) {
            case 0 -> "regexp_matches(s, " + regex + one(List.of("", ", 'i'", ", 's'", ", 'm'"), random) + ")";
            case 1 -> "regexp_full_match(s, " + regex + ")";
            case 2 -> "regexp_replace(s, " + regex + ", '<\\0>'" + one(List.of("", ", 'g'"), random) + ")";
            case 3 -> "regexp_extract(s, " + group + ")";
            case 4 -> "split_part(s, " + separator + ", n)";
            case 5 -> "translate(s, 'ab.', 'xy')";
            case 6 -> one(List.of("md5(s)", "sha256(s)"), random);
            case 7 -> one(List.of("chr(CAST(n + 70 AS INTEGER))", "ascii(s)", "levenshtein(s, 'abc')"), random);
            case 8 -> "strftime(" + moment + ", '" + one(FORMATS, random) + "')";
            case 9 -> "time_bucket(INTERVAL " + width + ", " + moment + ")";
            case 10 -> "make_date(2024 + n, 1 + abs(n), 11)";
            case 11 ->
                one(List.of("isodow", "isoyear", "decade", "century", "millennium"), random) + "(" + moment + ")";
            case 12 -> one(List.of("monthname", "dayname", "last_day"), random) + "(" + moment + ")";
            case 13 -> "concat_ws(" + one(List.of("', '", "s", "''"), random) + ", s, n, r)";
            case 14 -> "extract(isodow FROM ts) + date_part('decade', ts)";
            case 15 -> "s SIMILAR TO " + regex + " OR s !~ 'a.*'";
            case 16 -> {
                String format = one(READ_FORMATS, random);
                yield "strptime(strftime(ts, '" + format + "'), '" + format + "')";
            }
            case 17 -> "reverse(s)";
            case 18 ->
                "round(" + one(List.of("asin", "acos", "atan", "sinh", "tanh", "cbrt", "even"), random)
                        + "(CAST(n AS DOUBLE) / 5), 9)";
            case 19 ->
                one(
                        List.of(
                                "gcd(n, 6)",
                                "lcm(n, 4)",
                                "round(atan2(n, 2), 9)",
                                "factorial(CAST(abs(n) AS INTEGER))",
                                "isinf(n)"),
                        random);
            case 20 ->
                one(
                        List.of(
                                "hex(s)",
                                "bin(s)",
                                "hex(n)",
                                "to_base(abs(n), 2, 5)",
                                "url_encode(s)",
                                "url_decode(s || '%20')",
                                "regexp_escape(s)",
                                "strip_accents(s)",
                                "unicode(s)",
                                "bit_length(s)"),
                        random);
            case 21 ->
                one(
                        List.of(
                                "damerau_levenshtein(s, 'ba b')",
                                "jaro_similarity(s, 'abab')",
                                "jaro_winkler_similarity(s, 'abc')",
                                "hamming(s || '-', s || '+')",
                                "jaccard(s || 'x', 'abc')"),
                        random);
            case 22 ->
                one(
                        List.of(
                                "format('{}:{:>6}|{:<4}', s, n, r)",
                                "format('{:+d} {:05d} {:x}', n, n, abs(n))",
                                "format('{:.2f} {:8.1f}', CAST(n AS DOUBLE) / 3, CAST(n AS DOUBLE))",
                                "format('{:,}', n * 1234567)",
                                "printf('%5d|%-8s|%.3f', n, s, CAST(n AS DOUBLE) / 7)"),
                        random);
            case 23 -> one(List.of("epoch_ms", "epoch_us", "epoch_ns", "microsecond", "yearweek"), random) + "(ts)";
            case 24 ->
                one(
                        List.of(
                                "MAP {'a': n, 'b': 2}[s]",
                                "map_keys(MAP {n: s, 100: 'x'})",
                                "map_extract(MAP {'a': s}, 'a')",
                                "map([n, n + 1], [s, 'z'])[n]",
                                "cardinality(MAP {n: r})"),
                        random);
            case 25 ->
                one(
                        List.of(
                                "CAST([s, r] AS VARCHAR)",
                                "CAST({'n': n, 's': s} AS VARCHAR)",
                                "CAST([[n], []] AS VARCHAR)",
                                "CAST({'t': ts, 'l': [n, NULL]} AS VARCHAR)"),
                        random);
            default -> "try_strptime(s || '1-02-03', '%y-%m-%d')";
        };
    }
}
