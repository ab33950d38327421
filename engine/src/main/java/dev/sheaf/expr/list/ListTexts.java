package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Texts as lists, and lists as texts.
public final class ListTexts {
    private static final int CONTINUED = 0xC0;
    private static final int CONTINUATION = 0x80;

    private ListTexts() {}

    /// The parts of a text between separators; of an empty separator the code points. A null separator is
    /// never found.
    public static Column split(List<Column> arguments, int rows, MemoryPool pool) {
        VarColumn texts = (VarColumn) arguments.getFirst();
        VarColumn separators = (VarColumn) arguments.get(1);
        ElementReferences shape = new ElementReferences(rows);
        try (ColumnBuilder parts = new ColumnBuilder(DataType.STRING, pool)) {
            for (int row = 0; row < rows; row++) {
                if (texts.isNull(row)) {
                    shape.endNull();
                    continue;
                }
                long before = parts.length();
                split(texts, row, separators.isNull(row) ? null : separators.bytes(row), parts);
                shape.addAll(0, (int) (parts.length() - before));
                shape.end();
            }
            return shape.over(parts.build(), pool);
        }
    }

    private static void split(VarColumn texts, int row, byte @Nullable [] separator, ColumnBuilder parts) {
        MemorySegment bytes = texts.segment();
        long from = texts.offsets().start(row);
        long end = texts.offsets().start(row + 1L);
        if (separator != null && separator.length == 0 && from < end) {
            for (long at = from; at < end; ) {
                long next = next(bytes, at, end);
                parts.appendBytes(bytes, at, next - at);
                at = next;
            }
            return;
        }
        if (separator != null && separator.length > 0) {
            for (long at = from; at + separator.length <= end; ) {
                if (isAt(bytes, at, separator)) {
                    parts.appendBytes(bytes, from, at - from);
                    at += separator.length;
                    from = at;
                } else {
                    at++;
                }
            }
        }
        parts.appendBytes(bytes, from, end - from);
    }

    private static boolean isAt(MemorySegment bytes, long at, byte[] separator) {
        for (int i = 0; i < separator.length; i++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at + i) != separator[i]) {
                return false;
            }
        }
        return true;
    }

    /// Where the code point after the one at `at` starts.
    private static long next(MemorySegment bytes, long at, long end) {
        long next = at + 1;
        while (next < end && (bytes.get(ValueLayout.JAVA_BYTE, next) & CONTINUED) == CONTINUATION) {
            next++;
        }
        return next;
    }

    /// The texts of a list with a separator between each two, nulls left out; null of nulls alone.
    public static Column join(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        VarColumn separators = (VarColumn) arguments.get(1);
        VarColumn texts = (VarColumn) lists.elements();
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        try (ColumnBuilder result = new ColumnBuilder(DataType.STRING, pool)) {
            for (int row = 0; row < rows; row++) {
                if (lists.isNull(row) || separators.isNull(row)) {
                    result.appendNull();
                    continue;
                }
                joined.reset();
                byte[] separator = separators.bytes(row);
                boolean first = true;
                for (int element = Lists.start(lists, row); element < Lists.end(lists, row); element++) {
                    if (!texts.isNull(element)) {
                        joined.writeBytes(first ? new byte[0] : separator);
                        joined.writeBytes(texts.bytes(element));
                        first = false;
                    }
                }
                if (first && Lists.start(lists, row) < Lists.end(lists, row)) {
                    result.appendNull();
                } else {
                    append(result, joined.toByteArray());
                }
            }
            return result.build();
        }
    }

    private static void append(ColumnBuilder result, byte[] bytes) {
        result.appendBytes(MemorySegment.ofArray(bytes), 0, bytes.length);
    }
}
