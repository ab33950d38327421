package dev.sheaf.jdbc;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A connection for each test, in a pool of its own; everything has to be given back when it is closed.
abstract class Connected {
    final MemoryPool pool = MemoryPool.create();
    Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        SqlSession session = new SqlSession(pool);
        session.execute("SET threads = 2");
        connection = SheafConnection.open(new OpenConnection(session, "jdbc:sheaf:", () -> {}));
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
        PoolCheck.assertEmpty(pool);
        pool.close();
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// The values of the first column as texts.
    List<String> texts(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return texts(rows, 1);
        }
    }

    static List<String> texts(ResultSet rows, int column) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(rows.getString(column));
        }
        return texts;
    }

    static Connection found(String url) throws SQLException {
        return DriverManager.getConnection(url);
    }
}
