package dev.sheaf.testing;

import dev.sheaf.column.Column;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.ValueLayout;

/// Lays out texts and lists as those of more than 2 GiB are: with int64 offsets.
final class WideOffsets {
    private WideOffsets() {}

    /// The same values; a column of another type as it is.
    static Column of(Column column, MemoryPool pool) {
        return switch (column) {
            case VarColumn text ->
                new VarColumn(
                        text.type(), of(text.offsets(), pool), text.bytes().retain(), validity(text));
            case ListColumn lists ->
                new ListColumn(of(lists.offsets(), pool), of(lists.elements(), pool), validity(lists));
            default -> column.retain();
        };
    }

    private static Validity validity(Column column) {
        return column.validity().slice(0, column.length());
    }

    private static Offsets of(Offsets offsets, MemoryPool pool) {
        long count = offsets.length() + 1;
        Buffer wide = pool.allocate(count * Long.BYTES, "wide offsets");
        for (long row = 0; row < count; row++) {
            wide.segment().setAtIndex(ValueLayout.JAVA_LONG, row, offsets.start(row));
        }
        return new Offsets(wide, true, offsets.length());
    }
}
