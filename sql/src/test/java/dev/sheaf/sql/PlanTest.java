package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What each construct of SQL becomes.
class PlanTest {
    private final SqlSession sql = new SqlSession()
            .register(
                    "sales",
                    NamedSchema.of(
                            "sales",
                            "region:string",
                            "item:string",
                            "units:int32",
                            "price:decimal(15, 2)",
                            "serial:int64",
                            "day:date",
                            "at:timestamp[us]",
                            "weight:float64",
                            "paid:bool"));

    private void assertPlan(String query, String... lines) {
        assertThat(PlanText.of(sql.plan(query))).isEqualTo(String.join("\n", lines));
    }

    /// The expression that a SELECT of one expression computes.
    private void assertExpr(String expression, String expected) {
        assertPlan("SELECT " + expression + " AS x FROM sales", "project " + expected + " as x", "scan sales");
    }

    @Test
    void selectOfColumnsProjects() {
        assertPlan("SELECT units, region FROM sales", "project units, region", "scan sales");
    }

    @Test
    void selectOfAllColumnsIsTheScan() {
        assertPlan("SELECT * FROM sales", "scan sales");
        assertPlan("FROM sales", "scan sales");
    }

    @Test
    void starTakesLeavesAndReplacesColumns() {
        assertPlan(
                "SELECT * EXCLUDE (item, serial, day, at, weight, paid) FROM sales",
                "project region, units, price",
                "scan sales");
        assertPlan(
                "SELECT s.* EXCLUDE item FROM sales s",
                "project region, units, price, serial, day, at, weight, paid",
                "scan sales");
        assertPlan(
                "SELECT * REPLACE (units + 1 AS units), 1 one FROM (SELECT units FROM sales)",
                "project (units + 1) as units, 1 as one",
                "project units",
                "scan sales");
    }

    @Test
    void whereFilters() {
        assertPlan(
                "SELECT * FROM sales WHERE units > 3 AND region = 'north'",
                "filter ((units > 3) and (region = 'north'))",
                "scan sales");
    }

    @Test
    void namesAreFoundInAnyCaseAndKeepTheirSpelling() {
        assertPlan("select UNITS, Sales.Region from SALES", "project units, region", "scan sales");
        assertThat(sql.plan("SELECT Units AS \"My Units\" FROM sales").schema().names())
                .containsExactly("My Units");
    }

    @Test
    void wordsThatOtherGrammarsReserveAreNames() {
        assertPlan(
                "SELECT units AS value, day AS date, at timestamp, weight year, price rank FROM sales",
                "project units as value, day as date, at as timestamp, weight as year, price as rank",
                "scan sales");
    }

    @Test
    void groupByAggregates() {
        assertPlan(
                "SELECT region, sum(units) AS total FROM sales GROUP BY region",
                "aggregate by [region] sum(units) as total",
                "scan sales");
    }

    @Test
    void resultColumnsInAnotherOrderProjectTheGroups() {
        assertPlan(
                "SELECT max(units) - min(units), region FROM sales GROUP BY region",
                "project (max(units) - min(units)), region",
                "aggregate by [region] max(units), min(units)",
                "scan sales");
    }

    @Test
    void equalAggregatesAreComputedOnce() {
        assertPlan(
                "SELECT sum(units) AS a, sum(UNITS) + 1 AS b FROM sales",
                "project a, (a + 1) as b",
                "aggregate by [] sum(units) as a",
                "scan sales");
    }

    @Test
    void groupByTakesExpressionsAliasesPositionsAndAll() {
        String[] plan = {"aggregate by [(units % 10) as digit] count(*) as n", "scan sales"};
        assertPlan("SELECT units % 10 AS digit, count(*) AS n FROM sales GROUP BY units % 10", plan);
        assertPlan("SELECT units % 10 AS digit, count(*) AS n FROM sales GROUP BY digit", plan);
        assertPlan("SELECT units % 10 AS digit, count(*) AS n FROM sales GROUP BY 1", plan);
        assertPlan("SELECT units % 10 AS digit, count(*) AS n FROM sales GROUP BY ALL", plan);
    }

    @Test
    void groupByAllLeavesConstantsOut() {
        assertPlan(
                "SELECT 'x' AS x, upper('y') AS y, count(*) AS n FROM sales GROUP BY ALL",
                "project 'x' as x, upper('y') as y, n",
                "aggregate by [] count(*) as n",
                "scan sales");
    }

