package dev.sheaf.benchmarks.engine;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Workload;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// DuckDB in this process, with a database in memory that does not keep the order of rows.
///
/// There are two ways to have a whole answer: `CREATE TEMP TABLE ... AS`, and a query whose result DuckDB
/// materialises before the first row is asked for. Which is faster depends on the answer, so both are tried, and
/// a question's runs go the way that was faster for it.
public final class DuckDb implements Engine {
    private final Connection connection;
    private final Map<String, Way> ways = new HashMap<>();

    private int limitSeconds;

    private enum Way {
        TABLE,
        RESULT
    }

    public DuckDb(int threads) {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        execute("SET threads = " + threads);
        execute("SET preserve_insertion_order = false");
    }

    /// Tables and states take so much memory at most; beyond that they go to disk.
    public void limitMemory(long bytes) {
        execute("SET memory_limit = '" + bytes + "B'");
    }

    @Override
    public String name() {
        return "duckdb";
    }

    @Override
    public String version() {
        return rows("SELECT version()").getFirst();
    }

    @Override
    public boolean isInProcess() {
        return true;
    }

    @Override
    public void load(Workload workload) {
        String kind = workload.inMemory() ? "TABLE " : "VIEW ";
        ways.clear();
        execute("CREATE OR REPLACE " + kind + workload.table() + " AS SELECT * FROM read_parquet('" + workload.file()
                + "')");
    }

    @Override
    public double millis(Question question) {
        Way way = ways.get(question.name());
        return way == null ? trial(question) : millis(question, way);
    }

    /// The first runs of a question go both ways.
    private double trial(Question question) {
        double first = millis(question, Way.RESULT);
        double asTable = millis(question, Way.TABLE);
        double asResult = millis(question, Way.RESULT);
        ways.put(question.name(), asTable < asResult ? Way.TABLE : Way.RESULT);
        return first;
    }

    /// The very first run of a question, as a result that is materialised.
    public double firstMillis(Question question) {
        return millis(question, Way.RESULT);
    }

    private double millis(Question question, Way way) {
        return switch (way) {
            case TABLE -> millisAsTable(question.sql());
            case RESULT -> millisAsResult(question.sql());
        };
    }

    /// The milliseconds that a query takes as `CREATE TEMP TABLE ... AS`.
    public double millisAsTable(String sql) {
        long start = System.nanoTime();
        execute("CREATE OR REPLACE TEMP TABLE answer AS " + sql);
        double millis = (System.nanoTime() - start) / 1e6;
        execute("DROP TABLE answer");
        return millis;
    }

    /// The milliseconds that a query takes as a result that is materialised.
    public double millisAsResult(String sql) {
        try (Statement statement = statement()) {
            long start = System.nanoTime();
            try (ResultSet _ = statement.executeQuery(sql)) {
                return (System.nanoTime() - start) / 1e6;
            }
        } catch (SQLException failure) {
            throw failed(sql, failure);
        }
    }

    /// Keeps DuckDB's answer to a question as a table.
    public void keepAnswer(Question question, String table) {
        execute("CREATE OR REPLACE TEMP TABLE " + table + " AS " + question.sql());
    }

    /// Reads a Parquet file as a table.
    public void keepFile(Path file, String table) {
        execute("CREATE OR REPLACE TEMP TABLE " + table + " AS SELECT * FROM read_parquet('" + file + "')");
    }

    /// The rows that a query gives, as text.
    public List<String> rows(String sql) {
        return values(sql).stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(", ")))
                .toList();
    }

    /// The rows that a query gives, as objects of JDBC.
    List<List<@Nullable Object>> values(String sql) {
        try (Statement statement = statement();
                ResultSet result = statement.executeQuery(sql)) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getObject(column));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException failure) {
            throw failed(sql, failure);
        }
    }

    /// Runs a statement without a result.
    public void execute(String sql) {
        try (Statement statement = statement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw failed(sql, failure);
        }
    }

    /// Ends whatever takes longer than this with a failure, from now on.
    public void limit(int seconds) {
        limitSeconds = seconds;
    }

    private Statement statement() throws SQLException {
        Statement statement = connection.createStatement();
        statement.setQueryTimeout(limitSeconds);
        return statement;
    }

    private static IllegalStateException failed(String sql, SQLException failure) {
        return new IllegalStateException("DuckDB does not run " + sql, failure);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
