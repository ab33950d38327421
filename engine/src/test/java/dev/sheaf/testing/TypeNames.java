package dev.sheaf.testing;

import dev.sheaf.column.Categories;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads types as [DataType] prints them: `int64`, `decimal(10, 2)`, `timestamp[us, UTC]`, `list<string>`.
public final class TypeNames {
    /// Types without parameters.
    private static final Map<String, DataType> SIMPLE = DataTypes.all().stream()
            .filter(type -> indexOfAny(type.toString(), "(<[") < 0)
            .collect(Collectors.toMap(DataType::toString, Function.identity()));

    private TypeNames() {}

    /// The type of a name.
    ///
    /// @throws IllegalArgumentException if there is no such type
    public static DataType parse(String text) {
        String name = text.strip();
        DataType simple = SIMPLE.get(name);
        if (simple != null) {
            return simple;
        }
        int open = indexOfAny(name, "(<[");
        if (open < 0) {
            throw new IllegalArgumentException(
                    "no type is called \"" + name + "\"; known are " + SIMPLE.keySet()
                            + ", decimal(p, s), time[u], timestamp[u], duration[u], category[a, b] of texts, list<t>, struct<f: t>, dictionary<t>");
        }
        return parameterised(name.substring(0, open), splitTop(name.substring(open + 1, name.length() - 1)));
    }

    private static DataType parameterised(String kind, List<String> parts) {
        return switch (kind) {
            case "decimal" -> DataType.decimal(Integer.parseInt(parts.get(0)), Integer.parseInt(parts.get(1)));
            case "time" -> new DataType.TimeType(unit(parts.get(0)));
            case "timestamp" ->
                new DataType.TimestampType(
                        unit(parts.get(0)), parts.size() > 1 ? Optional.of(parts.get(1)) : Optional.empty());
            case "duration" -> new DataType.DurationType(unit(parts.get(0)));
            case "category" -> new DataType.CategoryType(new Categories(DataType.STRING, parts), false);
            case "list" -> new DataType.ListType(parse(parts.get(0)));
            case "struct" ->
                new DataType.StructType(parts.stream().map(TypeNames::field).toList());
            case "dictionary" -> new DataType.DictionaryType(parse(parts.get(0)));
            default -> throw new IllegalArgumentException("no type is called \"" + kind + "\"");
        };
    }

    private static Field field(String text) {
        int colon = text.indexOf(':');
        return new Field(text.substring(0, colon).strip(), parse(text.substring(colon + 1)));
    }

    private static TimeUnit unit(String symbol) {
        return Arrays.stream(TimeUnit.values())
                .filter(unit -> unit.symbol().equals(symbol))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no time unit is called \"" + symbol + "\""));
    }

    private static int indexOfAny(String text, String characters) {
        return text.chars()
                .filter(c -> characters.indexOf(c) >= 0)
                .mapToObj(text::indexOf)
                .min(Integer::compare)
                .orElse(-1);
    }

    /// The parts between commas that are not inside brackets.
    private static List<String> splitTop(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += "(<[".indexOf(text.charAt(i)) >= 0 ? 1 : ")>]".indexOf(text.charAt(i)) >= 0 ? -1 : 0;
            if (text.charAt(i) == ',' && depth == 0) {
                parts.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        parts.add(text.substring(start).strip());
        return parts;
    }
}
