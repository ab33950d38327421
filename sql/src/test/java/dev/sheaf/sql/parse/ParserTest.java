package dev.sheaf.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParserTest {

    private static String expression(String text) {
        return SqlPrinter.of(Parser.expression(new Source(text))).replace("\"", "");
    }

    private static String query(String text) {
        Statement statement = Parser.statement(new Source(text));
        return SqlPrinter.of(((Statement.Rows) statement).query()).replace("\"", "");
    }

    /// As DuckDB 2.0 reads them.
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    a || 1 + 2             ; a || (1 + 2)
                    1 || 2 | 4             ; 1 || (2 | 4)
                    1 | 2 & 4 << 1         ; 1 | 2 & 4 << 1
                    1 + 2 | 4              ; (1 + 2) | 4
                    1 - 2 - 3              ; 1 - 2 - 3
                    1 - (2 - 3)            ; 1 - (2 - 3)
                    a * b + c / d // e % f ; (a * b) + (c / d // e % f)
                    2 ^ 3 ^ 2              ; 2 ^ 3 ^ 2
                    -2 ^ 2                 ; (- 2) ^ 2
                    2 ^ -1 * 3             ; (2 ^ (- 1)) * 3
                    -a::int                ; - (CAST(a AS int))
                    ~a + 1                 ; ~ (a + 1)
                    ~a & 3                 ; (~ a) & 3
                    NOT a = b              ; NOT (a = b)
                    NOT a IS NULL          ; NOT (a IS NULL)
                    NOT a AND b OR c       ; ((NOT a) AND b) OR c
                    a = NOT b              ; a = (NOT b)
                    a = b IS NULL          ; (a = b) IS NULL
                    a IS NULL = false      ; (a IS NULL) = FALSE
                    a IS DISTINCT FROM b = c ; a IS DISTINCT FROM (b = c)
                    a = b IN (c)           ; a = (b IN (c))
                    a IN (1) = true        ; (a IN (1)) = TRUE
                    a IN (1) IN (b)        ; (a IN (1)) IN (b)
                    a BETWEEN b AND c AND d ; (a BETWEEN b AND c) AND d
                    a + 1 BETWEEN b AND c  ; (a + 1) BETWEEN b AND c
                    a LIKE b || '%' ESCAPE '!' ; a LIKE (b || '%') ESCAPE '!'
                    a NOT LIKE b = c       ; (a NOT LIKE b) = c
                    a[1].b::text || c      ; (CAST(((a)[1]).b AS text)) || c
                    CASE WHEN a THEN 1 END::text ; CAST(CASE WHEN a THEN 1 END AS text)
                    x -> x + 1             ; (lambda x: x + 1)
                    """)
    void operatorsBindAsInDuckDb(String text, String expected) {
        assertThat(expression(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    extract(year FROM a)           ; date_part('year', a)
                    substring(a FROM 2 FOR 3)      ; substring(a, 2, 3)
                    substring(a FOR 3)             ; substring(a, 1, 3)
                    position('x' IN a)             ; position(a, 'x')
                    position('x' IN ('a'))         ; position('a', 'x')
                    position('x' || b IN (a) || b) ; position(a || b, 'x' || b)
                    position(a, 'x')               ; position(a, 'x')
                    trim(LEADING 'x' FROM a)       ; ltrim(a, 'x')
                    trim(BOTH FROM a)              ; trim(a)
                    trim('x' FROM a)               ; trim(a, 'x')
                    trim(a, 'x')                   ; trim(a, 'x')
                    overlay(a PLACING b FROM 2)    ; overlay(a, b, 2)
                    a.lower()                      ; a.lower()
                    (a).lower()                    ; lower(a)
                    a ISNULL                       ; a IS NULL
                    a NOTNULL                      ; a IS NOT NULL
                    ARRAY[1, 2]                    ; [1, 2]
                    DECIMAL(9, 2) '1.5'            ; decimal(9, 2) '1.5'
                    DATE '2024-01-31'              ; DATE '2024-01-31'
                    INTERVAL 3 DAYS                ; INTERVAL (3) DAYS
                    0x1F                           ; 31
                    """)
    void otherSpellingsBecomeOne(String text, String expected) {
        assertThat(expression(text)).isEqualToIgnoringCase(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    FROM t                                    ; SELECT * FROM t
                    FROM t SELECT a WHERE b                   ; SELECT a FROM t WHERE b
                    TABLE t                                   ; SELECT * FROM t
                    SELECT a, FROM t,                         ; SELECT a FROM t
                    SELECT b: a                               ; SELECT a AS b
                    SELECT a b, c AS 'd e'                    ; SELECT a AS b, c AS d e
                    SELECT date, year, left(a, 2) FROM rows   ; SELECT date, year, left(a, 2) FROM rows
                    select a filter, first, over from t       ; SELECT a AS filter, first, over FROM t
                    SELECT t.select, t.* FROM t               ; SELECT t.select, t.* FROM t
                    SELECT 1 UNION SELECT 2 INTERSECT SELECT 3 ; (SELECT 1) UNION ((SELECT 2) INTERSECT (SELECT 3))
                    (SELECT 1) UNION ALL (SELECT 2 LIMIT 1)   ; (SELECT 1) UNION ALL ((SELECT 2) LIMIT (1))
                    SELECT ((SELECT 1) UNION SELECT 2)        ; SELECT ((SELECT 1) UNION (SELECT 2))
                    FROM ((SELECT 1) UNION SELECT 2) u        ; SELECT * FROM ((SELECT 1) UNION (SELECT 2)) AS u
                    SELECT a FROM t LIMIT 10%                 ; (SELECT a FROM t) LIMIT (10)%
                    SELECT * EXCLUDE a REPLACE (1 AS b)       ; SELECT * EXCLUDE (a) REPLACE (1 AS b)
                    SELECT * EXCEPT SELECT 1                  ; (SELECT *) EXCEPT (SELECT 1)
                    VALUES (1), (values)                      ; VALUES (1), (values)
                    SELECT a FROM t left                      ; SELECT a FROM t AS left
                    SELECT a FROM t LEFT JOIN u USING (a)     ; SELECT a FROM t LEFT JOIN u USING (a)
                    SELECT a FROM t OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY ; (SELECT a FROM t) LIMIT (3) OFFSET 2
                    SELECT sum(a) EXPORT_STATE FROM t         ; SELECT sum(a) EXPORT_STATE FROM t
                    """)
    void queriesMayBeWrittenInSeveralWays(String text, String expected) {
        assertThat(query(text)).isEqualTo(expected);
    }

    /// What is read although nothing binds it yet, and read again as it is written.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT sum(a ORDER BY b DESC, c) FILTER (WHERE d) OVER (PARTITION BY e ORDER BY f ROWS BETWEEN 1"
                        + " PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM t",
                "SELECT first(a IGNORE NULLS), lag(a) OVER (w RANGE BETWEEN INTERVAL (1) DAY PRECEDING AND UNBOUNDED"
                        + " FOLLOWING) FROM t WINDOW w AS (ORDER BY b)",
                "SELECT DISTINCT ON (a) COLUMNS('x.*'), min(*COLUMNS(*)) FROM t, LATERAL (SELECT 1) AS u",
                "SELECT a FROM t ASOF LEFT JOIN u ON a >= b NATURAL FULL JOIN v SEMI JOIN w USING (c) POSITIONAL JOIN x",
                "WITH RECURSIVE r(n) AS MATERIALIZED ((SELECT 1) UNION ALL (SELECT n + 1 FROM r)) SELECT * FROM r",
                "SELECT a, grouping(a) FROM t GROUP BY a, ROLLUP (b, c), CUBE (d), GROUPING SETS ((), (e, f), g)",
                "SELECT [1, 2][1], {'a': 1}, MAP {'k': 1}, (1, 2), a[1:2], a[:-:2], [x FOR x IN a IF x > 1]",
                "SELECT x IN (SELECT 1), EXISTS (SELECT 2), x = ANY (SELECT 3), x < ALL ([1, 2]), ARRAY (SELECT 4)",
                "(SELECT 1 AS a) UNION ALL BY NAME (SELECT 2 AS b) EXCEPT ALL (SELECT 3)",
                "SELECT a FROM t TABLESAMPLE reservoir(20 ROWS) REPEATABLE (1) USING SAMPLE (10 PERCENT)",
                "PIVOT t ON c IN ('a', 'b') USING sum(x) AS s GROUP BY g",
                "UNPIVOT t INCLUDE NULLS ON a, b INTO NAME n VALUE v",
                "SELECT * FROM t PIVOT (sum(x) FOR c IN ('a', 'b') GROUP BY g) UNPIVOT (v FOR n IN (a, b))",
                "SELECT a FROM read_csv('f', delim := ';', header => TRUE) WITH ORDINALITY AS f",
                "SUMMARIZE (SELECT 1)",
                "SELECT a COLLATE nocase, a AT TIME ZONE 'UTC', a SIMILAR TO b, a GLOB c, x'0A'",
                "SELECT f(lambda x, y: x + y), struct_pack(a := 1), a -> 'b', a ->> 'c', a ^@ b, a @> b",
            })
    void theGrammarIsWiderThanTheBinder(String text) {
        String once = query(text);
        Statement again = Parser.statement(
                new Source(SqlPrinter.of(((Statement.Rows) Parser.statement(new Source(text))).query())));
        assertThat(SqlPrinter.of(((Statement.Rows) again).query()).replace("\"", ""))
                .isEqualTo(once);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE OR REPLACE TEMP TABLE a.t AS SELECT 1",
                "CREATE TABLE IF NOT EXISTS t (a int NOT NULL, b decimal(9, 2), c varchar[])",
                "CREATE VIEW v(a, b) AS FROM t;",
                "INSERT INTO t (a, b) VALUES (1, DEFAULT), (2, 3)",
                "INSERT INTO t BY NAME SELECT 1 AS a",
                "DROP TABLE IF EXISTS t",
                "COPY t TO 'f.parquet' (FORMAT parquet, COMPRESSION 'zstd')",
                "COPY (SELECT 1) TO 'f.csv' (HEADER, DELIMITER ';')",
                "COPY t(a, b) FROM 'f.csv'",
                "SET memory_limit = '1GB'",
                "EXPLAIN ANALYZE SELECT 1",
            })
    void statementsThatChangeSomethingAreRead(String text) {
        assertThat(Parser.statement(new Source(text)).at().start()).isZero();
    }

    @Test
    void longChainsAreFlatAndReadInOneGo() {
        int terms = 100_000;
        Expression sum = Parser.expression(new Source("1" + " + 1".repeat(terms - 1)));
        assertThat(((Expression.Chain) sum).links()).hasSize(terms - 1);
        Expression or = Parser.expression(new Source("a = 1" + " OR a = 2".repeat(terms)));
        assertThat(((Expression.Chain) or).links()).hasSize(terms);
    }
}
