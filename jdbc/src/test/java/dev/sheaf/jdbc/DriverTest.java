package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.sql.SqlSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverTest {
    @TempDir
    private Path folder;

    private static String first(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return String.join(",", Connected.texts(rows, 1));
        }
    }

    @Test
    void theDriverIsFoundByItsUrl() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sheaf:")) {
            assertThat(first(connection, "SELECT 6 * 7")).isEqualTo("42");
        }
        assertThat(ServiceLoader.load(Driver.class).stream()).anyMatch(found -> found.type() == SheafDriver.class);
        assertThat(new SheafDriver().connect("jdbc:other:", new Properties())).isNull();
    }

    @Test
    void filesOfAFolderAreTables() throws Exception {
        Files.writeString(folder.resolve("sales.csv"), "region,units\nnorth,3\nsouth,4\n");
        Files.writeString(folder.resolve("sales.tsv"), "region\nwest\n");
        Files.writeString(folder.resolve(".hidden.csv"), "a\n1\n");
        Files.writeString(folder.resolve("notes.txt"), "no table");
        Files.createDirectories(folder.resolve("days"));
        Files.writeString(folder.resolve("days/1.csv"), "n\n1\n");
        Files.writeString(folder.resolve("days/2.csv"), "n\n2\n");
        try (Connection connection = DriverManager.getConnection("jdbc:sheaf:" + folder)) {
            assertThat(first(connection, "SHOW TABLES")).isEqualTo("days,sales,sales.tsv");
            assertThat(first(connection, "SELECT sum(units) FROM sales")).isEqualTo("7");
            assertThat(first(connection, "FROM \"sales.tsv\"")).isEqualTo("west");
            assertThat(first(connection, "SELECT sum(n) FROM days")).isEqualTo("3");
            Files.writeString(folder.resolve("days/3.csv"), "n\n5\n");
            assertThat(first(connection, "SELECT sum(n) FROM days")).isEqualTo("8");
        }
    }

    @Test
    void foldersThatAreNotThereAreNamed() {
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:sheaf:" + folder + "/nothing"))
                .isInstanceOf(SQLException.class)
                .hasMessage("there is no folder " + folder + "/nothing to read");
    }

    @Test
    void connectionsHaveTablesOfTheirOwn() throws SQLException {
        try (Connection one = DriverManager.getConnection("jdbc:sheaf:");
                Connection other = DriverManager.getConnection("jdbc:sheaf:")) {
            one.createStatement().execute("CREATE TABLE t AS SELECT 1 AS a");
            assertThat(first(one, "FROM t")).isEqualTo("1");
            assertThatThrownBy(() -> first(other, "FROM t")).hasMessageContaining("there is no table \"t\"");
            assertThat(one.unwrap(SqlSession.class).tables()).containsExactly("t");
        }
    }

    @Test
    void memoryMayBeLimited() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("memoryLimit", "16MiB");
        properties.setProperty("threads", "1");
        try (Connection connection = DriverManager.getConnection("jdbc:sheaf:", properties)) {
            assertThatThrownBy(() -> first(connection, "SELECT list(n) FROM range(100000000) t(n)"))
                    .isInstanceOfSatisfying(
                            SQLTransientException.class,
                            full -> assertThat(full.getSQLState()).isEqualTo("53200"));
            assertThat(first(connection, "SELECT count(*) FROM range(1000)")).isEqualTo("1000");
        }
        properties.setProperty("memoryLimit", "much");
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:sheaf:", properties))
                .hasMessageStartingWith("the properties of jdbc:sheaf: are wrong: ");
    }

    @Test
    void theDriverTellsItsProperties() throws SQLException {
        Driver driver = DriverManager.getDriver("jdbc:sheaf:");
        assertThat(driver.getPropertyInfo("jdbc:sheaf:", new Properties())).hasSize(2);
        assertThat(driver.jdbcCompliant()).isFalse();
    }
}