    @Test
    void onlyWholeNumbersArePositions() {
        assertPlan(
                "SELECT count(*) AS n FROM sales GROUP BY 1.0",
                "project n",
                "aggregate by [1.0] count(*) as n",
                "scan sales");
    }

    @Test
    void groupByPrefersColumnsToAliases() {
        assertPlan(
                "SELECT upper(region) AS item, count(*) AS n FROM sales GROUP BY region, item",
                "project upper(region) as item, n",
                "aggregate by [region, item] count(*) as n",
                "scan sales");
    }

    @Test
    void partsOfGroupedExpressionsAreFound() {
        assertPlan(
                "SELECT units % 10 + 1 AS x FROM sales GROUP BY units % 10",
                "project ((units % 10) + 1) as x", "aggregate by [(units % 10)]", "scan sales");
    }

    @Test
    void havingFiltersGroupsAndTakesAliases() {
        assertPlan(
                "SELECT region, count(*) AS n FROM sales GROUP BY region HAVING n > 1 AND max(units) < 9",
                "project region, n",
                "filter ((n > 1) and (max(units) < 9))",
                "aggregate by [region] count(*) as n, max(units)",
                "scan sales");
    }

    @Test
    void inHavingAnAliasHidesAColumnThatNoKeyReads() {
        assertPlan(
                "SELECT region, sum(units) AS units, max(price) AS region FROM sales GROUP BY region"
                        + " HAVING units > 1 AND region = 'n' AND sum(units) < 9",
                "filter ((units > 1) and (region = 'n') and (units < 9))",
                "aggregate by [region] sum(units) as units, max(price) as region_1",
                "scan sales");
    }

    @Test
    void aggregatesWithoutKeysGiveOneRow() {
        assertPlan("SELECT count(*) FROM sales", "aggregate by [] count(*)", "scan sales");
    }

    @Test
    void havingAloneGroupsEverything() {
        assertPlan(
                "SELECT 1 AS one FROM sales HAVING true",
                "project 1 as one",
                "filter true",
                "aggregate by [] count(*)",
                "scan sales");
    }

    @Test
    void aggregatesTakeDistinctAndFilter() {
        assertPlan(
                "SELECT count(DISTINCT item), sum(DISTINCT units), avg(units) FILTER (WHERE paid) FROM sales",
                "aggregate by [] nunique(item) as count(DISTINCT item), sum(distinct units) as sum(DISTINCT units),"
                        + " mean(units) filter (where paid) as avg(units) FILTER (WHERE paid)",
                "scan sales");
    }

    @Test
    void sumsOf64BitIntegersAreDecimals() {
        assertPlan(
                "SELECT sum(serial), sum(paid) FROM sales",
                "aggregate by [] sum(cast(serial as decimal(38, 0))) as sum(serial), sum(cast(paid as int32)) as sum(paid)",
                "scan sales");
        assertThat(sql.plan("SELECT sum(serial), sum(units), sum(price), sum(weight) FROM sales")
                        .schema()
                        .toString())
                .isEqualTo("(sum(serial): decimal(38, 0), sum(units): int64, sum(price): decimal(38, 2),"
                        + " sum(weight): float64)");
    }

    @Test
    void sumsThatDifferInConstantsAreOne() {
        assertPlan(
                "SELECT sum(units + 1) AS a, sum(2 + units) AS b FROM sales",
                "project (sum(units) + (count(units) * 1)) as a, (sum(units) + (count(units) * 2)) as b",
                "aggregate by [] sum(units), count(units)",
                "scan sales");
        assertPlan(
                "SELECT item, sum(units + 1) AS a FROM sales GROUP BY item",
                "aggregate by [item] sum((units + 1)) as a",
                "scan sales");
    }

