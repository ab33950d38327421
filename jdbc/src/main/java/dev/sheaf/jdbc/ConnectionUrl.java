package dev.sheaf.jdbc;

import dev.sheaf.memory.ByteSize;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;

/// What `jdbc:sheaf:` and its properties say. An empty `folder` means no files.
record ConnectionUrl(String folder, OptionalInt threads, Optional<Long> memoryLimit) {
    static final String PREFIX = "jdbc:sheaf:";
    static final String THREADS = "threads";
    static final String MEMORY_LIMIT = "memoryLimit";

    /// @throws SQLException if a property has no such value
    static ConnectionUrl parse(String url, Properties properties) throws SQLException {
        try {
            String threads = properties.getProperty(THREADS);
            String memory = properties.getProperty(MEMORY_LIMIT);
            return new ConnectionUrl(
                    url.substring(PREFIX.length()),
                    threads == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(threads)),
                    Optional.ofNullable(memory).map(ByteSize::parse));
        } catch (IllegalArgumentException wrong) {
            throw new SQLException(
                    "the properties of " + url + " are wrong: " + wrong.getMessage(), Errors.NO_CONNECTION, wrong);
        }
    }
}
