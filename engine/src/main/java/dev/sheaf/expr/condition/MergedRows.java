package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorCopy;

/// A vector whose rows are copied from several others; rows that come from none are null. Texts are copied into the
/// arena.
record MergedRows(Vector vector, TextArena arena) {
    static MergedRows of(DataType type, TextArena arena) {
        return new MergedRows(Vector.of(type), arena);
    }

    /// Makes all rows null, before the rows of a chunk come.
    void clear(int words) {
        arena.clear();
        VectorCopy.clear(vector, words);
    }

    /// Copies the rows whose bits are set.
    void take(Vector source, long[] rows, int words) {
        VectorCopy.rows(source, vector, rows, arena, words);
    }
}