    @Test
    void anOrOverSeveralRelationsFiltersEach() {
        assertPlan(
                "SELECT a.units FROM sales a, sales b WHERE a.serial = b.serial"
                        + " AND ((a.item = 'x' AND b.item = 'y') OR (a.item = 'z' AND b.units > 1))",
                "project units",
                "inner join on [] where ((serial = serial_1) and (((item = 'x') and (item_1 = 'y'))"
                        + " or ((item = 'z') and (units_1 > 1))))",
                "filter ((item = 'x') or (item = 'z'))",
                "scan sales",
                "filter ((item_1 = 'y') or (units_1 > 1))",
                "project region as region_1, item as item_1, units as units_1, price as price_1, serial as serial_1,"
                        + " day as day_1, at as at_1, weight as weight_1, paid as paid_1",
                "scan sales");
        assertPlan(
                "SELECT a.units FROM sales a, sales b WHERE a.serial = b.serial AND (a.item = 'x' OR b.item = 'y')",
                "project units",
                "inner join on [] where ((serial = serial_1) and ((item = 'x') or (item_1 = 'y')))",
                "scan sales",
                "project region as region_1, item as item_1, units as units_1, price as price_1, serial as serial_1,"
                        + " day as day_1, at as at_1, weight as weight_1, paid as paid_1",
                "scan sales");
    }

    @Test
    void constantsStayInSumsOfDecimalsThatHaveNoPlaceForAllNumbers() {
        assertPlan(
                "SELECT sum(TRY_CAST(units + 1 AS DECIMAL(2, 0))) AS a, sum(CAST(serial + 1 AS DECIMAL(30, 20))) AS b"
                        + " FROM sales",
                "aggregate by [] sum(try_cast((units + 1) as decimal(2, 0))) as a,"
                        + " sum(cast((serial + 1) as decimal(30, 20))) as b",
                "scan sales");
    }

    @Test
    void everyAggregateHasItsName() {
        assertPlan(
                "SELECT stddev(units) a, stddev_samp(weight) b, stddev_pop(units) c, variance(units) d, var_samp(weight) e,"
                        + " var_pop(units) f, median(units) g, quantile_cont(units, 0.25) h, corr(units, weight) i,"
                        + " covar_samp(units, weight) j, covar_pop(units, weight) k, product(units) l, min(day) m,"
                        + " max(day) n, mean(units) o FROM sales",
                "aggregate by [] stddev_samp(units) as a, stddev_samp(weight) as b, stddev_pop(units) as c,"
                        + " var_samp(units) as d, var_samp(weight) as e, var_pop(units) as f, median(units) as g,"
                        + " quantile(units, 0.25) as h, corr(units, weight) as i, covar_samp(units, weight) as j,"
                        + " covar_pop(units, weight) as k, product(cast(units as float64)) as l, min(day) as m,"
                        + " max(day) as n, mean(units) as o",
                "scan sales");
        assertPlan(
                "SELECT first(units) a, last(units) b, any_value(item) c, arbitrary(item) d, list(units) e,"
                        + " array_agg(item) f, max(units, 2) g, min(units, 3) h, bool_and(paid) i, bool_or(paid) j,"
                        + " count_if(units > 1) k FROM sales",
                "aggregate by [] first(units) as a, last(units) as b, first(item) as c, first(item) as d, list(units) as e,"
                        + " list(item) as f, top_k(units, 2) as g, bottom_k(units, 3) as h, bool_and(paid) as i,"
                        + " bool_or(paid) as j, sum(cast((units > 1) as int32)) as k",
                "scan sales");
    }

    @Test
    void quantilesMayBeWrittenWithinGroup() {
        assertPlan(
                "SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY units DESC) AS q FROM sales",
                "aggregate by [] quantile(units, 0.75) as q",
                "scan sales");
    }

    @Test
    void rankingsBecomeWindows() {
        assertPlan(
                "SELECT item, row_number() OVER (PARTITION BY region ORDER BY units DESC NULLS FIRST, item) AS rn FROM sales",
                "project item, rn",
                "window row_number() over (partition by region order by units desc nulls first, item) as rn",
                "scan sales");
        assertPlan(
                "SELECT rank() OVER w AS r, dense_rank() OVER (w ORDER BY units) AS d FROM sales WINDOW w AS (PARTITION BY region)",
                "project r, d",
                "window rank() over (partition by region) as r,"
                        + " dense_rank() over (partition by region order by units) as d",
                "scan sales");
    }

    @Test
    void aggregatesOfWholePartitionsBecomeWindows() {
        String[] plan = {"project region, total", "window sum(units) over (partition by region) as total", "scan sales"
        };
        assertPlan("SELECT region, sum(units) OVER (PARTITION BY region) AS total FROM sales", plan);
        assertPlan(
                "SELECT region, sum(units) OVER (PARTITION BY region ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND"
                        + " UNBOUNDED FOLLOWING) AS total FROM sales",
                plan);
    }

