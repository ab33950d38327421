package dev.sheaf.groupby.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds groups by the Java objects of their keys. Whole numbers of any width are equal, as are floats.
public final class KeyIndex {
    private final Map<List<@Nullable Object>, Integer> groups = new HashMap<>();
    private final List<String> names;

    private KeyIndex(List<String> names) {
        this.names = names;
    }

    public static KeyIndex of(Table keys) {
        KeyIndex index = new KeyIndex(keys.schema().names());
        for (int group = 0; group < keys.rowCount(); group++) {
            List<@Nullable Object> key = new ArrayList<>();
            for (Column column : keys.columns()) {
                key.add(comparable(column.get(group)));
            }
            index.groups.put(key, group);
        }
        return index;
    }

    /// The number of a group; -1 if there is none.
    public int find(@Nullable Object... key) {
        if (key.length != names.size()) {
            throw new IllegalArgumentException(
                    key.length + " values cannot name a group by the keys " + names + "; give one for each key");
        }
        List<@Nullable Object> wanted = new ArrayList<>();
        for (Object value : key) {
            wanted.add(comparable(value));
        }
        return groups.getOrDefault(wanted, -1);
    }

    private static @Nullable Object comparable(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Byte number -> number.longValue();
            case Short number -> number.longValue();
            case Integer number -> number.longValue();
            case Float number -> number.doubleValue() + 0.0;
            case Double number -> number + 0.0;
            case Interval span -> span.normal();
            case byte[] bytes -> ByteBuffer.wrap(bytes);
            case List<?> list -> list.stream().map(KeyIndex::comparable).toList();
            case Map<?, ?> struct -> {
                Map<Object, @Nullable Object> fields = new HashMap<>();
                struct.forEach((name, field) -> fields.put(name, comparable(field)));
                yield fields;
            }
            default -> value;
        };
    }
}
