package dev.sheaf.clickbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// ClickBench's 43 queries give DuckDB's answers over a Parquet file of page views that both read. What the queries
/// leave to chance, ties behind ORDER BY, further keys decide.
class ClickBenchTest {
    private static final int ROWS = 60_000;

    /// Averages are divided in another order of steps.
    private static final MathContext DIGITS = new MathContext(10);

    private static final SqlSession SHEAF = new SqlSession();

    @TempDir
    private static Path folder;

    private static Connection duck;

    @BeforeAll
    static void makeTable() throws SQLException {
        duck = DriverManager.getConnection("jdbc:duckdb:");
        Path file = folder.resolve("hits.parquet");
        try (Statement statement = duck.createStatement()) {
            statement.execute("COPY (" + PageViews.query(ROWS) + ") TO '" + file + "' (FORMAT parquet)");
            statement.execute("CREATE VIEW hits AS SELECT * FROM read_parquet('" + file + "')");
        }
        SHEAF.registerFiles("hits", file.toString());
    }

    @AfterAll
    static void close() throws SQLException {
        duck.close();
        SHEAF.close();
    }

    static List<String> queries() throws IOException {
        try (var in = ClickBenchTest.class.getResourceAsStream("/clickbench/queries.sql")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            List<String> queries = Arrays.asList(text.strip().split(";\\s*"));
            assertThat(queries).hasSize(43);
            return queries;
        }
    }

    @ParameterizedTest
    @MethodSource("queries")
    void answersAreThoseOfDuckDb(String query) throws SQLException {
        assertThat(sheaf(query)).isEqualTo(duck(query));
    }

    private static List<List<@Nullable Object>> duck(String query) throws SQLException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Statement statement = duck.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(normal(result.getObject(i)));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static List<List<@Nullable Object>> sheaf(String query) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Table table =
                SHEAF.query(query).collect(QueryContext.builder().threads(2).build())) {
            for (int row = 0; row < table.rowCount(); row++) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int column = 0; column < table.columnCount(); column++) {
                    values.add(normal(table.column(column).get(row)));
                }
                rows.add(values);
            }
        }
        return rows;
    }

    private static @Nullable Object normal(@Nullable Object value) {
        return switch (value) {
            case Timestamp moment -> moment.toLocalDateTime();
            case Double number -> new BigDecimal(number).round(DIGITS).stripTrailingZeros();
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
            case null, default -> value;
        };
    }
}
