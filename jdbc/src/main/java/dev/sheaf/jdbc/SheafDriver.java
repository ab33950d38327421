package dev.sheaf.jdbc;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.sql.SqlSession;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The driver for `jdbc:sheaf:`, in memory, and `jdbc:sheaf:DIR`, where the files of a folder are tables.
///
/// ```java
/// try (Connection connection = DriverManager.getConnection("jdbc:sheaf:data");
///         Statement statement = connection.createStatement();
///         ResultSet rows = statement.executeQuery("SELECT status, count(*) FROM orders GROUP BY status")) { ... }
/// ```
/// `DriverManager` finds it by itself. Each connection has tables of its own, which end with it. Properties:
/// `threads`, the most that a query uses at once, and `memoryLimit` (`2GB`), without which the process's pool is used.
public final class SheafDriver implements Driver {
    private static final int MAJOR = 0;
    private static final int MINOR = 1;

    static {
        try {
            DriverManager.registerDriver(new SheafDriver());
        } catch (SQLException refused) {
            throw new ExceptionInInitializerError(refused);
        }
    }

    /// For `DriverManager`.
    public SheafDriver() {}

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        ConnectionUrl asked = ConnectionUrl.parse(url, properties == null ? new Properties() : properties);
        MemoryPool pool = asked.memoryLimit().map(MemoryPool::withLimit).orElseGet(MemoryPool::shared);
        SqlSession session = new SqlSession(pool);
        asked.threads().ifPresent(threads -> session.execute("SET threads = " + threads));
        Folder.register(asked.folder(), session);
        Runnable afterwards = asked.memoryLimit().isPresent() ? pool::close : () -> {};
        return SheafConnection.open(new OpenConnection(session, url, afterwards));
    }

    @Override
    public boolean acceptsURL(@Nullable String url) {
        return url != null && url.startsWith(ConnectionUrl.PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        DriverPropertyInfo threads = new DriverPropertyInfo(ConnectionUrl.THREADS, null);
        threads.description = "The most threads that a query uses at once";
        DriverPropertyInfo memory = new DriverPropertyInfo(ConnectionUrl.MEMORY_LIMIT, null);
        memory.description = "The memory of the connection, such as 2GB; the pool of the process if not given";
        return new DriverPropertyInfo[] {threads, memory};
    }

    @Override
    public int getMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return MINOR;
    }

    /// SQL-92 asks for more than there is, foreign keys for example.
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the driver does not log", Errors.NOT_SUPPORTED);
    }
}
