package dev.sheaf.frame.data;

import dev.sheaf.column.Row;
import dev.sheaf.column.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Tables of rows and maps of Java objects; values of a column are of one class or null, see [Table#of].
public final class JavaRows {
    private JavaRows() {}

    /// Rows of as many values as there are names.
    ///
    /// @throws IllegalArgumentException if a row has another number of values
    public static Table ofRows(List<String> names, Iterable<? extends List<?>> rows) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        names.forEach(_ -> columns.add(new ArrayList<>()));
        for (List<?> row : rows) {
            if (row.size() != names.size()) {
                throw new IllegalArgumentException("a row of " + row.size() + " values for the " + names.size()
                        + " columns " + String.join(", ", names));
            }
            for (int i = 0; i < names.size(); i++) {
                columns.get(i).add(row.get(i));
            }
        }
        Map<String, List<@Nullable Object>> named = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            if (named.putIfAbsent(names.get(i), columns.get(i)) != null) {
                throw new IllegalArgumentException("two columns are named \"" + names.get(i) + "\"");
            }
        }
        return ofColumns(named);
    }

    /// Rows as maps by name, in the order in which the names first come; a name that a row lacks is null
    /// there.
    public static Table ofMaps(Iterable<? extends Map<String, ?>> rows) {
        Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
        int count = 0;
        for (Map<String, ?> row : rows) {
            for (String name : row.keySet()) {
                if (!columns.containsKey(name)) {
                    columns.put(name, nulls(count));
                }
            }
            columns.forEach((name, values) -> values.add(row.get(name)));
            count++;
        }
        return ofColumns(columns);
    }

    private static List<@Nullable Object> nulls(int count) {
        List<@Nullable Object> nulls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nulls.add(null);
        }
        return nulls;
    }

    /// Arrays or lists by name.
    public static Table ofColumns(Map<String, ?> columns) {
        List<Object> arguments = new ArrayList<>();
        columns.forEach((name, values) -> {
            arguments.add(name);
            arguments.add(values);
        });
        return Table.of(arguments.toArray());
    }

    /// What a function makes of each row, as a column of this name under the same index.
    public static Frame mapped(Frame frame, String name, Function<Row, ? extends @Nullable Object> function) {
        List<@Nullable Object> values = new ArrayList<>();
        frame.forEachTable(table -> table.rows().forEach(row -> values.add(function.apply(row))));
        try (Table table = Table.of(name, values)) {
            return Frame.of(table, frame.options()).reindexed(frame.index().copy());
        }
    }
}
