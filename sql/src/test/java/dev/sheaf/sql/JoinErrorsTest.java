package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said of slips in joins, sub-queries and set operations.
class JoinErrorsTest {
    private final SqlSession sql = new SqlSession()
            .register("sales", NamedSchema.of("sales", "id:int32", "region:string", "units:int32", "day:date"))
            .register("stores", NamedSchema.of("stores", "id:int32", "region:string", "city:string"))
            .register("days", NamedSchema.of("days", "day:date", "holiday:bool"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    SELECT id FROM sales, stores                                        |  8 | "id" may mean sales.id or stores.id; write which one
                    SELECT s.id FROM sales, stores                                      |  8 | there is no table "s" in this query; FROM names "sales", "stores"
                    SELECT s.ids FROM sales s JOIN stores t ON s.id = t.id              |  8 | column "ids" not found in "s"; columns: id, region, units, day. Did you mean "id"?
                    SELECT unit FROM sales s JOIN days d ON s.day = d.day               |  8 | column "unit" not found; columns: s.id, s.region, s.units, s.day, d.day, d.holiday. Did you mean "units"?
                    SELECT * FROM sales JOIN stores ON id = id                          | 36 | "id" may mean sales.id or stores.id; write which one
                    SELECT * FROM sales, sales                                          | 22 | FROM names two tables "sales"; give one of them a name of its own: sales AS other
                    SELECT * FROM sales JOIN stores USING (units)                       | 40 | on the right column "units" not found; columns: id, region, city.
                    SELECT * FROM stores NATURAL JOIN days                              | 22 | the sides of this NATURAL JOIN have no column of one name; write ON
                    SELECT * FROM sales a, stores b JOIN days d USING (region)          | 52 | on the right column "region" not found; columns: day, holiday.
                    SELECT * FROM sales a JOIN stores b ON true JOIN stores c USING (id) | 66 | "id" may mean a.id or b.id on the left; write ON
                    SELECT * FROM sales s JOIN stores t ON s.day = t.city                | 40 | cannot mix date "day" and string "city" in (day = city); cast one of them
                    SELECT * FROM sales s JOIN stores t ON s.region                     | 40 | a condition is a bool, not string "region"; compare it with something
                    SELECT * FROM sales s JOIN stores t ON count(*) > 1                 | 40 | ON cannot hold an aggregate
                    SELECT * FROM sales s JOIN stores t ON random() < 1                 | 40 | ON cannot hold random(); give it a name in a sub-query
                    SELECT * FROM sales s SEMI JOIN stores t USING (id) WHERE t.id = 1  | 59 | there is no table "t" in this query; FROM names "s"
                    SELECT s.region, count(*) FROM sales s, stores t GROUP BY t.region  |  8 | column "s.region" must be grouped by or stand in an aggregate; add it to GROUP BY, or write any_value(s.region) if it does not matter from which row it comes
                    SELECT (SELECT id, city FROM stores)                                |  8 | a query for one value has one column; this one has 2
                    SELECT id IN (SELECT id, city FROM stores) FROM sales               |  8 | this compares 1 value with a query of 2 columns
                    SELECT (id, units) IN (SELECT id FROM stores) FROM sales            |  8 | this compares 2 values with a query of 1 column
                    SELECT id FROM sales WHERE id IN (SELECT city FROM store)           | 52 | there is no table "store"; tables: days, sales, stores. Did you mean "stores"?
                    SELECT id FROM sales WHERE day IN (SELECT id FROM stores)           | 28 | date "day" cannot be compared with the int32 that the query gives; cast one of them
                    SELECT (SELECT city FROM stores t WHERE t.id = s.id) FROM sales     | 48 | there is no table "s" in this query; FROM names "t"
                    SELECT (SELECT max(id) FROM sales LIMIT (SELECT s.id)) FROM sales s  | 49 | "id" is a column of the query around, which PIVOT and the queries of LIMIT and OFFSET cannot read
                    SELECT (SELECT x FROM (SELECT s.idd AS x) q) FROM sales s           | 31 | there is no table "s" in this query
                    SELECT id FROM sales HAVING id IN (SELECT 1)                        | 29 | column "id" must be grouped by or stand in an aggregate; add it to GROUP BY, or write any_value(id) if it does not matter from which row it comes
                    SELECT region FROM sales s GROUP BY region HAVING EXISTS (SELECT 1 FROM stores t WHERE t.id = s.id) | 51 | column "id" must be grouped by or stand in an aggregate; add it to GROUP BY, or write any_value(id) if it does not matter from which row it comes
                    SELECT units = ANY (1, 2) FROM sales                                | 20 | ANY and ALL take a query or a list
                    SELECT id, units FROM sales EXCEPT SELECT id FROM stores            | 36 | this query has 1 columns, the one before EXCEPT 2
                    SELECT units FROM sales INTERSECT SELECT city FROM stores           | 35 | INTERSECT cannot mix int32 "units" and string "city"; cast one of them
                    SELECT * FROM sales EXCEPT BY NAME SELECT * FROM stores             | 36 | BY NAME stands behind UNION alone
                    SELECT * FROM sales ASOF JOIN days ON sales.day = days.day          | 31 | an ASOF JOIN needs a comparison by >=, >, <= or < between its sides
                    SELECT * FROM sales s ASOF JOIN sales t ON s.id > t.id AND s.units < t.units | 33 | an ASOF JOIN takes one comparison between its sides; this one has several
                    SELECT * FROM sales s ASOF JOIN sales t ON s.id > t.id AND s.units > 1 | 33 | an ASOF JOIN takes equalities and one comparison between its sides, and conditions on the right one; write others in WHERE
                    SELECT * FROM sales s ASOF FULL JOIN sales t ON s.id > t.id         | 23 | an ASOF JOIN is INNER, LEFT, SEMI or ANTI
                    SELECT * FROM sales s SEMI JOIN LATERAL (SELECT s.id) t ON true     | 33 | a query that reads the relations before it stands behind a comma, CROSS, INNER or LEFT JOIN
                    SELECT * FROM sales s, (SELECT s.idd) t                             | 32 | there is no table "s" in this query
                    SELECT ARRAY(SELECT id, units FROM sales)                           |  8 | a query for one value has one column; this one has 2
                    SELECT (WITH c AS (SELECT s.id AS x) SELECT (SELECT max(x) FROM c) FROM sales t LIMIT 1) FROM sales s | 65 | "c" cannot be read: it reads the query around its WITH, and can be named only in FROM of the query behind that WITH; write it there in parentheses
                    SELECT * FROM sales s POSITIONAL JOIN LATERAL (SELECT s.id) t       | 39 | a query that reads the relations before it stands behind a comma, CROSS, INNER or LEFT JOIN
                    """)
    void slipsArePointedAt(String query, int column, String problem) {
        SqlException refused = catchThrowableOfType(SqlException.class, () -> sql.plan(query));
        assertThat(refused).as("accepted").isNotNull();
        assertThat(refused.problem()).isEqualTo(problem);
        assertThat(refused.column()).as(refused.getMessage()).isEqualTo(column);
    }
}
