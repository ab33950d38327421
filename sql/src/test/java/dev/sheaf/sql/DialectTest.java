package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectTest {

    private static Rewritten rewritten(String text) {
        Source source = new Source(text);
        return Dialect.rewrite(source, Lexer.tokens(source));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    SELECT date, year, value FROM rows           | SELECT "date" , "year" , "value" FROM "rows"
                    select a filter, first, over from t          | SELECT "a" "filter" , "first" , "over" FROM "t"
                    SELECT t.select FROM t                       | SELECT "t" . "select" FROM "t"
                    SELECT a AS from FROM t                      | SELECT "a" AS "from" FROM "t"
                    SELECT a 'b' FROM 'c.parquet'                | SELECT "a" 'b' FROM "c.parquet"
                    SELECT a AS 'b c' FROM t                     | SELECT "a" AS "b c" FROM "t"
                    FROM t                                       | SELECT * FROM "t"
                    SELECT 1 IN (FROM t)                         | SELECT 1 IN ( SELECT * FROM "t" )
                    SELECT a FROM t GROUP BY ALL ORDER BY ALL    | SELECT "a" FROM "t" GROUP BY "*" ORDER BY "*"
                    SELECT count(ALL a)                          | SELECT "count" ( ALL "a" )
                    SELECT -0e0, 1 - 2e0                         | SELECT - CAST( '0' AS "double" ) , 1 - 2e0
                    SELECT a::decimal(9, 2)::text                | SELECT "a" [ '::decimal(9, 2)' ] [ '::text' ]
                    SELECT CAST(a AS timestamp with time zone)   | SELECT CAST ( "a" AS "timestamp with time zone" )
                    SELECT a::int[] + b                          | SELECT "a" [ '::int[]' ] + "b"
                    SELECT DATE '2024-01-31', date               | SELECT CAST( '2024-01-31' AS "DATE" ) , "date"
                    SELECT INTERVAL 3 days, INTERVAL '1 h'       | SELECT CAST( '3 DAYS' AS "interval" ) , CAST( '1 h' AS "interval" )
                    SELECT INTERVAL -3 MONTH, interval           | SELECT CAST( '-3 MONTH' AS "interval" ) , "interval"
                    SELECT EXTRACT(year FROM a), extract         | SELECT "date_part" ( 'year' , "a" ) , "extract"
                    SELECT SUBSTRING(a FROM 2 FOR 3)             | SELECT "substring" ( "a" , 2 , 3 )
                    SELECT POSITION('x' IN a), a IN (1)          | SELECT "position in" ( 'x' , "a" ) , "a" IN ( 1 )
                    SELECT TRIM(TRAILING 'x' FROM a), TRIM(a)    | SELECT "rtrim from" ( 'x' , "a" ) , "TRIM" ( "a" )
                    SELECT a ISNULL, b NOTNULL                   | SELECT "a" IS NULL , "b" IS NOT NULL
                    SELECT a == b, a // b                        | SELECT "a" = "b" , "a" / "b"
                    SELECT a, FROM t;                            | SELECT "a" FROM "t"
                    SELECT a IS DISTINCT FROM 'b'                | SELECT "a" IS DISTINCT FROM 'b'
                    SELECT * EXCLUDE a, * EXCLUDE (b, c)         | SELECT * EXCLUDE ( "a" ) , * EXCLUDE ( "b" , "c" )
                    SELECT a * exclude, replace(a, b, c)         | SELECT "a" * "exclude" , "replace" ( "a" , "b" , "c" )
                    SELECT left(a, 2) FROM t LEFT JOIN u ON b    | SELECT "left" ( "a" , 2 ) FROM "t" LEFT JOIN "u" ON "b"
                    SELECT sum(a) FILTER (WHERE b) OVER w        | SELECT "sum" ( "a" ) FILTER ( WHERE "b" ) OVER "w"
                    SELECT a OVER (PARTITION BY b), partition    | SELECT "a" "OVER" ( PARTITION BY "b" ) , "partition"
                    SELECT a FROM t FETCH NEXT 3 ROWS ONLY       | SELECT "a" FROM "t" FETCH NEXT 3 ROWS ONLY
                    VALUES (1), (values)                         | VALUES ( 1 ) , ( "values" )
                    WITH a AS NOT MATERIALIZED (SELECT 1)        | WITH "a" AS ( SELECT 1 )
                    """)
    void rewrites(String query, String expected) {
        assertThat(rewritten(query).text().strip()).isEqualTo(expected);
    }

    @Test
    void charactersKnowWhereTheyComeFrom() {
        Rewritten rewritten = rewritten("SELECT year\nFROM t");
        assertThat(rewritten.text()).startsWith("SELECT \"year\" FROM");
        assertThat(rewritten.origin(1, 8)).isEqualTo(7);
        assertThat(rewritten.origin(1, 15)).isEqualTo(12);
        assertThat(rewritten.origin(1, 99)).isEqualTo(18);
    }

    @Test
    void linesInsideTextDoNotShiftPlaces() {
        Rewritten rewritten = rewritten("SELECT 'a\nb', year");
        assertThat(rewritten.text()).startsWith("SELECT 'a\nb' , \"year\"");
        assertThat(rewritten.origin(2, 6)).isEqualTo(14);
    }

    @Test
    void wholeDivisionsAreRemembered() {
        assertThat(rewritten("SELECT a // b / c").wholeDivisions().stream()).containsExactly(9);
    }
}
