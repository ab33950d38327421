package dev.sheaf.frame.index;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// What indexes of columns do with a level.
final class Levels {
    private Levels() {}

    static List<String> checked(List<String> names, int levels) {
        if (names.size() != levels) {
            throw new IllegalArgumentException(names.size() + " names for an index of " + levels + " levels");
        }
        return List.copyOf(names);
    }

    static String describe(Index index) {
        return index.getClass().getSimpleName() + index.names() + " of " + index.types() + ", " + index.size()
                + (index.size() == 1 ? " row" : " rows");
    }

    /// Labels are never written, so that every frame may share them.
    static FrameColumn slice(FrameColumn level, long start, long rows) {
        return level.slice(start, rows, FrameOptions.DEFAULT);
    }

    static boolean shareBytes(FrameColumn one, FrameColumn other) {
        if (one.length() != other.length() || one.hasParts() || other.hasParts()) {
            return one.isSame(other);
        }
        MemoryPool pool = FrameOptions.DEFAULT.pool();
        try (Column a = one.read(pool);
                Column b = other.read(pool)) {
            return address(a) != 0 && address(a) == address(b) && a.nullCount() == b.nullCount();
        }
    }

    private static long address(Column column) {
        return switch (column) {
            case FixedColumn fixed -> fixed.values().address();
            case VarColumn texts -> texts.offsets().buffer().address();
            default -> 0;
        };
    }
}
