package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Interval;
import dev.sheaf.column.Table;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultSetTest extends Connected {

    /// The first row of a query is there in `check`.
    private interface Check {
        void of(ResultSet row) throws SQLException;
    }

    private void row(String sql, Check check) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            check.of(rows);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            TRUE                                 | BOOLEAN                  | 16   | java.lang.Boolean        | true
            1::TINYINT                           | TINYINT                  | -6   | java.lang.Integer        | 1
            1::SMALLINT                          | SMALLINT                 | 5    | java.lang.Integer        | 1
            1                                    | INTEGER                  | 4    | java.lang.Integer        | 1
            1::BIGINT                            | BIGINT                   | -5   | java.lang.Long           | 1
            200::UTINYINT                        | UTINYINT                 | 5    | java.lang.Integer        | 200
            18446744073709551615::UBIGINT        | UBIGINT                  | 3    | java.math.BigDecimal     | 18446744073709551615
            1.5::FLOAT                           | FLOAT                    | 7    | java.lang.Float          | 1.5
            1e0                                  | DOUBLE                   | 8    | java.lang.Double         | 1.0
            1.50                                 | DECIMAL(3,2)             | 3    | java.math.BigDecimal     | 1.50
            'x'                                  | VARCHAR                  | 12   | java.lang.String         | x
            DATE '2024-02-29'                    | DATE                     | 91   | java.sql.Date            | 2024-02-29
            TIME '12:30:01'                      | TIME                     | 92   | java.sql.Time            | 12:30:01
            TIMESTAMP '2024-02-29 12:30:00.25'   | TIMESTAMP                | 93   | java.sql.Timestamp       | 2024-02-29 12:30:00.25
            TIMESTAMPTZ '2024-02-29 12:30:00+00' | TIMESTAMP WITH TIME ZONE | 2014 | java.time.OffsetDateTime | 2024-02-29T12:30Z
            INTERVAL 1 MONTH                     | INTERVAL                 | 1111 | dev.sheaf.column.Interval| Interval[months=1, days=0, nanos=0]
            NULL                                 | NULL                     | 0    | java.lang.Object         |
            """)
    void typesAreToldAndGiven(String value, String name, int type, String javaClass, String shown) throws SQLException {
        row("SELECT " + value + " AS x", row -> {
            ResultSetMetaData columns = row.getMetaData();
            assertThat(columns.getColumnTypeName(1)).isEqualTo(name);
            assertThat(columns.getColumnType(1)).isEqualTo(type);
            assertThat(columns.getColumnClassName(1)).isEqualTo(javaClass);
            Object given = row.getObject(1);
            assertThat(given == null ? "java.lang.Object" : given.getClass().getName())
                    .isEqualTo(javaClass);
            assertThat(given == null ? null : given.toString()).isEqualTo(shown);
        });
    }

    @Test
    void numbersAreConverted() throws SQLException {
        row("SELECT 300 AS i, 2.75 AS d, '12' AS s, TRUE AS b, 1e10 AS f", row -> {
            assertThat(row.getLong(1)).isEqualTo(300);
            assertThat(row.getShort("I")).isEqualTo((short) 300);
            assertThat(row.getDouble(1)).isEqualTo(300);
            assertThat(row.getFloat(2)).isEqualTo(2.75f);
            assertThat(row.getInt(2)).isEqualTo(2);
            assertThat(row.getInt("s")).isEqualTo(12);
            assertThat(row.getByte(4)).isEqualTo((byte) 1);
            assertThat(row.getBoolean(1)).isTrue();
            assertThat(row.getBigDecimal("d")).isEqualTo(new BigDecimal("2.75"));
            assertThat(row.getObject("d", Double.class)).isEqualTo(2.75);
            assertThat(row.getObject("i", BigInteger.class)).isEqualTo(BigInteger.valueOf(300));
            assertThat(row.getObject(1, String.class)).isEqualTo("300");
            assertThatThrownBy(() -> row.getByte(1)).hasMessage("300 is not between -128 and 127");
            assertThatThrownBy(() -> row.getInt("f"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refused -> assertThat(refused.getSQLState()).isEqualTo("22003"));
        });
    }

    @Test
    void nullsAreToldByWasNull() throws SQLException {
        row("SELECT NULL::INTEGER AS a, 0 AS b, NULL::VARCHAR AS c", row -> {
            assertThat(row.getInt(1)).isZero();
            assertThat(row.wasNull()).isTrue();
            assertThat(row.getInt(2)).isZero();
            assertThat(row.wasNull()).isFalse();
            assertThat(row.getString("c")).isNull();
            assertThat(row.wasNull()).isTrue();
            assertThat(row.getObject(1, Integer.class)).isNull();
            assertThat(row.getDate(3)).isNull();
            assertThat(row.getBytes(3)).isNull();
        });
    }

    @Test
    void momentsComeAsJavaTime() throws SQLException {
        row(
                "SELECT DATE '2024-02-29' AS d, TIME '12:30:00.5' AS t, TIMESTAMP '2024-02-29 12:30:00' AS m,"
                        + " TIMESTAMPTZ '2024-02-29 12:30:00+01' AS z",
                row -> {
                    assertThat(row.getObject(1, LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
                    assertThat(row.getObject(2, LocalTime.class)).isEqualTo(LocalTime.parse("12:30:00.5"));
                    assertThat(row.getObject(3, LocalDateTime.class))
                            .isEqualTo(LocalDateTime.parse("2024-02-29T12:30"));
                    assertThat(row.getObject(4, Instant.class)).isEqualTo(Instant.parse("2024-02-29T11:30:00Z"));
                    assertThat(row.getObject(4, OffsetDateTime.class))
                            .isEqualTo(OffsetDateTime.parse("2024-02-29T11:30Z"));
                    assertThat(row.getObject(4, ZonedDateTime.class).toInstant())
                            .isEqualTo(Instant.parse("2024-02-29T11:30:00Z"));
                    assertThat(row.getDate(3)).isEqualTo(Date.valueOf("2024-02-29"));
                    assertThat(row.getTime(3)).isEqualTo(Time.valueOf("12:30:00"));
                    assertThat(row.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2024-02-29 00:00:00"));
                    assertThat(row.getString(3)).isEqualTo("2024-02-29 12:30:00");
                    assertThat(row.getString(4)).isEqualTo("2024-02-29 11:30:00Z");
                    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
                    assertThat(row.getTimestamp(3, tokyo).toInstant()).isEqualTo(Instant.parse("2024-02-29T03:30:00Z"));
                    assertThat(row.getTimestamp(4).toInstant()).isEqualTo(Instant.parse("2024-02-29T11:30:00Z"));
                    assertThatThrownBy(() -> row.getDate(2)).hasMessageContaining("cannot be read as a moment");
                });
    }

    @Test
    void bytesListsAndIntervals() throws SQLException {
        row("SELECT 'é'::BLOB AS b, list(n) AS l, INTERVAL 2 DAYS AS i FROM range(3) t(n)", row -> {
            assertThat(row.getBytes(1)).isEqualTo("é".getBytes(StandardCharsets.UTF_8));
            assertThat(row.getString(1)).isEqualTo("0xc3a9");
            Array list = row.getArray(2);
            assertThat((Object[]) list.getArray()).containsExactly(0L, 1L, 2L);
            assertThat((Object[]) list.getArray(2, 1)).containsExactly(1L);
            assertThat(list.getBaseType()).isEqualTo(Types.BIGINT);
            assertThat(row.getObject(2)).isInstanceOf(Array.class);
            assertThat((Object) row.getObject(2, List.class)).isEqualTo(List.of(0L, 1L, 2L));
            assertThat(row.getMetaData().getColumnTypeName(2)).isEqualTo("BIGINT[]");
            assertThat(row.getObject(3)).isEqualTo(new Interval(0, 2, 0));
        });
    }

    @Test
    void rowsComeOnceAndInOrder() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("FROM range(200000) t(n)")) {
            assertThatThrownBy(() -> rows.getInt(1)).hasMessage("there is no present row; call next()");
            for (int i = 0; i < 200_000; i++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isEqualTo(i);
            }
            assertThat(rows.getRow()).isEqualTo(200_000);
            assertThat(rows.next()).isFalse();
            assertThat(rows.next()).isFalse();
            assertThat(rows.isAfterLast()).isTrue();
            assertThat(pool.usedBytes()).isZero();
        }
    }

    /// Ten million rows are never held at once.
    @Test
    void rowsAreComputedAsTheyAreAskedFor() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n, n * 2 AS m FROM range(1000000000000) t(n)")) {
            for (int i = 0; i < 300_000; i++) {
                rows.next();
            }
            assertThat(rows.getLong("m")).isEqualTo(599_998);
            assertThat(pool.peakBytes()).isLessThan(64L << 20);
        }
        assertThat(pool.usedBytes()).isZero();
    }

    @Test
    void rowsComeAsTablesToo() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(150_000);
            try (ResultSet rows = statement.executeQuery("FROM range(200000) t(n)")) {
                rows.next();
                rows.next();
                TableReader tables = rows.unwrap(TableReader.class);
                long next = 2;
                Table table;
                while ((table = tables.next()) != null) {
                    try (Table held = table) {
                        assertThat(held.longs("n")[0]).isEqualTo(next);
                        next += held.rowCount();
                    }
                }
                assertThat(next).isEqualTo(150_000);
                assertThat(rows.isWrapperFor(TableReader.class)).isTrue();
                assertThat(rows.isWrapperFor(String.class)).isFalse();
            }
        }
    }

    @Test
    void mistakesAreNamed() throws SQLException {
        row("SELECT 1 AS region", row -> {
            assertThatThrownBy(() -> row.getInt("regoin"))
                    .hasMessage("column \"regoin\" not found; columns: region. Did you mean \"region\"?");
            assertThatThrownBy(() -> row.getInt(2)).hasMessage("there is no column 2 of 1");
            assertThatThrownBy(() -> row.getMetaData().getColumnName(0)).hasMessage("there is no column 0 of 1");
            assertThatThrownBy(row::previous)
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessage("ResultSet.previous is not supported");
            assertThatThrownBy(() -> row.updateInt(1, 2)).isInstanceOf(SQLFeatureNotSupportedException.class);
            row.close();
            assertThat(row.isClosed()).isTrue();
            assertThatThrownBy(row::next).hasMessage("this result set is closed");
        });
    }

    @Test
    void columnsAreDescribed() throws SQLException {
        execute("CREATE TABLE t (a INTEGER NOT NULL, b DECIMAL(9, 2))");
        execute("INSERT INTO t VALUES (1, 2.5)");
        row("SELECT a, b AS total, a + 1 FROM t", row -> {
            ResultSetMetaData columns = row.getMetaData();
            assertThat(columns.getColumnCount()).isEqualTo(3);
            assertThat(columns.getColumnLabel(2)).isEqualTo("total");
            assertThat(columns.getColumnName(3)).isEqualTo("(a + 1)");
            assertThat(columns.getPrecision(2)).isEqualTo(9);
            assertThat(columns.getScale(2)).isEqualTo(2);
            assertThat(columns.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
            assertThat(columns.isNullable(2)).isEqualTo(ResultSetMetaData.columnNullable);
            assertThat(columns.isSigned(1)).isTrue();
        });
    }
}
