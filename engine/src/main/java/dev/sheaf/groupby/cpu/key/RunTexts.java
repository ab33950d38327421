package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The [SharedTexts] of each key column of a run that has text among several keys; of the other columns, none.
public final class RunTexts implements AutoCloseable {
    /// No column is numbered for a whole run.
    public static final RunTexts NONE = new RunTexts(List.of());

    private final List<@Nullable SharedTexts> columns;

    private RunTexts(List<@Nullable SharedTexts> columns) {
        this.columns = columns;
    }

    /// Of keys of these types; [#NONE] if none of them is text, so that what is numbered and what is not differ in
    /// their schemas.
    public static RunTexts of(List<DataType> types, CpuSettings settings, MemoryPool pool) {
        if (types.stream().noneMatch(type -> type.layout() == Layout.VARIABLE)) {
            return NONE;
        }
        List<@Nullable SharedTexts> columns = new ArrayList<>();
        for (DataType type : types) {
            columns.add(type.layout() == Layout.VARIABLE ? new SharedTexts(type, settings, pool) : null);
        }
        return new RunTexts(columns);
    }

    /// Whether no column is numbered.
    public boolean isEmpty() {
        return columns.isEmpty();
    }

    /// The texts of a key column, or null.
    @Nullable
    SharedTexts of(int column) {
        return column < columns.size() ? columns.get(column) : null;
    }

    /// About the bytes that the texts take so far.
    public long byteSize() {
        long bytes = 0;
        for (SharedTexts texts : columns) {
            bytes += texts == null ? 0 : texts.byteSize();
        }
        return bytes;
    }

    /// What a key column of a `GroupStates` is: text that is numbered comes as int32.
    public DataType partialType(int column, DataType type) {
        return of(column) == null ? type : DataType.INT32;
    }

    /// A key column of a `GroupStates` as its values, to be closed by the caller.
    public Column decode(int column, Column key) {
        SharedTexts texts = of(column);
        return texts != null && key instanceof FixedColumn numbers ? texts.decode(numbers) : key.retain();
    }

    /// Groups whose first `keys` columns may be numbers of texts or dictionaries, as groups with plain keys in
    /// `schema`, to be closed by the caller; `states` stay open. Only when no thread adds to the texts any more.
    public GroupStates plain(GroupStates states, int keys, Schema schema, MemoryPool pool) {
        Table table = states.table();
        try (Closer closer = new Closer()) {
            List<Column> plain = new ArrayList<>();
            for (int i = 0; i < table.columnCount(); i++) {
                try (Column values = decode(i, table.column(i))) {
                    plain.add(closer.add(i < keys ? Dictionaries.decode(values, pool) : values.retain()));
                }
            }
            closer.release();
            return new GroupStates(new Table(schema, plain, table.rowCount()), states.starts());
        }
    }

    /// The bytes of texts that the keys of a `GroupStates` have as their values and as numbers have not.
    public long decodedBytes(Table states) {
        long bytes = 0;
        for (int i = 0; i < columns.size(); i++) {
            SharedTexts texts = columns.get(i);
            bytes += texts == null ? 0 : texts.decodedBytes((FixedColumn) states.column(i));
        }
        return bytes;
    }

    @Override
    public void close() {
        for (SharedTexts texts : columns) {
            if (texts != null) {
                texts.close();
            }
        }
    }
}
