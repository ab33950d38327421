package dev.sheaf.sql.change.catalogue;

import dev.sheaf.sql.bind.scope.Relations;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What is said of tables, views and their columns, by names in any case. Thread-safe.
final class Comments {
    private final Map<String, Map<String, String>> texts = new HashMap<>();

    /// Keeps what is said of a column, or of a table as that of no column; nothing is said any more without a text.
    synchronized void set(String table, String column, Optional<String> text) {
        Map<String, String> ofTable = texts.computeIfAbsent(Relations.key(table), _ -> new HashMap<>());
        text.ifPresentOrElse(said -> ofTable.put(column, said), () -> ofTable.remove(column));
    }

    /// What is said of a table and its columns, by column.
    synchronized Map<String, String> of(String table) {
        return Map.copyOf(texts.getOrDefault(Relations.key(table), Map.of()));
    }

    /// Forgets what is said of a table.
    synchronized void forget(String table) {
        texts.remove(Relations.key(table));
    }

    /// Keeps what is said of a table under its new name.
    synchronized void move(String from, String to) {
        Optional.ofNullable(texts.remove(Relations.key(from))).ifPresent(said -> texts.put(Relations.key(to), said));
    }
}