    @Test
    void windowsMayRankGroups() {
        assertPlan(
                "SELECT region, rank() OVER (ORDER BY sum(units) DESC) AS r FROM sales GROUP BY region",
                "project region, r",
                "window rank() over (order by sum(units) desc) as r",
                "aggregate by [region] sum(units)",
                "scan sales");
    }

    @Test
    void qualifyFiltersByWindows() {
        assertPlan(
                "SELECT region, item FROM sales QUALIFY row_number() OVER (PARTITION BY region ORDER BY units DESC) <= 2",
                "project region, item",
                "filter (row_number() OVER (PARTITION BY region ORDER BY units DESC) <= 2)",
                "window row_number() over (partition by region order by units desc)"
                        + " as row_number() OVER (PARTITION BY region ORDER BY units DESC)",
                "scan sales");
    }

    @Test
    void orderByTakesColumnsAliasesPositionsAndAll() {
        String[] plan = {"sort n desc, region", "aggregate by [region] count(*) as n", "scan sales"};
        assertPlan("SELECT region, count(*) AS n FROM sales GROUP BY region ORDER BY n DESC, region", plan);
        assertPlan("SELECT region, count(*) AS n FROM sales GROUP BY region ORDER BY 2 DESC, 1", plan);
        assertPlan(
                "SELECT region, count(*) AS n FROM sales GROUP BY region ORDER BY count(*) DESC, sales.region", plan);
        assertPlan(
                "SELECT region, count(*) AS n FROM sales GROUP BY region ORDER BY ALL DESC",
                "sort region desc, n desc",
                "aggregate by [region] count(*) as n",
                "scan sales");
    }

    /// As in DuckDB, in every clause.
    @Test
    void ofTwoAliasesOfOneNameTheLastOneCounts() {
        assertPlan(
                "SELECT units AS x, price AS x, x + 1 AS y FROM sales WHERE x > 2 ORDER BY x",
                "sort x_1",
                "project units as x, price as x_1, (price + 1) as y",
                "filter (price > 2)",
                "scan sales");
        assertPlan(
                "SELECT region, max(units) AS region FROM sales GROUP BY region ORDER BY region",
                "sort region_1",
                "aggregate by [region] max(units) as region_1",
                "scan sales");
        assertPlan(
                "SELECT price AS units, units FROM sales ORDER BY units",
                "sort units",
                "project price as units, units as units_1",
                "scan sales");
    }

    @Test
    void orderByWhatIsNoResultColumnSortsBelow() {
        assertPlan(
                "SELECT region FROM sales GROUP BY region ORDER BY sum(units) DESC LIMIT 3",
                "project region",
                "limit 3 offset 0",
                "sort sum(units) desc",
                "aggregate by [region] sum(units)",
                "scan sales");
    }

    @Test
    void nullsComeLastUnlessAskedOtherwise() {
        assertPlan(
                "SELECT * FROM sales ORDER BY units, price DESC, item NULLS FIRST, day DESC NULLS FIRST, at NULLS LAST",
                "sort units, price desc, item nulls first, day desc nulls first, at",
                "scan sales");
    }

    @Test
    void limitTakesOffsetAndFetch() {
        assertPlan("SELECT * FROM sales LIMIT 3 OFFSET 2", "limit 3 offset 2", "scan sales");
        assertPlan("SELECT * FROM sales OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY", "limit 3 offset 2", "scan sales");
        assertPlan("SELECT * FROM sales FETCH FIRST 1 ROW ONLY;", "limit 1 offset 0", "scan sales");
        assertPlan("SELECT * FROM sales OFFSET 7", "limit " + Long.MAX_VALUE + " offset 7", "scan sales");
    }

    @Test
    void distinctKeepsDistinctRows() {
        assertPlan(
                "SELECT DISTINCT region FROM sales ORDER BY region",
                "sort region",
                "distinct",
                "project region",
                "scan sales");
    }

