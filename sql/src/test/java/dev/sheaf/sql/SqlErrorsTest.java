package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is refused, where, and in which words.
class SqlErrorsTest {
    private final SqlSession sql = new SqlSession()
            .register(
                    "sales",
                    NamedSchema.of("sales", "region:string", "units:int32", "price:float64", "day:date", "paid:bool"))
            .register("stores", NamedSchema.of("stores", "region:string"));

    private SqlException refused(String query) {
        return catchThrowableOfType(SqlException.class, () -> sql.plan(query));
    }

    @Test
    void messageShowsThePlace() {
        assertThat(refused("SELECT region,\n\tsum(unit) AS total\nFROM sales"))
                .hasMessage("""
                        line 2, column 6: column "unit" not found; columns: region, units, price, day, paid. Did you mean "units"?
                           sum(unit) AS total
                               ^^^^""")
                .extracting(SqlException::line, SqlException::column)
                .containsExactly(2, 6);
    }

    @Test
    void longLinesAreCut() {
        String query = "SELECT " + "units + ".repeat(50) + "unit" + " + units".repeat(50) + " FROM sales";
        String[] lines = refused(query).getMessage().split("\n");
        assertThat(lines[1]).startsWith("  ...").endsWith("...").hasSize(108);
        int caret = lines[2].indexOf('^');
        assertThat(lines[1].substring(caret)).startsWith("unit + ");
        assertThat(lines[2]).endsWith("^^^^");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    SELECT                                       |  1 | SELECT of nothing; name columns, or * for all
                    SELECT DISTINCT FROM sales                   |  1 | SELECT of nothing; name columns, or * for all
                    SELEC units FROM sales                       |  1 | a query begins with SELECT, FROM, WITH or VALUES, not with SELEC; only CREATE, ALTER, INSERT, UPDATE, DELETE, MERGE, DROP and COPY change something. Did you mean SELECT?
                    REINDEX t                                   |  1 | a query begins with SELECT, FROM, WITH or VALUES, not with REINDEX; only CREATE, ALTER, INSERT, UPDATE, DELETE, MERGE, DROP and COPY change something.
                    SELECT units FORM sales                      | 19 | did not expect sales after FORM; expected a comma, FROM, WHERE, GROUP BY, HAVING, ORDER BY or LIMIT. Did you mean FROM?
                    SELECT units FROM sales GRUOP BY units       | 31 | did not expect BY after GRUOP; expected a comma, WHERE, GROUP BY, HAVING, ORDER BY or LIMIT. Did you mean GROUP?
                    SELECT units FROM sales WHERE                | 30 | did not expect the end of the query after WHERE; expected an expression.
                    SELECT units FROM sales ORDER units          | 31 | did not expect units after ORDER; expected BY.
                    SELECT units,, price FROM sales              | 14 | did not expect , after ,; expected an expression.
                    SELECT units FROM                            | 18 | did not expect the end of the query after FROM; expected a name.
                    SELECT sum(units FROM sales                  | 11 | this ( is never closed
                    SELECT units) FROM sales                     | 13 | this ) closes nothing
                    SELECT units FROM sales LIMIT ten            | 31 | LIMIT takes a whole number of 0 or more
                    SELECT units FROM sales LIMIT -1             | 31 | LIMIT takes a whole number of 0 or more
                    SELECT 'abc                                  |  8 | this text has no end; close it with '
                    SELECT "abc FROM sales                       |  8 | this name in double quotes has no end; close it with "
                    SELECT 1 /* one                              | 10 | this comment has no end; close it with */
                    SELECT 1; SELECT 2                           | 11 | one query at a time; this begins a second one
                    SELECT 1a                                    |  8 | a number runs into a word; a name that begins with a digit needs double quotes
                    SELECT ?                                     |  8 | the parameter $1 has no value; give values with the query: sql.query(text, value, ...)
                    SELECT $                                     |  8 | behind $ stands the number or name of a parameter: $1, $name
                    SELECT 1 < 2 < 3                             | 14 | comparisons do not follow each other; write a < b AND b < c, or parentheses
                    SELECT units FROM sales LIMIT 1 LIMIT 2      | 33 | this query has LIMIT twice
                    SELECT x'0A0'                                |  8 | bytes are written in pairs of hexadecimal digits: x'0AFF'
                    SELECT (1]                                   | 10 | this ] closes nothing
                    SELECT CASE WHEN paid END FROM sales         | 23 | did not expect END after paid; expected THEN.
                    SELECT units FROM sales WHERE units IS 3     | 40 | did not expect 3 after IS; expected NOT or NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM.
                    SELECT map([1])                              |  8 | map takes 2 arguments, not 1
                    SELECT CAST(units AS) FROM sales             | 21 | here the name of a type is missing
                    """)
    void whatIsNoSql(String query, int column, String problem) {
        assertRefused(query, column, problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    SELECT unit FROM sales                       |  8 | column "unit" not found; columns: region, units, price, day, paid. Did you mean "units"?
                    SELECT "text"                                |  8 | column "text" not found; this query has no FROM. Text takes single quotes: 'text'.
                    SELECT summ(units) FROM sales                |  8 | there is no function summ. Did you mean "sum"?
                    SELECT units FROM sale                       | 19 | there is no table "sale"; tables: sales, stores. Did you mean "sales"?
                    SELECT units FROM nothing                    | 19 | there is no table "nothing"; tables: sales, stores. A file takes quotes and its ending: FROM 'nothing.parquet'.
                    SELECT units FROM data.parquet               | 19 | there is no table "data.parquet"; tables: sales, stores. A file takes quotes: FROM 'data.parquet'.
                    SELECT t.units FROM sales                    |  8 | there is no table "t" in this query; FROM names "sales"
                    SELECT t.* FROM sales                        |  8 | there is no table "t" in this query
                    SELECT units.x FROM sales                    |  8 | struct_extract takes a struct, not int32 "units"; cast it
                    SELECT units FROM sales ORDER BY total       | 34 | column "total" not found; columns: region, units, price, day, paid.
                    SELECT * EXCLUDE (x) FROM sales              | 19 | column "x" not found; columns: region, units, price, day, paid.
                    SELECT units::intt FROM sales                | 15 | there is no type intt; types: boolean, tinyint, smallint, integer, bigint, hugeint, utinyint, usmallint, uinteger, ubigint, float, double, decimal(precision, scale), varchar, blob, date, time, timestamp, timestamptz, interval. Did you mean "int"?
                    SELECT units::decimal(40, 2) FROM sales      | 15 | decimal(40, 2) does not exist; precision goes from 1 to 38 and scale from 0 to precision
                    SELECT sum(units) OVER w FROM sales          | 24 | there is no window "w"; name it behind FROM: WINDOW w AS (PARTITION BY ...)
                    SELECT date_part('yeer', day) FROM sales     |  8 | there is no part 'yeer' of a date or time; parts: day, dayofmonth, dayofweek, dayofyear, dow, doy, epoch, hour, millisecond, minute, month, quarter, second, week, weekday, weekofyear, year. Did you mean "year"?
                    """)
    void namesThatAreNotThere(String query, int column, String problem) {
        assertRefused(query, column, problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    SELECT 1 + (units + region) FROM sales       | 13 | cannot add int32 "units" and string "region"; cast one of them
                    SELECT region > 1 FROM sales                 |  8 | cannot mix string "region" and int32 1 in (region > 1); cast one of them
                    SELECT sum(region) FROM sales                |  8 | sum(region): cannot compute sum of string; it takes integers, floats, decimals and durations
                    SELECT lower(units) FROM sales               |  8 | lower takes a string, not int32 "units"; cast it
                    SELECT units FROM sales WHERE region         | 31 | a condition is a bool, not string "region"; compare it with something
                    SELECT substring(region) FROM sales          |  8 | substring takes 2 to 3 arguments, not 1: substring(region)
                    SELECT avg() FROM sales                      |  8 | avg takes one argument, not 0
                    SELECT count(units, price) FROM sales        |  8 | count takes one argument, not 2
                    SELECT max(units, price) FROM sales          |  8 | the second argument of max is how many values to keep: a constant of 1 or more. For the greater of two values of a row use greatest
                    SELECT quantile_cont(units, 2) FROM sales    |  8 | a quantile lies between 0 and 1, not at 2.0
                    SELECT bool_and(units) FROM sales            |  8 | bool_and takes a bool, not int32
                    SELECT if(paid, 1) FROM sales                |  8 | if takes a condition and two results: if(x > 0, 'yes', 'no')
                    SELECT day > '2024-02-30' FROM sales         |  8 | cannot read '2024-02-30' as date
                    SELECT DATE '2024-02-30'                     |  8 | cannot read '2024-02-30' as date
                    SELECT 1 + 'x'::int                          | 12 | cannot read 'x' as int32
                    VALUES (1), (2, 3)                           | 14 | this row has 2 values, the first one 1
                    SELECT 1 UNION SELECT 'x'                    | 16 | UNION cannot mix int32 "1" and string "'x'"; cast one of them
                    SELECT 1 UNION ALL SELECT 1, 2               | 20 | this query has 2 columns, the one before UNION 1
                    SELECT * FROM range(1, 2, 0)                 | 15 | range needs a step other than 0
                    """)
    void typesThatDoNotFit(String query, int column, String problem) {
        assertRefused(query, column, problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    SELECT region, sum(units) FROM sales                    |  8 | column "region" must be grouped by or stand in an aggregate; add it to GROUP BY, or write any_value(region) if it does not matter from which row it comes
                    SELECT units + 1 FROM sales GROUP BY region             |  8 | column "units" must be grouped by or stand in an aggregate; add it to GROUP BY, or write any_value(units) if it does not matter from which row it comes
                    SELECT region FROM sales GROUP BY region ORDER BY price | 51 | column "price" must be grouped by or stand in an aggregate; add it to GROUP BY, or write any_value(price) if it does not matter from which row it comes
                    SELECT units FROM sales WHERE sum(units) > 1            | 31 | WHERE cannot hold an aggregate; use HAVING to choose among groups
                    SELECT sum(units) AS s FROM sales WHERE s > 1           | 41 | WHERE cannot hold an aggregate; use HAVING to choose among groups
                    SELECT sum(max(units)) FROM sales                       | 12 | an aggregate cannot hold another; aggregate in a sub-query first
                    SELECT 1 FROM sales GROUP BY sum(units)                 | 30 | GROUP BY cannot hold an aggregate
                    SELECT sum(units) FROM sales GROUP BY 1                 | 39 | GROUP BY 1 means sum(units), which is no expression of single rows
                    SELECT units FROM sales GROUP BY 2                      | 34 | GROUP BY 2 is no position in SELECT, which has 1 columns
                    SELECT units FROM sales ORDER BY 0                      | 34 | ORDER BY 0 is no position in SELECT, which has 1 columns
                    SELECT regr_slope(DISTINCT units, id) FROM sales            |  8 | regr_slope takes FILTER alone: no DISTINCT, ORDER BY or WITHIN GROUP
                    SELECT regr_slope(units) FROM sales                         |  8 | regr_slope takes two arguments: y, x, not 1
                    SELECT units FROM sales WHERE rank() OVER () = 1        | 31 | WHERE cannot hold a window function; use QUALIFY to choose by it
                    SELECT row_number() FROM sales                          |  8 | row_number needs a window: row_number() OVER (PARTITION BY ... ORDER BY ...)
                    SELECT sum(rank() OVER ()) OVER () FROM sales           | 12 | a window cannot hold another; use a sub-query
                    SELECT lower(DISTINCT region) FROM sales                |  8 | lower is no aggregate; it takes no DISTINCT, FILTER or WITHIN GROUP
                    SELECT DISTINCT region FROM sales ORDER BY units        | 44 | after SELECT DISTINCT, ORDER BY takes result columns only
                    SELECT * FROM sales GROUP BY region                     |  8 | column "units" must be grouped by or stand in an aggregate; add it to GROUP BY, or write any_value(units) if it does not matter from which row it comes
                    """)
    void whatStandsInTheWrongPlace(String query, int column, String problem) {
        assertRefused(query, column, problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    SELECT grouping(units) FROM sales GROUP BY CUBE (region)    | 17 | GROUPING takes keys of GROUP BY, and units is none
                    SELECT lag(units, region) OVER (ORDER BY day) FROM sales    | 19 | lag takes a whole number of rows here, not string
                    SELECT ntile(0) OVER (ORDER BY day) FROM sales              | 14 | ntile counts from 1, not from 0
                    SELECT rank(units) OVER (ORDER BY day) FROM sales           |  8 | rank takes no arguments
                    SELECT rank() IGNORE NULLS OVER (ORDER BY day) FROM sales   |  8 | rank looks at no value, so it takes no IGNORE NULLS
                    SELECT string_agg(region, day) FROM sales                   |  8 | the separator that string_agg takes is a constant text
                    SELECT percentile_disc(units, 0.5) FROM sales               |  8 | percentile_disc is written percentile_disc(0.5) WITHIN GROUP (ORDER BY x)
                    SELECT list(units ORDER BY day), mode(units ORDER BY units) FROM sales | 34 | this aggregate and those before it see the rows in one order; its ORDER BY is another one
                    SELECT list(units ORDER BY day) OVER (ORDER BY 1) FROM sales | 28 | ORDER BY inside the function of a window is taken where each row sees the whole partition
                    SELECT units[1] FROM sales                                  |  8 | list_extract takes a list, not int32 "units"; cast it
                    SELECT format(units) FROM sales                             |  8 | format takes string, not int32 "units"; cast it
                    SELECT hash()                                               |  8 | hash takes at least one argument
                    SELECT units BETWEEN SYMMETRIC 2 AND 1 FROM sales           |  8 | BETWEEN SYMMETRIC is not supported; write the lower bound first
                    WITH RECURSIVE r AS (SELECT 1 UNION SELECT 1, 2 FROM r) FROM r | 37 | this query has 2 columns, those before it 1
                    WITH a AS (SELECT 1), A AS (SELECT 2) SELECT * FROM a       | 23 | WITH names two queries "A"
                    SELECT unnest(region) FROM sales                            |  8 | unnest takes a list, not string
                    SELECT sum(units) EXPORT_STATE FROM sales                   |  8 | EXPORT_STATE is not supported; partial states are a matter of the Java API
                    SELECT units FROM sales LIMIT 101%                          | 25 | LIMIT takes a share between 0 and 100 percent
                    SELECT * FROM sales TABLESAMPLE 101%                        | 33 | a sample is from 0 to 100 percent
                    SELECT * FROM sales TABLESAMPLE 1.5 ROWS                    | 33 | a sample takes a whole number of rows of 0 or more
                    SELECT random(1)                                            |  8 | random takes no arguments
                    SELECT list_reduce([1], 2)                                  |  8 | list_reduce takes a lambda as its second argument: list_reduce(list, lambda x: x + 1)
                    SELECT units ->> 1 FROM sales                               |  8 | JSON is text here, not int32
                    SELECT price & 1 FROM sales                                 |  8 | cannot combine the bits of float64 "price" and int32 1; cast one of them
                    SELECT '{a: 1}'::STRUCT(a)                                  | 18 | STRUCT(a) is no type: each field has a name and a type
                    SELECT struct_insert({'a': 1}, a := 2)                      |  8 | struct_insert: the struct has a field a already
                    SELECT struct_extract_at({'a': 1}, 2)                       |  8 | the place of a field is a constant from 1 to 1
                    SELECT * FROM sales, range(sales.region)                    | 22 | range takes a whole number, not string "region"; cast it
                    CREATE TABLE t AS SELECT 1                                  |  1 | CREATE TABLE gives no rows; run it by SqlSession.execute(...) or by sheaf sql
                    COPY sales TO 'x.csv' (FORMAT csv)                          |  1 | COPY gives no rows; run it by SqlSession.execute(...) or by sheaf sql
                    SET threads = 4                                             |  1 | SET gives no rows; run it by SqlSession.execute(...) or by sheaf sql
                    PIVOT sales ON regio IN ('a') USING sum(units)              | 16 | column "regio" not found; columns: region, units, price, day, paid. Did you mean "region"?
                    PIVOT sales ON region IN ('a') USING units                  | 38 | USING takes aggregates and what is computed of them: sum(x)
                    UNPIVOT sales ON units, region                              |  1 | cannot mix int32 "units" and string "region" in list_value(units, region); cast one of them
                    UNPIVOT sales ON (units, price) INTO NAME n VALUE v         | 19 | 2 columns for 1 names of values
                    SELECT sum(x := units) FROM sales                           | 12 | sum takes no argument by name; write the values in their order
                    SELECT * FROM read_json('x')                                | 15 | FROM does not take the function read_json; it takes tables, files, queries, range(n), glob(pattern) and read_numbers
                    """)
    void whatIsNotSupported(String query, int column, String problem) {
        assertRefused(query, column, problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    w AS (w)                                                |  7 | there is no window "w"; name it behind FROM: WINDOW w AS (PARTITION BY ...)
                    v AS (w), w AS (PARTITION BY region)                    |  7 | there is no window "w"; name it behind FROM: WINDOW w AS (PARTITION BY ...)
                    w AS (), W AS (PARTITION BY region)                     | 10 | WINDOW names two windows "W"
                    w AS (ORDER BY day), v AS (w ORDER BY units)            | 39 | the window "w" has an ORDER BY already
                    w AS (), v AS (w PARTITION BY units)                    | 31 | PARTITION BY stands in the window "w" alone
                    w AS (ROWS CURRENT ROW), v AS (w)                       | 32 | the window "w" has a frame, so no window is based on it; write OVER w without parentheses
                    w AS (ROWS BETWEEN UNBOUNDED FOLLOWING AND CURRENT ROW) | 20 | a frame does not begin at UNBOUNDED FOLLOWING
                    w AS (ROWS BETWEEN CURRENT ROW AND UNBOUNDED PRECEDING) | 36 | a frame does not end at UNBOUNDED PRECEDING
                    w AS (ROWS BETWEEN CURRENT ROW AND 1 PRECEDING)         |  7 | this frame ends before it begins: it goes from CURRENT ROW to PRECEDING
                    w AS (ROWS 1 FOLLOWING)                                 |  7 | this frame ends before it begins: it goes from FOLLOWING to CURRENT ROW
                    w AS (ROWS BETWEEN -1 PRECEDING AND CURRENT ROW)        | 20 | ROWS counts rows: a number of 0 or more
                    w AS (RANGE 1 PRECEDING)                                |  7 | RANGE with a distance needs a window with one ORDER BY expression, not 0
                    """)
    void windowsThatMeanNothing(String windows, int column, String problem) {
        String query = "SELECT units FROM sales WINDOW ";
        assertRefused(query + windows, query.length() + column, problem);
    }

    @Test
    void aliasesThatDoubleEachOtherAreRefusedAtOnce() {
        StringBuilder doubling = new StringBuilder("SELECT units AS a0");
        for (int i = 1; i <= 40; i++) {
            String before = "a" + (i - 1);
            doubling.append(", " + before + " + " + before + " AS a" + i);
        }
        assertThat(refused(doubling + " FROM sales").problem())
                .startsWith("the aliases of this query stand for more than 100000 parts of expressions");
    }

    @Test
    void tablesThatDoubleEachOtherAreBoundOnceEach() {
        StringBuilder doubling = new StringBuilder("WITH t0 AS (SELECT 1 AS a)");
        for (int i = 1; i <= 40; i++) {
            String before = "SELECT a FROM t" + (i - 1);
            doubling.append(", t" + i + " AS (" + before + " UNION ALL " + before + ")");
        }
        assertThat(sql.plan(doubling + " SELECT a FROM t40").schema().names()).containsExactly("a");
    }

    @Test
    void deepNestingIsAnErrorLikeAnyOther() {
        assertThat(refused("SELECT 1" + " + 1".repeat(100_000)).problem())
                .isEqualTo("this expression is nested more than 1000 levels deep");
        assertThat(refused("SELECT " + "- ".repeat(1_000) + "units FROM sales").problem())
                .isEqualTo("this is nested more than 1000 levels deep");
        assertThat(refused("SELECT " + "(".repeat(100_000) + "1" + ")".repeat(100_000))
                        .problem())
                .isEqualTo("this is nested more than 1000 levels deep");
    }

    @Test
    void longChainsAreNotNested() {
        String condition = "units = 1" + " OR units = 2".repeat(8_000);
        assertThat(sql.plan("SELECT units FROM sales WHERE " + condition)
                        .schema()
                        .size())
                .isEqualTo(1);
    }

    @Test
    void namesThatDifferInCaseOnlyAreWrittenExactly() {
        sql.register("twins", NamedSchema.of("twins", "Key:int32", "KEY:int32"));
        assertThat(refused("SELECT key FROM twins").problem())
                .isEqualTo("\"key\" may mean Key or KEY; write it as it is");
        assertThat(sql.plan("SELECT KEY FROM twins").schema().names()).containsExactly("KEY");
    }

    @Test
    void emptyTextIsNoQuery() {
        assertThat(refused("").problem()).isEqualTo("there is no query; write SELECT ... FROM ...");
        assertThat(refused(" -- nothing\n ;").problem()).isEqualTo("there is no query; write SELECT ... FROM ...");
    }

    @Test
    void tableNamesAreNotBlank() {
        assertThat(catchThrowableOfType(
                        IllegalArgumentException.class, () -> sql.register(" ", NamedSchema.of("x", "y:int32"))))
                .hasMessage("a table needs a name to be found by");
    }

    private void assertRefused(String query, int column, String problem) {
        assertThat(refused(query)).isNotNull();
        assertThat(refused(query).problem()).isEqualTo(problem);
        assertThat(refused(query).line()).isEqualTo(1);
        assertThat(refused(query).column()).isEqualTo(column);
    }
}
