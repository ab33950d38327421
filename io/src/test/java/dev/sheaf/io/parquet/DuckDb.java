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
    /// A column of each type that DuckDB writes and we have, with nulls at other rows in each.
    private static final String EVERY_TYPE = """
            SELECT
                CASE WHEN i % 5 > 0 THEN i % 2 = 0 END AS bool,
                CASE WHEN i % 3 > 0 THEN (i % 256 - 128)::TINYINT END AS int8,
                CASE WHEN i % 4 > 0 THEN (i * 7 - 30000)::SMALLINT END AS int16,
                CASE WHEN i % 6 > 0 THEN (i * 1000003 % 2000000000)::INTEGER END AS int32,
                CASE WHEN i % 7 > 0 THEN hash(i)::HUGEINT::INT128 - 9223372036854775808::INT128 END::BIGINT AS int64,
                (i % 256)::UTINYINT AS uint8,
                (i * 5)::USMALLINT AS uint16,
                (i * 800000)::UINTEGER AS uint32,
                CASE WHEN i % 8 > 0 THEN hash(i) END AS uint64,
                CASE WHEN i % 5 > 1 THEN (i / 3)::FLOAT END AS float32,
                CASE WHEN i % 5 > 2 THEN i / 7.0::DOUBLE END AS float64,
                (i % 3000 / 7)::DECIMAL(4, 1) AS decimal4,
                CASE WHEN i % 2 > 0 THEN (i * 100003)::DECIMAL(9, 0) END AS decimal9,
                (-i * 1000000007)::DECIMAL(18, 4) AS decimal18,
                CASE WHEN i % 3 > 1 THEN -hash(i)::DECIMAL(38, 6) END AS decimal38,
                DATE '1960-02-28' + (i * 13)::INTEGER AS date,
                CASE WHEN i % 9 > 0 THEN TIME '00:00:00.000001' + INTERVAL (i * 7) SECOND END AS time,
                TIMESTAMP '1950-01-01 00:00:00.123456' + INTERVAL (i * 100) HOUR AS timestamp,
                CASE WHEN i % 10 > 0 THEN (TIMESTAMP '2050-01-01 00:00:00.5' + INTERVAL (i) HOUR)::TIMESTAMPTZ END AS tz,
                (TIMESTAMP '2050-01-01 00:00:00.5' + INTERVAL (i) HOUR)::TIMESTAMP_MS AS millis,
                (TIMESTAMP '2050-01-01 00:00:00.123456789' + INTERVAL (i) HOUR)::TIMESTAMP_NS AS nanos,
                CASE WHEN i % 11 > 0 THEN 'key ' || (i % 17) END AS coded,
                CASE WHEN i % 11 > 2 THEN 'é日😀' || hash(i) END AS text,
                CASE WHEN i % 13 > 0 THEN ('\\xAA\\x00' || i)::BLOB END AS binary,
                uuid_value AS uuid,
                (CASE i % 3 WHEN 0 THEN 'a' WHEN 1 THEN 'bc' END)::ENUM('a', 'bc') AS enum,
                NULL AS nothing,
                CASE WHEN i % 4 = 0 THEN NULL WHEN i % 4 = 1 THEN [] ELSE [i, NULL, i + 1] END AS list,
                CASE WHEN i % 5 = 0 THEN NULL WHEN i % 5 = 1 THEN [[]] ELSE [['x' || i], NULL, ['y', NULL]] END AS lists,
                CASE WHEN i % 6 > 0 THEN {'a': i, 'b': CASE WHEN i % 2 = 0 THEN 'x' || i END} END AS struct,
                CASE WHEN i % 7 > 0 THEN [{'a': [i], 'b': {'c': i}}] END AS structs,
                MAP {'k' || i: i, 'l': NULL} AS map
            FROM (SELECT i, ('00000000-0000-0000-0000-' || lpad(i::VARCHAR, 12, '0'))::UUID AS uuid_value
                FROM range(ROWS) t(i))
            """;

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

    /// A query of `rows` rows with a column of each type.
    static String everyType(int rows) {
        return EVERY_TYPE.replace("ROWS", Integer.toString(rows));
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
