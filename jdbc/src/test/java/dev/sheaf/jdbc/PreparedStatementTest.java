package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Calendar;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PreparedStatementTest extends Connected {

    /// What the first parameter is given by.
    private interface Setter {
        void set(PreparedStatement statement) throws SQLException;
    }

    private String given(Setter setter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
            setter.set(statement);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1) + " " + rows.getMetaData().getColumnTypeName(1);
            }
        }
    }

    @Test
    void valuesBringTheirTypes() throws SQLException {
        assertThat(given(s -> s.setInt(1, 7))).isEqualTo("7 INTEGER");
        assertThat(given(s -> s.setLong(1, 7))).isEqualTo("7 BIGINT");
        assertThat(given(s -> s.setShort(1, (short) 7))).isEqualTo("7 SMALLINT");
        assertThat(given(s -> s.setByte(1, (byte) 7))).isEqualTo("7 TINYINT");
        assertThat(given(s -> s.setDouble(1, 7.5))).isEqualTo("7.5 DOUBLE");
        assertThat(given(s -> s.setFloat(1, 7.5f))).isEqualTo("7.5 FLOAT");
        assertThat(given(s -> s.setBoolean(1, true))).isEqualTo("true BOOLEAN");
        assertThat(given(s -> s.setString(1, "it's"))).isEqualTo("it's VARCHAR");
        assertThat(given(s -> s.setBigDecimal(1, new BigDecimal("7.50")))).isEqualTo("7.50 DECIMAL(3,2)");
        assertThat(given(s -> s.setBytes(1, new byte[] {1, -1}))).isEqualTo("0x01ff BLOB");
        assertThat(given(s -> s.setDate(1, Date.valueOf("2024-02-29")))).isEqualTo("2024-02-29 DATE");
        assertThat(given(s -> s.setTime(1, Time.valueOf("12:30:00")))).isEqualTo("12:30:00 TIME");
        assertThat(given(s -> s.setTimestamp(1, Timestamp.valueOf("2024-02-29 12:30:00.5"))))
                .isEqualTo("2024-02-29 12:30:00.5 TIMESTAMP");
        assertThat(given(s -> s.setNull(1, Types.INTEGER))).isEqualTo("null NULL");
        assertThat(given(s -> s.setBinaryStream(1, new ByteArrayInputStream("x".getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo("0x78 BLOB");
        assertThat(given(s -> s.setCharacterStream(1, new StringReader("x")))).isEqualTo("x VARCHAR");
    }

    @Test
    void objectsAreValues() throws SQLException {
        UUID id = UUID.randomUUID();
        assertThat(given(s -> s.setObject(1, LocalDate.of(2024, 2, 29)))).isEqualTo("2024-02-29 DATE");
        assertThat(given(s -> s.setObject(1, LocalDateTime.parse("2024-02-29T12:30"))))
                .isEqualTo("2024-02-29 12:30:00 TIMESTAMP");
        assertThat(given(s -> s.setObject(1, OffsetDateTime.parse("2024-02-29T12:30+01:00"))))
                .isEqualTo("2024-02-29 11:30:00Z TIMESTAMP WITH TIME ZONE");
        assertThat(given(s -> s.setObject(1, Instant.parse("2024-02-29T12:30:00Z"))))
                .isEqualTo("2024-02-29 12:30:00Z TIMESTAMP WITH TIME ZONE");
        assertThat(given(s -> s.setObject(1, id))).isEqualTo(id + " VARCHAR");
        assertThat(given(s -> s.setObject(1, 'c'))).isEqualTo("c VARCHAR");
        assertThat(given(s -> s.setObject(1, null))).isEqualTo("null NULL");
        assertThat(given(s -> s.setObject(1, "12", Types.INTEGER))).isEqualTo("12 INTEGER");
        assertThat(given(s -> s.setObject(1, 12, Types.VARCHAR))).isEqualTo("12 VARCHAR");
        assertThat(given(s -> s.setObject(1, "2024-02-29", JDBCType.DATE))).isEqualTo("2024-02-29 DATE");
        Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
        assertThat(given(s -> s.setTimestamp(1, Timestamp.from(Instant.parse("2024-02-29T03:30:00.25Z")), tokyo)))
                .isEqualTo("2024-02-29 12:30:00.25 TIMESTAMP");
        assertThatThrownBy(() -> given(s -> s.setObject(1, new Object()))).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> given(s -> s.setObject(1, "x", Types.INTEGER)))
                .hasMessage("x (String) cannot be read as a number");
    }

    @Test
    void parametersMayBeNumberedAndAreSetAnew() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT $2 || $1 || $2")) {
            statement.setString(1, "a");
            assertThatThrownBy(statement::executeQuery).hasMessage("the parameter 2 has no value");
            statement.setString(2, "b");
            assertThat(texts(statement.executeQuery(), 1)).containsExactly("bab");
            statement.setString(1, "c");
            assertThat(texts(statement.executeQuery(), 1)).containsExactly("bcb");
            statement.clearParameters();
            assertThatThrownBy(statement::execute).hasMessage("the parameter 1 has no value");
            assertThatThrownBy(() -> statement.setInt(3, 1)).hasMessage("there is no parameter 3 of 2");
        }
    }

    @Test
    void batchesInsertRowByRow() throws SQLException {
        execute("CREATE TABLE t (a INTEGER, b VARCHAR)");
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            for (int i = 0; i < 3; i++) {
                statement.setInt(1, i);
                statement.setString(2, i == 1 ? null : "x" + i);
                statement.addBatch();
            }
            assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
            statement.setObject(1, "9");
            assertThat(statement.executeUpdate()).isEqualTo(1);
            assertThat(statement.getUpdateCount()).isEqualTo(1);
        }
        assertThat(texts("SELECT a || ':' || coalesce(b, '-') FROM t")).containsExactly("0:x0", "1:-", "2:x2", "9:x2");
    }

    @Test
    void columnsAreKnownBeforeTheQueryRuns() throws SQLException {
        execute("CREATE TABLE t (a INTEGER, b VARCHAR)");
        try (PreparedStatement query = connection.prepareStatement("SELECT b, a + 1 AS c FROM t WHERE a = ?");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            ResultSetMetaData columns = query.getMetaData();
            assertThat(columns.getColumnName(2)).isEqualTo("c");
            assertThat(columns.getColumnType(1)).isEqualTo(Types.VARCHAR);
            assertThat(insert.getMetaData()).isNull();
            ParameterMetaData parameters = insert.getParameterMetaData();
            assertThat(parameters.getParameterCount()).isEqualTo(2);
            assertThat(parameters.getParameterType(1)).isEqualTo(Types.NULL);
            insert.setLong(1, 3);
            assertThat(insert.getParameterMetaData().getParameterTypeName(1)).isEqualTo("BIGINT");
            assertThatThrownBy(() -> parameters.getParameterType(3)).hasMessage("there is no parameter 3 of 2");
        }
    }

    @Test
    void columnsAreKnownBeforeTheNumberOfRows() throws SQLException {
        execute("CREATE TABLE t (a INTEGER)");
        try (PreparedStatement query = connection.prepareStatement("SELECT a FROM t LIMIT ? OFFSET ?")) {
            assertThat(query.getMetaData().getColumnType(1)).isEqualTo(Types.INTEGER);
        }
    }

    @Test
    void textIsWrongWhenItIsPrepared() {
        assertThatThrownBy(() -> connection.prepareStatement("SELEC ?")).isInstanceOf(SQLSyntaxErrorException.class);
    }

    @Test
    void tablesAreLookedUpWhenItRuns() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("FROM t")) {
            execute("CREATE TABLE t AS SELECT 1 AS a");
            assertThat(texts(statement.executeQuery(), 1)).containsExactly("1");
            execute("CREATE OR REPLACE TABLE t AS SELECT 'x' AS b");
            assertThat(texts(statement.executeQuery(), 1)).containsExactly("x");
        }
    }
}