    @Test
    void subQueriesAndCommonTableExpressionsNest() {
        String[] plan = {"filter (n > 1)", "aggregate by [region] count(*) as n", "scan sales"};
        assertPlan("SELECT * FROM (SELECT region, count(*) AS n FROM sales GROUP BY region) AS g WHERE g.n > 1", plan);
        assertPlan(
                "WITH g AS (SELECT region, count(*) AS n FROM sales GROUP BY region) SELECT * FROM g WHERE n > 1",
                plan);
        assertPlan(
                "WITH a(x) AS (SELECT units FROM sales), b AS MATERIALIZED (SELECT x + 1 AS y FROM a) SELECT y FROM b",
                "project (x + 1) as y",
                "project units as x",
                "project units",
                "scan sales");
    }

    @Test
    void valuesAreRows() {
        assertPlan("VALUES (1, 'a'), (2, NULL)", "scan values of 2 rows");
        assertPlan(
                "SELECT b FROM (VALUES (1, 'a')) AS v(a, b)",
                "project b",
                "project col0 as a, col1 as b",
                "scan values of 1 row");
        assertThat(sql.plan("VALUES (1, NULL), (2.5, 'x')").schema().toString())
                .isEqualTo("(col0: decimal(11, 1), col1: string)");
    }

    @Test
    void selectWithoutFromHasOneRow() {
        assertPlan("SELECT 1 AS one", "project 1 as one", "rows 1");
    }

    @Test
    void aliasesMayBeUsedToTheirRightAndInWhere() {
        assertPlan(
                "SELECT units * 2 AS twice, twice + 1 AS more FROM sales WHERE twice > 4",
                "project (units * 2) as twice, ((units * 2) + 1) as more",
                "filter ((units * 2) > 4)",
                "scan sales");
    }

    @Test
    void resultsAreNamedLikeTheirExpressions() {
        assertThat(sql.plan(
                                "SELECT SUM(Units), count(*), units+1, -units, NOT paid, units BETWEEN 1 AND 2, units IN (1,2),"
                                        + " CAST(units AS bigint), units::decimal( 9,2 ), lower(item), item || 'x', paid IS NULL,"
                                        + " CASE WHEN paid THEN 1 END, 'it''s', 1.5, units // 2 FROM sales GROUP BY ALL")
                        .schema()
                        .names())
                .containsExactly(
                        "sum(units)",
                        "count(*)",
                        "(units + 1)",
                        "-units",
                        "(NOT paid)",
                        "(units BETWEEN 1 AND 2)",
                        "(units IN (1, 2))",
                        "CAST(units AS bigint)",
                        "CAST(units AS decimal(9, 2))",
                        "lower(item)",
                        "(item || 'x')",
                        "(paid IS NULL)",
                        "CASE WHEN paid THEN 1 ELSE NULL END",
                        "'it''s'",
                        "1.5",
                        "(units // 2)");
    }

    @Test
    void resultColumnsOfOneNameAreToldApart() {
        assertThat(sql.plan("SELECT units, units, item AS UNITS FROM sales")
                        .schema()
                        .names())
                .containsExactly("units", "units_1", "UNITS_2");
    }

    @Test
    void unnestMakesRowsOfTheGreatestValues() {
        assertPlan(
                "SELECT region, unnest(max(units, 2)) AS largest FROM sales GROUP BY region",
                "unnest largest",
                "filter (length(largest) > 0)",
                "aggregate by [region] top_k(units, 2) as largest",
                "scan sales");
    }

    @Test
    void divisionIsFloatingAndDoubleSlashWhole() {
        assertExpr("units / 2", "(cast(units as float64) / 2.0)");
        assertExpr("units // 2", "(units // 2)");
        assertExpr("weight / weight", "(weight / weight)");
        assertExpr("weight::float / units", "(cast(weight as float32) / units)");
        assertExpr("(units) // (units // 2) / 3", "(cast((units // (units // 2)) as float64) / 3.0)");
    }

    @Test
    void numbersHaveTheTypesOfTheirSpelling() {
        assertThat(sql
                        .plan("SELECT 1, 2147483648, 9223372036854775808, -2147483648, 1.50, 1e3, 1_000")
                        .schema()
                        .fields()
                        .stream()
                        .map(field -> field.type().toString()))
                .containsExactly("int32", "int64", "decimal(38, 0)", "int32", "decimal(3, 2)", "float64", "int32");
    }

