package dev.sheaf.differential;

import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random queries over random tables give what DuckDB gives, however they run.
class DifferentialTest {
    private static final int TABLES = 400;
    private static final int TABLES_OF_A_BUILD = 20;
    private static final int QUERIES_PER_TABLE = 25;
    private static final int FAILURES_SHOWN = 10;

    private final List<String> failures = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void sqlMeansWhatDuckDbMeansByIt() {
        try (DuckDb duck = new DuckDb()) {
            RandomCases.run(TABLES, TABLES_OF_A_BUILD, random -> {
                TestTable table = TestTable.random(random);
                try (SheafSql sheaf = open(duck, table, random.nextInt(3))) {
                    for (int i = 0; i < QUERIES_PER_TABLE; i++) {
                        long seed = random.nextLong();
                        compare(duck, sheaf, table, new SplittableRandom(seed));
                    }
                }
                failIfAny();
            });
        }
    }

    /// The same table on both sides: in memory, in a file that Sheaf wrote, or in one that DuckDB wrote.
    private SheafSql open(DuckDb duck, TestTable table, int way) throws SQLException {
        Path file = folder.resolve("t.parquet");
        if (way == 1) {
            SheafSql.writeParquet(table.rows(), file);
            duck.createFromParquet("t", file);
            return SheafSql.over(file);
        }
        duck.create("t", table.rows());
        if (way == 2) {
            duck.writeParquet("t", file);
            return SheafSql.over(file);
        }
        return SheafSql.over(table.rows());
    }

    private void compare(DuckDb duck, SheafSql sheaf, TestTable table, SplittableRandom random) {
        SqlQuery query = new QueryGenerator(random).query("t", table.columns());
        SheafSql.Way way = SheafSql.Way.random(random);
        String problem = problem(duck, sheaf, query, way);
        if (problem != null) {
            failures.add(query.text() + "\n" + way + "\n" + problem + "\nover " + table.rows());
        }
    }

    private static @Nullable String problem(DuckDb duck, SheafSql sheaf, SqlQuery query, SheafSql.Way way) {
        Answer expected;
        try {
            expected = duck.query(query.text());
        } catch (SQLException refused) {
            return failsToo(sheaf, query, way) ? null : "DuckDB fails: " + refused.getMessage();
        }
        try {
            AnswerCheck.same(query, expected, sheaf.query(query.text(), way));
            return null;
        } catch (AssertionError difference) {
            return difference.getMessage();
        } catch (RuntimeException failure) {
            return failure instanceof ArithmeticException && failsWithoutOptimizer(duck, query)
                    ? null
                    : "DuckDB gives " + expected.rows().size() + " rows, but: " + failure;
        }
    }

    /// Where statistics tell DuckDB that no row comes out, it does not compute what would fail.
    private static boolean failsWithoutOptimizer(DuckDb duck, SqlQuery query) {
        try {
            duck.queryWithoutOptimizer(query.text());
            return false;
        } catch (SQLException failsToo) {
            return true;
        }
    }

    private static boolean failsToo(SheafSql sheaf, SqlQuery query, SheafSql.Way way) {
        try {
            sheaf.query(query.text(), way);
            return false;
        } catch (IllegalArgumentException | ArithmeticException refused) {
            return true;
        }
    }

    private void failIfAny() {
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " differences:\n"
                    + failures.stream().limit(FAILURES_SHOWN).collect(Collectors.joining("\n\n")));
        }
    }
}
