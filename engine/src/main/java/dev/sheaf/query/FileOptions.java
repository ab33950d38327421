package dev.sheaf.query;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Names;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// How files are to be read, beyond what they say themselves, or written: options by the names that SQL's `read_csv`
/// and `COPY` have for them.
///
/// ```java
/// LazyFrame.scan("prices.txt", FileOptions.of("delim", ";").with("header", false).with("types", Map.of("id", INT32)));
/// ```
/// A value is a String, a Boolean, a whole number, a List of Strings, or a Map from names of columns to
/// [DataType]s. Names may be in any case. Each format says in [FileFormat#options()] what it takes;
/// [FileFormats] takes some for every format.
public record FileOptions(Map<String, Object> values) {
    /// Nothing but what the files say.
    public static final FileOptions NONE = new FileOptions(Map.of());

    private static final String TYPES = "types by column, as {'id': 'INTEGER'}";

    public FileOptions {
        Map<String, Object> copy = new LinkedHashMap<>();
        values.forEach((name, value) -> copy.put(name.toLowerCase(Locale.ROOT), value));
        values = Collections.unmodifiableMap(copy);
    }

    /// One option.
    public static FileOptions of(String name, Object value) {
        return NONE.with(name, value);
    }

    /// These options and one more, which replaces one of the same name.
    public FileOptions with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(values);
        more.put(name.toLowerCase(Locale.ROOT), value);
        return new FileOptions(more);
    }

    /// @throws IllegalArgumentException if there is an option that is not known
    public FileOptions checkKnown(String reader, Collection<String> known) {
        Set<String> left = new HashSet<>(values.keySet());
        left.removeAll(known);
        left.stream().sorted().findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(reader + " takes no option " + name + "; options: "
                    + String.join(", ", new TreeSet<>(known)) + "." + Names.didYouMean(name, known));
        });
        return this;
    }

    /// The text of the first of these options that is given.
    ///
    /// @throws IllegalArgumentException if it is no text
    public Optional<String> text(String... names) {
        return given(names).map(name -> as(name, String.class, "a text"));
    }

    /// The truth of the first of these options that is given; `true` and `false` may be texts.
    ///
    /// @throws IllegalArgumentException if it is neither
    public Optional<Boolean> flag(String... names) {
        return given(names).map(name -> switch (String.valueOf(values.get(name)).toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw wrong(name, "true or false");
        });
    }

    /// The number of the first of these options that is given.
    ///
    /// @throws IllegalArgumentException if it is no number of 0 or more
    public OptionalInt number(String... names) {
        Optional<String> name = given(names);
        return name.isEmpty() ? OptionalInt.empty() : OptionalInt.of(number(name.get()));
    }

    private int number(String name) {
        String digits = String.valueOf(values.get(name));
        if (!digits.matches("\\d{1,10}") || Long.parseLong(digits) > Integer.MAX_VALUE) {
            throw wrong(name, "a whole number of 0 or more");
        }
        return Integer.parseInt(digits);
    }

    /// The texts of the first of these options that is given; one text may stand for a list of it.
    ///
    /// @throws IllegalArgumentException if it is no list of texts
    public Optional<List<String>> texts(String... names) {
        return given(names).map(name -> switch (values.get(name)) {
            case String text -> List.of(text);
            case List<?> list
            when list.stream().allMatch(String.class::isInstance) ->
                list.stream().map(String.class::cast).toList();
            case null, default -> throw wrong(name, "a list of texts");
        });
    }

    /// The types by column, in order, of the first of these options that is given.
    ///
    /// @throws IllegalArgumentException if it has none
    public Optional<Map<String, DataType>> types(String... names) {
        return given(names).map(name -> {
            Map<String, DataType> types = new LinkedHashMap<>();
            Map<?, ?> given = as(name, Map.class, TYPES);
            for (Map.Entry<?, ?> entry : given.entrySet()) {
                if (!(entry.getKey() instanceof String column) || !(entry.getValue() instanceof DataType type)) {
                    throw wrong(name, TYPES);
                }
                types.put(column, type);
            }
            return Collections.unmodifiableMap(types);
        });
    }

    private Optional<String> given(String... names) {
        List<String> given = Arrays.stream(names).filter(values::containsKey).toList();
        if (given.size() > 1) {
            throw new IllegalArgumentException(
                    "the options " + String.join(" and ", given) + " mean the same; give one");
        }
        return given.stream().findFirst();
    }

    private <T> T as(String name, Class<T> type, String what) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw wrong(name, what);
        }
        return type.cast(value);
    }

    private IllegalArgumentException wrong(String name, String what) {
        return new IllegalArgumentException("the option " + name + " is " + what + ", not " + values.get(name));
    }
}