    @Test
    void operatorsHaveTheirFunctions() {
        assertExpr("units == 1", "(units = 1)");
        assertExpr("units != 1", "(units <> 1)");
        assertExpr("units % 3 * -units", "((units % 3) * -(units))");
        assertExpr("units NOT BETWEEN 1 AND 2", "not(((units >= 1) and (units <= 2)))");
        assertExpr("units NOT IN (1, 2)", "not(units in (1, 2))");
        assertExpr("item NOT LIKE 'a%'", "not((item like 'a%'))");
        assertExpr("item LIKE 'a!%' ESCAPE '!'", "(item like 'a!%' like '!')");
        assertExpr("item ILIKE 'A'", "(item ilike 'A')");
        assertExpr("item ISNULL OR item NOTNULL", "(item is null or item is not null)");
        assertExpr("paid IS NOT TRUE", "paid is not true");
        assertExpr("units IS DISTINCT FROM 3", "(units is distinct from 3)");
        assertExpr(
                "CASE units WHEN 1 THEN 'a' WHEN 2 THEN 'b' ELSE 'c' END",
                "case when (units = 1) then 'a' when (units = 2) then 'b' else 'c' end");
    }

    @Test
    void castsTakeDuckDbsTypes() {
        assertExpr("units::bigint", "cast(units as int64)");
        assertExpr("CAST(units AS DECIMAL(9,2))", "cast(units as decimal(9, 2))");
        assertExpr("CAST(units AS hugeint)", "cast(units as decimal(38, 0))");
        assertExpr("TRY_CAST(item AS double precision)", "try_cast(item as float64)");
        assertExpr("item::timestamp with time zone", "cast(item as timestamp[us, UTC])");
        assertExpr(
                "units + serial::int * -units::bigint", "(units + (cast(serial as int32) * -(cast(units as int64))))");
        assertExpr("'7'::int = '7'::int::bigint", "(cast('7' as int32) = cast(cast('7' as int32) as int64))");
        assertExpr("CASE WHEN paid THEN 1 END::text", "cast(case when paid then 1 else null end as string)");
        assertExpr("units::varchar || 'x'", "(cast(units as string) || 'x')");
    }

    @Test
    void momentsAreCasts() {
        assertExpr("DATE '2024-02-29'", "2024-02-29");
        assertExpr("day + INTERVAL 3 DAYS", "(day + cast('3 DAYS' as interval))");
        assertExpr("day - INTERVAL '1' MONTH", "(day - cast('1 MONTH' as interval))");
        assertExpr("INTERVAL '2 days 3 hours'", "cast('2 days 3 hours' as interval)");
        assertExpr("TIMESTAMP '2024-02-29 12:00:00'", "cast('2024-02-29 12:00:00' as timestamp[us])");
    }

    @Test
    void functionsHaveDuckDbsNames() {
        assertExpr("extract(year FROM day)", "year(day)");
        assertExpr("date_part('dow', day)", "dayofweek(day)");
        assertExpr("datepart('hours', at)", "hour(at)");
        assertExpr("date_trunc('month', at)", "date_trunc('month', at)");
        assertExpr("date_diff('day', day, day)", "date_diff('day', day, day)");
        assertExpr("substring(item FROM 2 FOR 3)", "substring(item, 2, 3)");
        assertExpr("substr(item, 2)", "substring(item, 2)");
        assertExpr("position('a' IN item)", "position(item, 'a')");
        assertExpr("strpos(item, 'a')", "position(item, 'a')");
        assertExpr("trim(LEADING 'x' FROM item)", "ltrim(item, 'x')");
        assertExpr("trim(item, 'x')", "trim(item, 'x')");
        assertExpr("trim(BOTH FROM item)", "trim(item)");
        assertExpr("if(paid, 1, 2)", "case when paid then 1 else 2 end");
        assertExpr("ifnull(units, 0)", "coalesce(units, 0)");
        assertExpr("pow(units, 2)", "power(units, 2)");
        assertExpr("log(units)", "log10(units)");
        assertExpr("mod(units, 2)", "(units % 2)");
        assertExpr(
                "concat(item, units)", "(coalesce(cast(item as string), '') || coalesce(cast(units as string), ''))");
        assertExpr("left(item, 1) || right(item, 1)", "(left(item, 1) || right(item, 1))");
    }

