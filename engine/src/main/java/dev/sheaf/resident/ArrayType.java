package dev.sheaf.resident;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The type strings of the array interface, of NumPy, for types of columns: `<i8` is int64, `<M8[us]` a timestamp.
final class ArrayType {
    private static final Pattern TEXT = Pattern.compile("[<|]([iufMm])([1248])(?:\\[(s|ms|us|ns)])?");

    private ArrayType() {}

    /// The type string of a type whose values an array can hold.
    static Optional<String> of(DataType type) {
        return Optional.ofNullable(
                switch (type) {
                    case DataType.IntType(int bits, boolean signed) -> number(signed ? 'i' : 'u', bits);
                    case DataType.FloatType(int bits) -> number('f', bits);
                    case DataType.TimestampType(TimeUnit unit, Optional<String> _) -> "<M8[" + unit.symbol() + "]";
                    case DataType.DurationType(TimeUnit unit) -> "<m8[" + unit.symbol() + "]";
                    default -> null;
                });
    }

    private static String number(char kind, int bits) {
        return (bits == Byte.SIZE ? "|" : "<") + kind + bits / Byte.SIZE;
    }

    /// The type of columns whose values an array of a type string holds; timestamps have no zone.
    static Optional<DataType> parse(String text) {
        Matcher match = TEXT.matcher(text);
        return match.matches() ? type(match).filter(type -> canonical(text).equals(of(type))) : Optional.empty();
    }

    /// Bytes have no order, so either mark means the same.
    private static Optional<String> canonical(String text) {
        return Optional.of(text.endsWith("1") ? "|" + text.substring(1) : text);
    }

    private static Optional<DataType> type(Matcher match) {
        int bits = Integer.parseInt(match.group(2)) * Byte.SIZE;
        return switch (match.group(1)) {
            case "i", "u" ->
                Optional.of(new DataType.IntType(bits, match.group(1).equals("i")));
            case "f" -> bits < Float.SIZE ? Optional.empty() : Optional.of(new DataType.FloatType(bits));
            case "M" -> unit(match.group(3)).map(unit -> new DataType.TimestampType(unit, Optional.empty()));
            default -> unit(match.group(3)).map(DataType.DurationType::new);
        };
    }

    private static Optional<TimeUnit> unit(String symbol) {
        return Arrays.stream(TimeUnit.values())
                .filter(unit -> unit.symbol().equals(symbol))
                .findFirst();
    }
}
