package dev.sheaf.io.parquet.write;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.io.parquet.decode.TextBuilder;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Puts the values of string and binary columns without nulls one after the other, dictionaries looked up.
final class PlainText {
    private PlainText() {}

    static TextBuilder of(List<Column> columns, int count, MemoryPool pool) {
        TextBuilder text = new TextBuilder(count, pool);
        try {
            for (Column column : columns) {
                append(column, text);
            }
            return text;
        } catch (RuntimeException | Error failure) {
            text.close();
            throw failure;
        }
    }

    private static void append(Column column, TextBuilder text) {
        switch (column) {
            case VarColumn plain -> {
                MovingView bytes = new MovingView(plain.segment());
                for (int row = 0; row < plain.length(); row++) {
                    append(plain, row, bytes, text);
                }
            }
            case DictionaryColumn coded -> {
                VarColumn values = (VarColumn) coded.values();
                MovingView bytes = new MovingView(values.segment());
                for (int row = 0; row < coded.length(); row++) {
                    append(values, coded.code(row), bytes, text);
                }
            }
            default -> throw new AssertionError(column.type());
        }
    }

    private static void append(VarColumn values, int row, MovingView bytes, TextBuilder text) {
        int size = Math.toIntExact(values.offsets().size(row));
        int at = bytes.seek(values.offsets().start(row), (long) size + Buffer.READABLE_PADDING);
        text.append(bytes.bytes(), at, size);
    }
}