    @Test
    void distinctOnKeepsTheFirstRowOfEach() {
        assertPlan(
                "SELECT DISTINCT ON (region) item FROM sales ORDER BY units DESC",
                "project item",
                "sort units desc",
                "filter (row_number() = 1)",
                "window row_number() over (partition by region order by units desc) as row_number()",
                "scan sales");
        String[] plan = {
            "project region as r, item",
            "filter (row_number() = 1)",
            "window row_number() over (partition by region) as row_number()",
            "scan sales"
        };
        assertPlan("SELECT DISTINCT ON (r) region AS r, item FROM sales", plan);
        assertPlan("SELECT DISTINCT ON (1) region AS r, item FROM sales", plan);
    }

    @Test
    void columnsStandForEachColumnInTurn() {
        assertPlan("SELECT COLUMNS('^(units|price)$') FROM sales", "project units, price", "scan sales");
        assertPlan(
                "SELECT min(COLUMNS(c -> c LIKE '%i%e%')), COLUMNS(['units']) + 1 AS n FROM sales GROUP BY units",
                "project item, price, (units + 1) as n",
                "aggregate by [units] min(item) as item, min(price) as price",
                "scan sales");
        assertPlan(
                "SELECT greatest(*COLUMNS('^(units|serial)$')) AS g FROM sales WHERE COLUMNS(['units', 'serial']) > 0",
                "project greatest(units, serial) as g",
                "filter ((units > 0) and (serial > 0))",
                "scan sales");
    }

    @Test
    void starRenames() {
        assertPlan(
                "SELECT * EXCLUDE (a) RENAME (b AS c) FROM (SELECT units AS a, price AS b FROM sales)",
                "project b as c",
                "project units as a, price as b",
                "scan sales");
    }

    @Test
    void groupingTellsWhichKeysASetLeavesOut() {
        assertPlan(
                "SELECT region, grouping(region) AS g FROM sales GROUP BY region",
                "project region, 0 as g",
                "aggregate by [region]",
                "scan sales");
    }

    @Test
    void unionsAreFlat() {
        assertPlan(
                "SELECT units AS u FROM sales UNION ALL SELECT serial FROM sales UNION ALL SELECT 1",
                "scan union of 3 queries");
        assertPlan(
                "SELECT units AS u FROM sales UNION SELECT serial FROM sales UNION SELECT 1 UNION ALL SELECT 2",
                "scan union of 2 queries");
        assertThat(sql.plan("SELECT 1 AS a, 'x' AS b UNION ALL BY NAME SELECT 2.5 AS c, 'y' AS B")
                        .schema()
                        .toString())
                .isEqualTo("(a: int32, b: string not null, c: decimal(2, 1))");
    }

    @Test
    void parametersHaveTheTypesOfTheirValues() {
        assertThat(PlanText.of(sql.plan(
                        "SELECT units + ? AS a, $2 AS b FROM sales LIMIT $3", 5, LocalDate.of(2024, 1, 31), 7)))
                .isEqualTo("limit 7 offset 0\nproject (units + 5) as a, 2024-01-31 as b\nscan sales");
        assertThat(PlanText.of(sql.plan("SELECT $x || $y AS a", Map.of("x", "it's", "y", "'; DROP"))))
                .isEqualTo("project ('it''s' || '''; DROP') as a\nrows 1");
        assertThatThrownBy(() -> sql.plan("SELECT $z", Map.of("x", 1, "y", 2)))
                .hasMessageStartingWith("line 1, column 8: the parameter $z has no value; there are values for $x, $y");
    }

    @Test
    void intervalsMayBeComputed() {
        assertExpr("day + INTERVAL (units) DAYS", "(day + (cast('1 DAYS' as interval) * units))");
    }

    @Test
    void whereNeedsNoFrom() {
        assertPlan("SELECT 1 AS one WHERE 1 > 2", "project 1 as one", "filter (1 > 2)", "rows 1");
    }

    @Test
    void powersBindMoreTightlyThanProducts() {
        assertExpr("2 * units ^ 2 || 'x' || 1 + 1", "(((2 * power(units, 2)) || 'x') || (1 + 1))");
    }

    @Test
    void commentsAndBlanksDoNotMatter() {
        assertPlan("SELECT -- the units\n\tunits /* of\nall */ FROM\n\n sales ;", "project units", "scan sales");
    }

    @Test
    void trailingCommasAreForgiven() {
        assertPlan("SELECT units, region, FROM sales", "project units, region", "scan sales");
    }
}
