package dev.sheaf.benchmarks;

import dev.sheaf.cli.datagen.OrdersDataset;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The sum of prices by order status from a Parquet file, by Sheaf and by DuckDB in the same process.
///
/// ```
/// ./mvnw -q -Dquick -pl benchmarks -am package -DskipTests
/// java --enable-native-access=ALL-UNNAMED -cp benchmarks/target/...:... dev.sheaf.benchmarks.OrdersBenchmark 10000000
/// 2 15
/// ```
/// Arguments: rows, threads, runs. Both answers are checked against each other before the clock starts. Runs of
/// the two alternate; each plans the query anew, reads the file (from the operating system's cache) and takes the
/// result in full. The first runs, which compile the code, are not counted.
public final class OrdersBenchmark {
    private static final int WARM_UP_RUNS = 10;
    private static final double TOLERANCE = 1e-9;

    private final Path file;
    private final int threads;

    private OrdersBenchmark(Path file, int threads) {
        this.file = file;
        this.threads = threads;
    }

    public static void main(String[] arguments) throws IOException, SQLException {
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
        int threads = arguments.length > 1
                ? Integer.parseInt(arguments[1])
                : Runtime.getRuntime().availableProcessors();
        int runs = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 15;
        Path file = Files.createTempFile("sheaf-orders", ".parquet");
        try {
            LazyFrame.scan(new OrdersDataset(rows, 1, 0, true)).sinkParquet(file.toString());
            new OrdersBenchmark(file, threads).run(rows, runs);
        } finally {
            Files.delete(file);
        }
    }

    private void run(long rows, int runs) throws SQLException, IOException {
        System.out.println(Machine.describe());
        System.out.printf(
                Locale.ROOT, "%,d orders, %,d bytes of Parquet, %d threads%n", rows, Files.size(file), threads);
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
            try (Statement settings = duckdb.createStatement()) {
                settings.execute("SET threads = " + threads);
            }
            check(sheaf(), duckdb(duckdb));
            for (int i = 0; i < WARM_UP_RUNS; i++) {
                sheaf();
                duckdb(duckdb);
            }
            Times sheafTimes = new Times("sheaf");
            Times duckdbTimes = new Times("duckdb");
            for (int i = 0; i < runs; i++) {
                sheafTimes.time(this::sheaf);
                duckdbTimes.time(() -> duckdb(duckdb));
            }
            System.out.println(sheafTimes.summary(rows));
            System.out.println(duckdbTimes.summary(rows));
            System.out.printf(
                    Locale.ROOT, "sheaf / duckdb: %.2f%n", sheafTimes.medianMillis() / duckdbTimes.medianMillis());
        }
    }

    private Map<String, Double> sheaf() {
        Map<String, Double> sums = new TreeMap<>();
        SqlSession session = new SqlSession();
        session.register("orders", FileFormats.open(file.toString()));
        QueryContext context = QueryContext.builder().threads(threads).build();
        try (Table result = session.query(
                        "SELECT o_orderstatus, SUM(o_totalprice) AS total_price FROM orders GROUP BY o_orderstatus")
                .collect(context)) {
            result.rows().forEach(row -> sums.put(row.getString("o_orderstatus"), row.getDouble("total_price")));
        }
        return sums;
    }

    private Map<String, Double> duckdb(Connection connection) throws SQLException {
        Map<String, Double> sums = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT o_orderstatus, SUM(o_totalprice) AS total_price"
                        + " FROM read_parquet('" + file + "') GROUP BY o_orderstatus")) {
            while (result.next()) {
                sums.put(result.getString(1), result.getDouble(2));
            }
        }
        return sums;
    }

    private static void check(Map<String, Double> sheaf, Map<String, Double> duckdb) {
        boolean same = sheaf.keySet().equals(duckdb.keySet())
                && sheaf.entrySet().stream().allMatch(entry -> {
                    double other = duckdb.getOrDefault(entry.getKey(), Double.NaN);
                    return Math.abs(entry.getValue() - other) <= TOLERANCE * Math.abs(other);
                });
        if (!same) {
            throw new IllegalStateException("answers differ: " + sheaf + " and " + duckdb);
        }
        System.out.println("answers agree: " + sheaf);
    }
}
