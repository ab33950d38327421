package dev.sheaf.query;

import java.util.List;
import java.util.Optional;

/// How a file is laid out, by its own account: for people, not for queries. `writer` is the program that wrote
/// it as it calls itself, or empty.
public record FileSummary(long byteSize, long rowCount, int rowGroupCount, String writer, List<StoredColumn> columns) {
    public FileSummary {
        columns = List.copyOf(columns);
    }

    /// How a column lies in the file, if it is there.
    public Optional<StoredColumn> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }
}
