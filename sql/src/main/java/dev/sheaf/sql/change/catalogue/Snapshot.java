package dev.sheaf.sql.change.catalogue;

import dev.sheaf.column.Table;
import dev.sheaf.sql.rows.StoredTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What a catalogue held when a transaction began. The rows of its tables are shared with them, and need memory of
/// their own once a statement replaces them.
///
/// @param rows the parts of each table, which the snapshot owns
public record Snapshot(Map<String, Entry> entries, Definitions definitions, Map<StoredTable, List<Table>> rows)
        implements AutoCloseable {

    public static Snapshot of(Map<String, Entry> entries, Definitions definitions) {
        Map<StoredTable, List<Table>> rows = new HashMap<>();
        for (Entry entry : entries.values()) {
            if (entry instanceof Entry.Made made) {
                rows.put(made.table(), made.table().parts());
            }
        }
        return new Snapshot(Map.copyOf(entries), definitions, rows);
    }

    /// Gives each table its rows back. A table that is not there yet, or whose name was given to something else since,
    /// is dropped.
    ///
    /// @param now what there is
    /// @return what there is to be: as before, with what was registered since
    public Map<String, Entry> restore(Map<String, Entry> now) {
        Map<String, Entry> restored = new HashMap<>(entries);
        now.forEach((key, entry) -> {
            if (entry instanceof Entry.Given) {
                restored.put(key, entry);
            } else if (entry instanceof Entry.Made made && !rows.containsKey(made.table())) {
                made.table().close();
            }
        });
        for (Entry entry : restored.values()) {
            if (entry instanceof Entry.Made made) {
                made.table().rename(made.name());
                made.table().restore(Objects.requireNonNull(rows.remove(made.table())));
            }
        }
        close();
        return restored;
    }

    @Override
    public void close() {
        rows.values().forEach(parts -> parts.forEach(Table::close));
        rows.clear();
    }
}
