package org.example;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.memory.MemoryPool;
import java.util.stream.IntStream;

/// A user who does not close what he makes.
public final class Forgetful {
    private static final Schema SCHEMA =
            Schema.of(new Field("k", DataType.STRING), new Field("v", DataType.INT64), new Field("w", DataType.INT64));

    private Forgetful() {}

    /// Loses tables of three columns and ten rows from within a stream.
    public static void loseTables(int count, MemoryPool pool) {
        IntStream.range(0, count).forEach(_ -> table(pool));
    }

    /// Loses a slice of a table that is closed.
    public static void loseSlice(MemoryPool pool) {
        try (Table whole = table(pool)) {
            whole.slice(2, 3);
        }
    }

    /// Loses a buffer that is in no table.
    public static void loseBuffer(MemoryPool pool) {
        pool.allocate(100, "a user's buffer");
    }

    private static Table table(MemoryPool pool) {
        TableBuilder builder = new TableBuilder(SCHEMA, pool);
        for (int row = 0; row < 10; row++) {
            builder.row("key", row, null);
        }
        return builder.build();
    }
}
