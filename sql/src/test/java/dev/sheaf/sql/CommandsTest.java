package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.testing.Tables;
import org.junit.jupiter.api.Test;

class CommandsTest {
    private final SqlSession sql = new SqlSession()
            .register("Sales", NamedSchema.of("sales", "region:string", "units:int32"))
            .register("days", NamedSchema.of("days", "day:date"));

    private void assertRows(String command, Tables.Rows expected) {
        try (Table result = sql.query(command).collect()) {
            Tables.assertSame(expected, result);
        }
    }

    @Test
    void describeListsTheColumnsOfATable() {
        Tables.Rows columns = described()
                .row("region", "VARCHAR", "YES", null, null, null)
                .row("units", "INTEGER", "YES", null, null, null);
        assertRows("DESCRIBE sales", columns);
        assertRows("desc \"sales\";", columns);
    }

    private static Tables.Rows described() {
        return Tables.of("column_name", "column_type", "null", "key:string", "default:string", "extra:string");
    }

    @Test
    void describeListsTheColumnsOfAQuery() {
        assertRows("DESCRIBE SELECT count(*) AS n FROM sales", described().row("n", "BIGINT", "YES", null, null, null));
    }

    @Test
    void descriptionsAreTablesToo() {
        assertRows(
                "SELECT column_name AS n FROM (DESCRIBE sales) WHERE column_type = 'INTEGER'",
                Tables.of("n").row("units"));
        assertRows(
                "SHOW sales",
                described()
                        .row("region", "VARCHAR", "YES", null, null, null)
                        .row("units", "INTEGER", "YES", null, null, null));
    }

    @Test
    void showTablesListsTheTables() {
        assertRows("SHOW TABLES", Tables.of("name").row("Sales").row("days"));
        assertThatThrownBy(() -> sql.plan("SHOW ALL"))
                .hasMessageStartingWith(
                        "line 1, column 1: SHOW TABLES lists the tables; DESCRIBE t the columns of one");
    }

    @Test
    void explainGivesThePlanLineByLine() {
        String query = "SELECT region, sum(units) FROM sales GROUP BY region";
        try (Table result = sql.query("EXPLAIN " + query).collect()) {
            assertThat(String.join("\n", result.strings("plan")) + "\n").isEqualTo(sql.explain(query));
        }
    }

    @Test
    void placesAreThoseOfTheWholeText() {
        assertThatThrownBy(() -> sql.plan("EXPLAIN SELECT unit FROM sales"))
                .hasMessageStartingWith("line 1, column 16: column \"unit\" not found");
        assertThatThrownBy(() -> sql.plan("DESCRIBE sale"))
                .hasMessageStartingWith("line 1, column 10: there is no table \"sale\"");
    }
}
