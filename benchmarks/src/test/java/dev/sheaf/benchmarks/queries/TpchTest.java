package dev.sheaf.benchmarks.queries;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sheaf.benchmarks.data.DataFolder;
import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.engine.AnswerCheck;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The queries of TPC-H over its tables give DuckDB's answers, over Parquet files that both read. At scale 0.01, or
/// what `-Dsheaf.tpch.scale` says.
class TpchTest {
    private static final double SCALE = Double.parseDouble(System.getProperty("sheaf.tpch.scale", "0.01"));
    private static final SheafEngine SHEAF = new SheafEngine(2);
    private static final DuckDb DUCKDB = new DuckDb(2);

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeTables() {
        for (String name : TpchTables.names()) {
            Path file = new DataFolder(folder).file(name, () -> TpchTables.table(name, SCALE, SHEAF.pool()));
            SHEAF.register(name, LazyFrame.scanParquet(file.toString()));
            DUCKDB.execute("CREATE VIEW " + name + " AS SELECT * FROM read_parquet('" + file + "')");
        }
    }

    @AfterAll
    static void close() {
        SHEAF.close();
        DUCKDB.close();
    }

    static List<Question> queries() {
        return QueryTexts.tpch();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void answersAreThoseOfDuckDb(Question query) {
        try (Table answer = SHEAF.answer(query)) {
            assertThatCode(() -> new AnswerCheck(SHEAF, DUCKDB).check(query, answer))
                    .doesNotThrowAnyException();
        }
    }
}
