package dev.sheaf.io.csv;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.memory.MemoryPool;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/// Turns the fields of one column into a [Column]. One for each column and thread.
abstract sealed class FieldReader permits FixedReader, BoolReader, TextReader, CastReader {

    /// Hears of fields that are not of the type.
    interface Misfits {
        void misfit(int row, String problem);
    }

    private final DataType type;
    private final boolean emptyIsNull;
    private final byte[][] nullTexts;

    FieldReader(DataType type, Set<String> nullTexts) {
        this.type = type;
        this.emptyIsNull = nullTexts.contains("");
        this.nullTexts = nullTexts.stream()
                .filter(text -> !text.isEmpty())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /// The type of the column that this makes.
    final DataType type() {
        return type;
    }

    /// The fields of a column of some rows, to be closed by the caller. Fields that do not fit are told of and have any
    /// value.
    abstract Column read(Chunk chunk, Fields fields, int column, MemoryPool pool, Misfits misfits);

    /// Whether a text that is not null reads as this type.
    abstract boolean accepts(byte[] bytes, int from, int to);

    /// Whether a field stands for null.
    final boolean isNull(Chunk chunk, Fields fields, int row, int column) {
        int from = fields.start(row, column);
        int to = fields.end(row, column);
        if (fields.isQuoted(row, column)) {
            return false;
        }
        return from == to ? emptyIsNull : nullTexts.length > 0 && isNullText(chunk.bytes, from, to);
    }

    private boolean isNullText(byte[] bytes, int from, int to) {
        for (byte[] text : nullTexts) {
            if (Arrays.equals(bytes, from, to, text, 0, text.length)) {
                return true;
            }
        }
        return false;
    }

    /// The reader for a type.
    static FieldReader of(DataType type, Dialect dialect, Set<String> nullTexts) {
        return switch (type) {
            case DataType.BoolType _ -> new BoolReader(nullTexts);
            case DataType.IntType _
            when type.equals(DataType.INT32) || type.equals(DataType.INT64) -> new IntegerReader(type, nullTexts);
            case DataType.FloatType(int bits) when bits == Double.SIZE -> new DoubleReader(type, nullTexts);
            case DataType.DateType _ -> new DateReader(type, nullTexts);
            case DataType.TimestampType timestamp
            when timestamp.unit() == TimeUnit.MICRO -> new TimestampReader(timestamp, nullTexts);
            case DataType.StringType _ -> new TextReader(dialect, nullTexts);
            default -> new CastReader(type, dialect, nullTexts);
        };
    }

    /// The words for a field that does not fit.
    final String problem(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, Math.min(to - from, 60), StandardCharsets.UTF_8);
        return "\"" + text + (to - from > 60 ? "..." : "") + "\" is not of type " + type;
    }
}
