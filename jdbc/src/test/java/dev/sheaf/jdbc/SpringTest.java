package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/// Spring's JdbcTemplate over the driver.
class SpringTest extends Connected {
    /// A row as a program has it.
    record Sale(String region, int units, BigDecimal price, LocalDate day) {}

    private JdbcTemplate jdbc;

    @BeforeEach
    void fill() {
        jdbc = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
        jdbc.execute("CREATE TABLE sales (region VARCHAR, units INTEGER, price DECIMAL(9, 2), day DATE)");
        jdbc.update(
                "INSERT INTO sales VALUES (?, ?, ?, ?)", "north", 3, new BigDecimal("1.50"), LocalDate.of(2024, 2, 29));
        jdbc.update("INSERT INTO sales VALUES (?, ?, ?, ?)", "south", 4, null, null);
    }

    @Test
    void rowsBecomeRecords() {
        assertThat(jdbc.query("FROM sales WHERE region = ?", new DataClassRowMapper<>(Sale.class), "north"))
                .containsExactly(new Sale("north", 3, new BigDecimal("1.50"), LocalDate.of(2024, 2, 29)));
    }

    @Test
    void valuesAndMapsAreRead() {
        assertThat(jdbc.queryForObject("SELECT count(*) FROM sales", Integer.class))
                .isEqualTo(2);
        assertThat(jdbc.queryForList("SELECT region FROM sales ORDER BY 1 DESC", String.class))
                .containsExactly("south", "north");
        assertThat(jdbc.queryForMap("SELECT region, units, price FROM sales WHERE units = ?", 4))
                .containsEntry("REGION", "south")
                .containsEntry("units", 4)
                .containsEntry("price", null);
    }

    @Test
    void transactionsAreRolledBack() {
        TransactionTemplate work = new TransactionTemplate(
                new DataSourceTransactionManager(new SingleConnectionDataSource(connection, true)));
        work.executeWithoutResult(_ -> jdbc.update("DELETE FROM sales WHERE units = 3"));
        work.executeWithoutResult(status -> {
            jdbc.update("DELETE FROM sales");
            status.setRollbackOnly();
        });
        assertThat(jdbc.queryForList("SELECT region FROM sales", String.class)).containsExactly("south");
    }

    @Test
    void batchesAreWritten() {
        int[] counts = jdbc.batchUpdate(
                "INSERT INTO sales (region, units) VALUES (?, ?)",
                List.of(new Object[] {"east", 1}, new Object[] {"west", 2}));
        assertThat(counts).containsExactly(1, 1);
        assertThat(jdbc.queryForObject("SELECT sum(units) FROM sales", Long.class))
                .isEqualTo(10);
    }

    @Test
    void parametersMayHaveNames() {
        NamedParameterJdbcTemplate named = new NamedParameterJdbcTemplate(jdbc);
        assertThat(named.queryForList(
                        "SELECT region FROM sales WHERE units IN (:units) AND region <> :not ORDER BY region",
                        Map.of("units", List.of(3, 4), "not", "south"),
                        String.class))
                .containsExactly("north");
    }

    @Test
    void theClientReadsRecordsToo() {
        assertThat(JdbcClient.create(jdbc)
                        .sql("FROM sales WHERE units > :least")
                        .param("least", 3)
                        .query(Sale.class)
                        .list())
                .containsExactly(new Sale("south", 4, null, null));
    }

    @Test
    void mistakesAreTranslated() {
        assertThatThrownBy(() -> jdbc.queryForList("SELECT regoin FROM sales"))
                .isInstanceOf(BadSqlGrammarException.class)
                .cause()
                .hasMessageContaining("Did you mean \"region\"?");
        assertThatThrownBy(() -> jdbc.update("INSERT INTO sales (units) SELECT 'x' || region FROM sales"))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThatThrownBy(
                        () -> jdbc.queryForObject("FROM sales WHERE units = 99", new DataClassRowMapper<>(Sale.class)))
                .isInstanceOf(EmptyResultDataAccessException.class);
    }
}
