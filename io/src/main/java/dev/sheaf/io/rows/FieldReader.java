package dev.sheaf.io.rows;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/// Reads the fields of one column that are values of a type as text. One for each column and thread.
public abstract sealed class FieldReader implements ColumnReader
        permits FixedReader, BoolReader, TextReader, CastReader {

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

    /// Whether a text that is not null reads as this type.
    public abstract boolean accepts(byte[] bytes, int from, int to);

    /// Whether a field stands for null.
    public final boolean isNull(Chunk chunk, Fields fields, int row, int column) {
        int from = fields.start(row, column);
        int to = fields.end(row, column);
        if (fields.isQuoted(row, column)) {
            return false;
        }
        return from == to ? emptyIsNull : nullTexts.length > 0 && isNullText(chunk.bytes(), from, to);
    }

    private boolean isNullText(byte[] bytes, int from, int to) {
        for (byte[] text : nullTexts) {
            if (Arrays.equals(bytes, from, to, text, 0, text.length)) {
                return true;
            }
        }
        return false;
    }

    /// The reader for a type. `quote` is the character that is doubled in escaped fields, or -1.
    public static FieldReader of(DataType type, int quote, Set<String> nullTexts) {
        return switch (type) {
            case DataType.BoolType _ -> new BoolReader(nullTexts);
            case DataType.IntType _
            when type.equals(DataType.INT32) || type.equals(DataType.INT64) -> new IntegerReader(type, nullTexts);
            case DataType.FloatType(int bits) when bits == Double.SIZE -> new DoubleReader(type, nullTexts);
            case DataType.DateType _ -> new DateReader(type, nullTexts);
            case DataType.TimestampType timestamp
            when timestamp.unit() == TimeUnit.MICRO -> new TimestampReader(timestamp, nullTexts);
            case DataType.StringType _ -> new TextReader(quote, nullTexts);
            default -> new CastReader(type, quote, nullTexts);
        };
    }

    /// The words for a field that does not fit.
    final String problem(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, Math.min(to - from, 60), StandardCharsets.UTF_8);
        return "\"" + text + (to - from > 60 ? "..." : "") + "\" is not of type " + type;
    }
}
