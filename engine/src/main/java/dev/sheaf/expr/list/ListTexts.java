package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.vector.ByteSearch;
import dev.sheaf.expr.vector.Utf8;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;

/// Texts as lists, and lists as texts.
public final class ListTexts {
    private ListTexts() {}

    /// The parts of a text between separators; of an empty separator the code points. A null separator is
    /// never found.
    public static Column split(List<Column> arguments, int rows, MemoryPool pool) {
        VarColumn texts = (VarColumn) arguments.getFirst();
        VarColumn separators = (VarColumn) arguments.get(1);
        ByteBuffer bytes = view(texts);
        ByteBuffer sought = view(separators);
        ElementReferences shape = new ElementReferences(rows);
        try (ColumnBuilder parts = new ColumnBuilder(DataType.STRING, pool)) {
            for (int row = 0; row < rows; row++) {
                if (texts.isNull(row)) {
                    shape.endNull();
                    continue;
                }
                long before = parts.length();
                int start = (int) texts.offsets().start(row);
                int end = (int) texts.offsets().start(row + 1L);
                int size = (int) separators.offsets().size(row);
                if (separators.isNull(row)) {
                    parts.appendBytes(texts.segment(), start, end - start);
                } else if (size == 0) {
                    splitAll(texts.segment(), bytes, start, end, parts);
                } else {
                    int separator = (int) separators.offsets().start(row);
                    split(texts.segment(), bytes, start, end, sought, separator, size, parts);
                }
                shape.addAll(0, (int) (parts.length() - before));
                shape.end();
            }
            return shape.over(parts.build(), pool);
        }
    }

    /// All bytes of a column that is made for this call, and so fits a view.
    private static ByteBuffer view(VarColumn texts) {
        return Views.bytes(texts.segment(), 0, texts.offsets().start(texts.length()));
    }

    private static void splitAll(MemorySegment texts, ByteBuffer bytes, int start, int end, ColumnBuilder parts) {
        int from = start;
        for (int at = Utf8.next(bytes, from, end); at < end; at = Utf8.next(bytes, at, end)) {
            parts.appendBytes(texts, from, at - from);
            from = at;
        }
        parts.appendBytes(texts, from, end - from);
    }

    private static void split(
            MemorySegment texts,
            ByteBuffer bytes,
            int start,
            int end,
            ByteBuffer separators,
            int separator,
            int size,
            ColumnBuilder parts) {
        int from = start;
        int at = ByteSearch.find(bytes, from, end, separators, separator, size);
        while (at >= 0) {
            parts.appendBytes(texts, from, at - from);
            from = at + size;
            at = ByteSearch.find(bytes, from, end, separators, separator, size);
        }
        parts.appendBytes(texts, from, end - from);
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
