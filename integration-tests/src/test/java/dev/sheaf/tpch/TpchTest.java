package dev.sheaf.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The queries of TPC-H over its tables give DuckDB's answers, over Parquet files that both read. At scale 0.01, or
/// what `-Dsheaf.tpch.scale` says.
class TpchTest {
    private static final double SCALE = Double.parseDouble(System.getProperty("sheaf.tpch.scale", "0.01"));

    /// Sums of floating numbers depend on the order of rows in their last digits.
    private static final MathContext DIGITS = new MathContext(10);

    private static final MemoryPool POOL = MemoryPool.create();
    private static final SqlSession SHEAF = new SqlSession();

    @TempDir
    private static Path folder;

    private static Connection duck;

    @BeforeAll
    static void makeTables() throws SQLException {
        duck = DriverManager.getConnection("jdbc:duckdb:");
        QueryContext context = QueryContext.builder().pool(POOL).build();
        for (String name : TpchTables.names()) {
            Path file = folder.resolve(name + ".parquet");
            try (Table table = TpchTables.table(name, SCALE, POOL)) {
                LazyFrame.of(table).sink(FileFormats.of(file), file, context);
            }
            SHEAF.register(name, FileFormats.open(file.toString()));
            try (Statement statement = duck.createStatement()) {
                statement.execute("CREATE VIEW " + name + " AS SELECT * FROM read_parquet('" + file + "')");
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        duck.close();
        PoolCheck.assertEmpty(POOL);
        POOL.close();
    }

    static List<String> queries() {
        return IntStream.rangeClosed(1, 22).mapToObj("q%02d"::formatted).toList();
    }

    @ParameterizedTest
    @MethodSource("queries")
    void answersAreThoseOfDuckDb(String name) throws IOException, SQLException {
        String query = text(name);
        assertThat(sheaf(query)).containsExactlyInAnyOrderElementsOf(duck(query));
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
                SHEAF.query(query).collect(QueryContext.builder().pool(POOL).build())) {
            for (int row = 0; row < table.rowCount(); row++) {
                int index = row;
                rows.add(table.columns().stream()
                        .<@Nullable Object>map(column -> normal(column.get(index)))
                        .toList());
            }
        }
        return rows;
    }

    private static String text(String name) throws IOException {
        try (var in = TpchTest.class.getResourceAsStream("/tpch/" + name + ".sql")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// One form for values that are the same.
    private static @Nullable Object normal(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Number number ->
                new BigDecimal(number.toString()).round(DIGITS).stripTrailingZeros();
            case java.sql.Date date -> date.toLocalDate();
            default -> value;
        };
    }
}
