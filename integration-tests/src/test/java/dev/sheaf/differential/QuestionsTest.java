package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cli.datagen.GroupByDataset;
import dev.sheaf.cli.datagen.OrdersDataset;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The benchmark's questions over a million rows: from SQL and from frames, out of Parquet and into Parquet.
/// DuckDB reads the same file, answers the same question, and compares both answers itself.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuestionsTest {
    private static final long ROWS = 1_000_000;
    private static final int GROUPS = 100;
    private static final long SEED = 1;
    private static final double TOLERANCE = 1e-9;

    private final MemoryPool pool = MemoryPool.create();
    private final DuckDb duck = new DuckDb();

    private Path folder;

    @BeforeAll
    void generate(@TempDir Path shared) throws SQLException {
        folder = shared;
        write("x", GroupByDataset.of(ROWS, GROUPS, SEED));
        write("x_with_nulls", new GroupByDataset(ROWS / 4, GROUPS, 5, false, 1.1, SEED, true));
        write("orders", OrdersDataset.of(ROWS / 2, SEED));
    }

    private void write(String name, Dataset dataset) throws SQLException {
        Path file = folder.resolve(name + ".parquet");
        LazyFrame.scan(dataset).sink(FileFormats.of(file), file, context());
        duck.execute("CREATE VIEW " + name + " AS SELECT * FROM read_parquet('" + file + "')");
    }

    @AfterAll
    void giveBack() {
        duck.close();
        PoolCheck.assertEmpty(pool);
    }

    private QueryContext context() {
        return QueryContext.builder().pool(pool).build();
    }

    static Stream<Question> dbBenchmark() {
        return Question.DB_BENCHMARK.stream();
    }

    static Stream<Question> orders() {
        return Question.ORDERS.stream();
    }

    @ParameterizedTest
    @MethodSource("dbBenchmark")
    void sqlAndFramesAnswerTheBenchmark(Question question) throws SQLException {
        check(question, "x", "x");
    }

    @ParameterizedTest
    @MethodSource("dbBenchmark")
    void sqlAndFramesAnswerTheBenchmarkOverNullsAndSkew(Question question) throws SQLException {
        check(question, "x", "x_with_nulls");
    }

    @ParameterizedTest
    @MethodSource("orders")
    void sqlAndFramesAnswerQuestionsAboutOrders(Question question) throws SQLException {
        check(question, "orders", "orders");
    }

    private void check(Question question, String table, String file) throws SQLException {
        Path path = folder.resolve(file + ".parquet");
        duck.execute(
                "CREATE OR REPLACE TEMP TABLE expected AS " + question.sql().replace("FROM " + table, "FROM " + file));
        SqlSession session = new SqlSession();
        session.register(table, LazyFrame.scanParquet(path.toString()));
        compare(question, session.query(question.sql()), "sql");
        compare(question, question.frame().apply(LazyFrame.scanParquet(path.toString())), "frame");
        PoolCheck.assertEmpty(pool);
    }

    private void compare(Question question, LazyFrame asked, String way) throws SQLException {
        Path answer = folder.resolve(way + ".parquet");
        asked.sink(FileFormats.of(answer), answer, context());
        String actual = "(SELECT * FROM read_parquet('" + answer + "'))";
        assertThat(duck.query("SELECT count(*) FROM " + actual + " AS a").rows())
                .as("rows of %s by %s", question, way)
                .isEqualTo(duck.query("SELECT count(*) FROM expected").rows());
        List<String> names = asked.schema().names();
        String keys = names.stream()
                .limit(question.keys())
                .map(key -> "e." + key + " IS NOT DISTINCT FROM a." + key)
                .collect(Collectors.joining(" AND "));
        String same =
                names.stream().skip(question.keys()).map(QuestionsTest::close).collect(Collectors.joining(" AND "));
        Answer different = duck.query("SELECT e.*, a.* FROM expected AS e LEFT JOIN " + actual + " AS a ON " + keys
                + " WHERE (" + same + ") IS NOT TRUE LIMIT 5");
        assertThat(different.rows()).as("%s by %s", question, way).isEmpty();
    }

    /// One row has a correlation of null here, of NaN in DuckDB; values that do not vary have NaN in both.
    private static String close(String value) {
        String expected = "nullif(CAST(e." + value + " AS DOUBLE), CAST('NaN' AS DOUBLE))";
        String actual = "nullif(CAST(a." + value + " AS DOUBLE), CAST('NaN' AS DOUBLE))";
        return "(" + expected + " IS NOT DISTINCT FROM " + actual + " OR abs(" + expected + " - " + actual + ") <= "
                + TOLERANCE + " * greatest(1, abs(" + expected + ")))";
    }
}
