package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.frame.DataFrame;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Frames of the rows that a JDBC driver gives.
class ResultSetFramesTest {
    @Test
    void typesAndNullsOfResultSets() throws SQLException {
        DataFrame frame = read("""
                SELECT * FROM (VALUES
                  (true, 1::SMALLINT, 2::INTEGER, 3::BIGINT, 0.5::REAL, 1.5::DOUBLE, 12.34::DECIMAL(9, 2),
                   DATE '2024-02-29', TIME '10:30:00', TIMESTAMP '2024-02-29 10:30:00.5', 'Zürich'),
                  (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL))
                  AS t(b, s, i, l, r, d, n, day, tm, ts, t)""");

        assertThat(frame.schema().toString())
                .isEqualTo(
                        "(b: bool, s: int16, i: int32, l: int64, r: float64, d: float64, n: decimal(9, 2), day: date,"
                                + " tm: time[us], ts: timestamp[us], t: string)");
        List<Object> first = List.of(
                true,
                (short) 1,
                2,
                3L,
                0.5,
                1.5,
                new BigDecimal("12.34"),
                LocalDate.of(2024, 2, 29),
                LocalTime.of(10, 30),
                LocalDateTime.parse("2024-02-29T10:30:00.5"),
                "Zürich");
        for (int column = 0; column < first.size(); column++) {
            assertThat(frame.get(frame.columns().get(column)).toList())
                    .isEqualTo(Arrays.asList(first.get(column), null));
        }
    }

    @Test
    void manyRows() throws SQLException {
        DataFrame frame = read("SELECT range AS i, 'x' || range AS t FROM range(10000)");

        assertThat(frame.rowCount()).isEqualTo(10_000);
        assertThat(frame.get("i").sum()).isEqualTo(49_995_000L);
        assertThat(frame.get(9_999, "t")).isEqualTo("x9999");
    }

    @Test
    void aTypeWithoutCounterpartIsRefusedByName() {
        assertThatThrownBy(() -> read("SELECT [1, 2] AS list"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column \"list\" is INTEGER[], which no column type takes");
    }

    private static DataFrame read(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return DataFrame.of(rows);
        }
    }
}
