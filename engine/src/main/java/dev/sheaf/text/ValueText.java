package dev.sheaf.text;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Interval;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.VarColumn;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Objects;

/// What a value looks like as plain text: in tables for people, CSV and Markdown.
///
/// | type | text |
/// |---|---|
/// | bool | true, false |
/// | integers, decimals | digits |
/// | floats | the shortest digits that read back to the same value; NaN, Infinity, -Infinity |
/// | date, time | 2024-02-29, 12:30:00.5 |
/// | timestamp | 2024-02-29 12:30:00.5, with its offset if the type has a zone |
/// | duration, interval | ISO 8601: PT1.5S, P1M2DT3S |
/// | binary | 0x and hexadecimal digits |
/// | list, struct | [1, 2], {a: 1, b: x} |
public final class ValueText {
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("uuuu-MM-dd' '");
    private static final double PLAIN_BELOW = 1e21;
    private static final double PLAIN_FROM = 1e-6;
    private static final String NULL = "NULL";

    private ValueText() {}

    /// Appends the value of a row; NULL for nulls.
    public static void append(StringBuilder text, Column column, long row) {
        if (column.isNull(row)) {
            text.append(NULL);
            return;
        }
        switch (column) {
            case NullColumn _ -> text.append(NULL);
            case BoolColumn bools -> text.append(bools.isTrue(row));
            case FixedColumn fixed -> appendFixed(text, fixed, row);
            case VarColumn bytes -> appendBytes(text, bytes, row);
            case DictionaryColumn codes -> append(text, codes.values(), codes.code(row));
            case ListColumn lists -> appendList(text, lists, row);
            case StructColumn structs -> appendStruct(text, structs, row);
        }
    }

    private static void appendFixed(StringBuilder text, FixedColumn column, long row) {
        switch (column.type()) {
            case DataType.FloatType(int bits)
            when bits == Double.SIZE -> appendDouble(text, column.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, row));
            case DataType.FloatType _ -> appendFloat(text, column.segment().getAtIndex(ValueLayout.JAVA_FLOAT, row));
            case DataType.IntType type
            when type.equals(DataType.INT32) -> text.append(column.segment().getAtIndex(ValueLayout.JAVA_INT, row));
            case DataType.IntType type
            when type.equals(DataType.INT64) -> text.append(column.segment().getAtIndex(ValueLayout.JAVA_LONG, row));
            default -> appendObject(text, column.type(), Objects.requireNonNull(column.get(row)));
        }
    }

    private static void appendObject(StringBuilder text, DataType type, Object value) {
        switch (value) {
            case BigDecimal decimal -> text.append(decimal.toPlainString());
            case LocalTime time -> DateTimeFormatter.ISO_LOCAL_TIME.formatTo(time, text);
            case LocalDateTime local -> appendTimestamp(text, local);
            case Instant instant -> {
                appendTimestamp(text, zoned(type, instant).toLocalDateTime());
                text.append(zoned(type, instant).getOffset());
            }
            case Interval interval -> appendInterval(text, interval);
            default -> text.append(value);
        }
    }

    private static OffsetDateTime zoned(DataType type, Instant instant) {
        String zone = type instanceof DataType.TimestampType timestamp
                ? timestamp.zone().orElse("UTC")
                : "UTC";
        return instant.atZone(ZoneId.of(zone)).toOffsetDateTime();
    }

    private static void appendTimestamp(StringBuilder text, LocalDateTime value) {
        TIMESTAMP.formatTo(value, text);
        DateTimeFormatter.ISO_LOCAL_TIME.formatTo(value, text);
    }

    /// ISO 8601; the parts have signs of their own.
    private static void appendInterval(StringBuilder text, Interval interval) {
        text.append('P');
        if (interval.months() != 0) {
            text.append(interval.months()).append('M');
        }
        if (interval.days() != 0) {
            text.append(interval.days()).append('D');
        }
        if (interval.nanos() != 0 || text.charAt(text.length() - 1) == 'P') {
            BigDecimal seconds = BigDecimal.valueOf(interval.nanos(), 9).stripTrailingZeros();
            text.append('T').append(seconds.toPlainString()).append('S');
        }
    }

    /// The digits of [Double#toString(double)], without an exponent where people would write none.
    public static void appendDouble(StringBuilder text, double value) {
        if (isReadablePlain(Math.abs(value))) {
            appendPlain(text, Double.toString(value));
        } else {
            text.append(value);
        }
    }

    private static void appendFloat(StringBuilder text, float value) {
        if (isReadablePlain(Math.abs(value))) {
            appendPlain(text, Float.toString(value));
        } else {
            text.append(value);
        }
    }

    /// Whether a size has an exponent in Java's text and should have none in ours.
    private static boolean isReadablePlain(double size) {
        return (size >= 1e7 && size < PLAIN_BELOW) || (size < 1e-3 && size >= PLAIN_FROM);
    }

    private static void appendPlain(StringBuilder text, String scientific) {
        BigDecimal digits = new BigDecimal(scientific);
        text.append((digits.scale() <= 0 ? digits.setScale(1) : digits).toPlainString());
    }

    private static void appendBytes(StringBuilder text, VarColumn column, long row) {
        if (column.type() instanceof DataType.StringType) {
            text.append(column.string(row));
        } else {
            text.append("0x").append(HexFormat.of().formatHex(column.bytes(row)));
        }
    }

    private static void appendList(StringBuilder text, ListColumn lists, long row) {
        text.append('[');
        long start = lists.offsets().start(row);
        for (long element = start; element < lists.offsets().start(row + 1); element++) {
            text.append(element == start ? "" : ", ");
            append(text, lists.elements(), element);
        }
        text.append(']');
    }

    private static void appendStruct(StringBuilder text, StructColumn structs, long row) {
        text.append('{');
        for (int i = 0; i < structs.children().size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(structs.type().fields().get(i).name())
                    .append(": ");
            append(text, structs.children().get(i), row);
        }
        text.append('}');
    }
}
