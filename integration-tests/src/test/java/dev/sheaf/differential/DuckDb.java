package dev.sheaf.differential;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.testing.Sample;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A DuckDB of its own, in memory.
///
/// Whole division by zero gives null, as in Sheaf; DuckDB has both ways and fails unless told otherwise.
final class DuckDb implements AutoCloseable {
    private final Connection connection;

    DuckDb() {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
            execute("SET error_on_division_by_zero = false");
            execute("SET threads = 1");
            execute("SET TimeZone = 'UTC'");
        } catch (SQLException refused) {
            throw new IllegalStateException(refused);
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// Runs a statement and says how many rows it changed.
    long update(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeLargeUpdate(sql);
        }
    }

    /// Makes a table of a sample's rows, written as constants.
    void create(String name, Sample sample) throws SQLException {
        execute("DROP TABLE IF EXISTS " + name);
        execute("CREATE TABLE " + name + " ("
                + sample.schema().fields().stream()
                        .map(field -> quoted(field.name()) + " " + type(field.type()))
                        .collect(Collectors.joining(", "))
                + ")");
        if (sample.rowCount() > 0) {
            List<DataType> types =
                    sample.schema().fields().stream().map(Field::type).toList();
            execute("INSERT INTO " + name + " VALUES "
                    + sample.rows().stream().map(row -> constants(types, row)).collect(Collectors.joining(", ")));
        }
    }

    /// Makes a table of the rows of a Parquet file.
    void createFromParquet(String name, Path file) throws SQLException {
        execute("CREATE OR REPLACE TABLE " + name + " AS SELECT * FROM read_parquet('" + file + "')");
    }

    /// Writes a table to a Parquet file.
    void writeParquet(String name, Path file) throws SQLException {
        execute("COPY " + name + " TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String constants(List<DataType> types, List<@Nullable Object> row) {
        List<String> constants = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            constants.add(
                    value == null
                            ? "NULL"
                            : "CAST('" + written(value).replace("'", "''") + "' AS " + type(types.get(i)) + ")");
        }
        return "(" + String.join(", ", constants) + ")";
    }

    private static String written(Object value) {
        return value instanceof byte[] bytes
                ? bytes.length == 0
                        ? ""
                        : "\\x" + HexFormat.ofDelimiter("\\x").withUpperCase().formatHex(bytes)
                : value.toString();
    }

    /// The name of a type.
    static String type(DataType type) {
        return switch (type) {
            case DataType.BoolType() -> "BOOLEAN";
            case DataType.IntType(int bits, boolean signed) ->
                (signed ? "" : "U")
                        + switch (bits) {
                            case 8 -> "TINYINT";
                            case 16 -> "SMALLINT";
                            case 32 -> "INTEGER";
                            default -> "BIGINT";
                        };
            case DataType.FloatType(int bits) -> bits == 32 ? "FLOAT" : "DOUBLE";
            case DataType.DecimalType(int precision, int scale) -> "DECIMAL(" + precision + "," + scale + ")";
            case DataType.StringType() -> "VARCHAR";
            case DataType.DateType() -> "DATE";
            case DataType.TimeType _ -> "TIME";
            case DataType.TimestampType moment -> moment.zone().isPresent() ? "TIMESTAMPTZ" : "TIMESTAMP";
            case DataType.BinaryType() -> "BLOB";
            default -> throw new IllegalArgumentException("test tables have no " + type);
        };
    }

    /// The answer without the optimizer, which changes the answers of some queries, and leaves out what would fail
    /// where statistics tell that it does not matter.
    Answer queryWithoutOptimizer(String sql) throws SQLException {
        execute("PRAGMA disable_optimizer");
        try {
            return query(sql);
        } finally {
            execute("PRAGMA enable_optimizer");
        }
    }

    Answer query(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData columns = result.getMetaData();
            List<String> families = new ArrayList<>();
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                families.add(Answer.family(columns.getColumnTypeName(column)));
            }
            List<List<@Nullable Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int column = 1; column <= columns.getColumnCount(); column++) {
                    row.add(value(result, column));
                }
                rows.add(row);
            }
            return new Answer(families, rows);
        }
    }

    /// The values of the first column and its type, or the names of all columns, as a page would show them.
    String shown(String sql, boolean names) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData columns = result.getMetaData();
            List<String> shown = new ArrayList<>();
            for (int column = 1; names && column <= columns.getColumnCount(); column++) {
                shown.add(columns.getColumnName(column));
            }
            while (!names && result.next()) {
                shown.add(String.valueOf(value(result, 1)));
            }
            return names
                    ? "named " + String.join(", ", shown)
                    : String.join("; ", shown) + " " + columns.getColumnTypeName(1);
        }
    }

    private static @Nullable Object value(ResultSet result, int column) throws SQLException {
        Object value = result.getObject(column);
        return switch (value) {
            case Timestamp _ -> result.getObject(column, LocalDateTime.class);
            case OffsetDateTime moment -> moment.toInstant();
            case Blob bytes -> bytes.getBytes(1, (int) bytes.length());
            case null, default -> Answer.normal(plain(value));
        };
    }

    /// Lists for arrays and for structs, whose names are left out.
    private static @Nullable Object plain(@Nullable Object value) throws SQLException {
        Object[] parts = switch (value) {
            case Array array -> (Object[]) array.getArray();
            case Struct struct -> struct.getAttributes();
            case null, default -> null;
        };
        if (parts == null) {
            return value;
        }
        List<@Nullable Object> plain = new ArrayList<>();
        for (Object part : parts) {
            plain.add(plain(part));
        }
        return plain;
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
