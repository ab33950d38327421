package dev.sheaf.io.parquet;

import java.nio.file.Path;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.duckdb.DuckDBStruct;
import org.jspecify.annotations.Nullable;

/// DuckDB in this process: the other writer and reader of files.
final class DuckDb implements AutoCloseable {
    private final Connection connection;

    DuckDb() {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
            run("SET threads = 1");
            run("SET TimeZone = 'UTC'");
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    void run(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    /// Writes the result of a query into a file.
    void copy(String query, Path file, String options) {
        run("COPY (" + query + ") TO '" + file + "' (FORMAT parquet" + (options.isEmpty() ? "" : ", " + options) + ")");
    }

    /// The rows of a query, values as our columns give them.
    List<List<@Nullable Object>> rows(String query) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(ours(result.getObject(i)));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException failure) {
            throw new IllegalStateException(query, failure);
        }
    }

    List<List<@Nullable Object>> read(Path file) {
        return rows("SELECT * FROM read_parquet('" + file + "')");
    }

    private static @Nullable Object ours(@Nullable Object value) throws SQLException {
        return switch (value) {
            case Timestamp timestamp -> timestamp.toLocalDateTime();
            case OffsetDateTime zoned -> zoned.toInstant();
            case UUID uuid -> uuid.toString();
            case Blob blob -> blob.getBytes(1, (int) blob.length());
            case Array array -> list(array);
            case DuckDBStruct struct -> struct(struct.getMap());
            case Struct struct -> throw new IllegalStateException(struct.toString());
            case Map<?, ?> map -> map(map);
            case null -> null;
            default -> value;
        };
    }

    private static List<@Nullable Object> list(Array array) throws SQLException {
        List<@Nullable Object> elements = new ArrayList<>();
        for (Object element : (Object[]) array.getArray()) {
            elements.add(ours(element));
        }
        return elements;
    }

    private static Map<String, @Nullable Object> struct(Map<String, Object> fields) throws SQLException {
        Map<String, @Nullable Object> ours = new LinkedHashMap<>();
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            ours.put(field.getKey(), ours(field.getValue()));
        }
        return ours;
    }

    private static List<@Nullable Object> map(Map<?, ?> map) throws SQLException {
        List<@Nullable Object> entries = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Map<String, @Nullable Object> ours = new LinkedHashMap<>();
            ours.put("key", ours(entry.getKey()));
            ours.put("value", ours(entry.getValue()));
            entries.add(ours);
        }
        return entries;
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
