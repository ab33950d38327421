package dev.sheaf.sql;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What queries in expressions give beside windows and NULL without a type; the values are DuckDB's.
@ExtendWith(PoolCheck.class)
class SubqueryResultsTest {
    private static final Tables.Rows ITEMS =
            Tables.of("id:int32", "name:string").row(1, "ink").row(2, "pen").row(null, "cup");

    private static void assertRows(MemoryPool pool, String query, Tables.Rows expected) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table items = ITEMS.build(pool);
                Table result =
                        new SqlSession().register("items", items).query(query).collect(context)) {
            Tables.assertSame(expected, result);
        }
    }

    @Test
    void windowsTakeAnswersAsArguments(MemoryPool pool) {
        String answer = "(SELECT max(i.name) FROM items i WHERE i.id = items.id)";
        assertRows(
                pool,
                "SELECT id, lag(" + answer + ") OVER (ORDER BY name) AS before, first_value(" + answer
                        + ") OVER (ORDER BY name DESC) AS first, count(" + answer
                        + ") OVER (ORDER BY name ROWS UNBOUNDED PRECEDING) AS known FROM items ORDER BY name",
                Tables.of("id:int32", "before:string", "first:string", "known:int64")
                        .row(null, null, "pen", 0)
                        .row(1, null, "pen", 1)
                        .row(2, "ink", "pen", 2));
    }

    @Test
    void framesTakeDistancesFromAnswers(MemoryPool pool) {
        assertRows(
                pool,
                "SELECT id, count(*) OVER (ORDER BY (SELECT max(i.id) FROM items i WHERE i.name = items.name)"
                        + " RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS n FROM items ORDER BY id",
                Tables.of("id:int32", "n:int64").row(1, 1).row(2, 2).row(null, 1));
    }

    @Test
    void valuesAreComparedWithNullOfNoType(MemoryPool pool) {
        assertRows(
                pool,
                "SELECT id, id IN (SELECT NULL) AS among FROM items ORDER BY id",
                Tables.of("id:int32", "among:bool").row(1, null).row(2, null).row(null, null));
        assertRows(pool, "SELECT id FROM items WHERE id NOT IN (SELECT NULL)", Tables.of("id:int32"));
    }

    @Test
    void rowsAreJoinedWithNullOfNoType(MemoryPool pool) {
        String nulls = "(SELECT NULL AS x) n";
        assertRows(
                pool,
                "SELECT id, n.x AS x FROM items LEFT JOIN " + nulls + " ON n.x = id WHERE id = 1",
                Tables.of("id:int32", "x:null").row(1, null));
        assertRows(
                pool,
                "SELECT name FROM items JOIN " + nulls + " ON id IS NOT DISTINCT FROM n.x",
                Tables.of("name:string").row("cup"));
    }
}
