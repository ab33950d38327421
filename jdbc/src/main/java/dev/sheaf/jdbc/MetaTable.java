package dev.sheaf.jdbc;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.memory.MemoryPool;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A result of `DatabaseMetaData` that is being written.
final class MetaTable {
    private final Schema schema;
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    /// A table of columns that hold texts, or int32 if `:int` follows the name, or int16 if `:short` does.
    MetaTable(String... columns) {
        this.schema = new Schema(Arrays.stream(columns).map(MetaTable::field).toList());
    }

    private static Field field(String column) {
        String name = column.substring(0, column.indexOf(':') < 0 ? column.length() : column.indexOf(':'));
        DataType type = column.endsWith(":int")
                ? DataType.INT32
                : column.endsWith(":short")
                        ? DataType.INT16
                        : column.endsWith(":bool") ? DataType.BOOL : DataType.STRING;
        return new Field(name, type);
    }

    MetaTable row(@Nullable Object... values) {
        rows.add(values);
        return this;
    }

    ResultSet show(Facade facade) {
        try (TableBuilder builder = new TableBuilder(schema, MemoryPool.shared())) {
            rows.forEach(builder::row);
            RowSource source = new RowSource.Whole(builder.build());
            return new SheafResultSet(facade, source, 0, null, () -> {}).shown();
        }
    }
}
