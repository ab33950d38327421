package dev.sheaf.benchmarks.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sheaf.benchmarks.data.DataFolder;
import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.engine.AnswerCheck;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.cli.datagen.HitsDataset;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// ClickBench's 43 queries give DuckDB's answers over a Parquet file of page views that both read. What the queries
/// leave to chance, ties behind ORDER BY, further keys decide.
class ClickBenchTest {
    private static final int ROWS = 60_000;
    private static final SheafEngine SHEAF = new SheafEngine(2);
    private static final DuckDb DUCKDB = new DuckDb(2);

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeTable() {
        Path hits = new DataFolder(folder).file("hits", new HitsDataset(ROWS, 1));
        Path views = folder.resolve("views.parquet");
        DUCKDB.execute("COPY (" + PageViews.query(hits) + ") TO '" + views + "' (FORMAT parquet)");
        DUCKDB.execute("CREATE VIEW hits AS SELECT * FROM read_parquet('" + views + "')");
        SHEAF.register("hits", LazyFrame.scanParquet(views.toString()));
    }

    @AfterAll
    static void close() {
        SHEAF.close();
        DUCKDB.close();
    }

    static List<Question> queries() {
        return QueryTexts.clickBench();
    }

    @Test
    void asksAllQueries() {
        assertThat(queries()).hasSize(43);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void answersAreThoseOfDuckDb(Question query) {
        try (Table answer = SHEAF.answer(query)) {
            assertThat(answer.rowCount()).as("rows").isPositive();
            assertThatCode(() -> new AnswerCheck(SHEAF, DUCKDB).check(query, answer))
                    .doesNotThrowAnyException();
        }
    }
}
