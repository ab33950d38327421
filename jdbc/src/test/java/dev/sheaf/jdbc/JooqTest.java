package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import java.math.BigDecimal;
import java.time.LocalDate;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// jOOQ over the driver, in the dialect of DuckDB.
class JooqTest extends Connected {
    private static final Table<Record> SALES = table(name("sales"));
    private static final Field<String> REGION = field(name("sales", "region"), SQLDataType.VARCHAR);
    private static final Field<Integer> UNITS = field(name("sales", "units"), SQLDataType.INTEGER);
    private static final Field<BigDecimal> PRICE = field(name("sales", "price"), SQLDataType.DECIMAL(9, 2));
    private static final Field<LocalDate> DAY = field(name("sales", "day"), SQLDataType.LOCALDATE);

    private DSLContext jooq;

    @BeforeAll
    static void beQuiet() {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    @BeforeEach
    void fill() throws Exception {
        jooq = DSL.using(connection, SQLDialect.DUCKDB);
        execute("CREATE TABLE sales (region VARCHAR, units INTEGER, price DECIMAL(9, 2), day DATE)");
        jooq.insertInto(SALES)
                .columns(REGION, UNITS, PRICE, DAY)
                .values("north", 3, new BigDecimal("1.50"), LocalDate.of(2024, 2, 29))
                .values("south", 4, null, null)
                .values("north", 5, new BigDecimal("2.50"), LocalDate.of(2024, 3, 1))
                .execute();
    }

    @Test
    void rowsAreRead() {
        Record row = jooq.select(REGION, UNITS, PRICE, DAY)
                .from(SALES)
                .where(PRICE.gt(new BigDecimal("2")))
                .fetchSingle();
        assertThat(row.get(REGION)).isEqualTo("north");
        assertThat(row.get(UNITS)).isEqualTo(5);
        assertThat(row.get(PRICE)).isEqualByComparingTo("2.5");
        assertThat(row.get(DAY)).isEqualTo(LocalDate.of(2024, 3, 1));
    }

    @Test
    void groupsAreComputed() {
        Field<BigDecimal> total = sum(UNITS).as("total");
        Result<? extends Record> groups = jooq.select(REGION, total, count().as("n"))
                .from(SALES)
                .groupBy(REGION)
                .having(count().ge(1))
                .orderBy(field(name("total")).desc())
                .limit(5)
                .fetch();
        assertThat(groups.getValues(REGION)).containsExactly("north", "south");
        assertThat(groups.getValues(total).stream().map(BigDecimal::intValue)).containsExactly(8, 4);
    }

    @Test
    void plainSqlTellsItsTypes() {
        Result<Record> rows = jooq.fetch("SELECT day, units FROM sales WHERE region = ? ORDER BY units", "north");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).get("day", LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
        assertThat(rows.field("units").getType()).isEqualTo(Integer.class);
    }

    @Test
    void batchesAreWritten() {
        int[] counts = jooq.batch(jooq.insertInto(SALES).columns(REGION, UNITS).values("", 0))
                .bind("east", 1)
                .bind("west", 2)
                .execute();
        assertThat(counts).containsExactly(1, 1);
        assertThat(jooq.fetchCount(SALES)).isEqualTo(5);
    }

    @Test
    void rowsMayBeFetchedLazily() {
        try (var cursor = jooq.select(UNITS).from(SALES).orderBy(UNITS).fetchLazy()) {
            assertThat(cursor.fetchNext().value1()).isEqualTo(3);
        }
        assertThat(pool.usedBytes()).isLessThan(1 << 20);
    }

    @Test
    void mistakesAreTold() {
        assertThatThrownBy(() -> jooq.fetch("SELECT nothing FROM sales"))
                .isInstanceOf(DataAccessException.class)
                .hasMessageContaining("column \"nothing\" not found");
    }
}
