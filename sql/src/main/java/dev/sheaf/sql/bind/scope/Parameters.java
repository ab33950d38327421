package dev.sheaf.sql.bind.scope;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values of `?`, `$1` and `$name` in a query, by number from 1 or by name.
public final class Parameters {
    /// No values.
    public static final Parameters NONE = new Parameters(Map.of());

    private final Map<String, @Nullable Object> values;

    private Parameters(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    /// Values that are numbered from 1.
    public static Parameters of(List<?> values) {
        Map<String, @Nullable Object> numbered = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            numbered.put(String.valueOf(i + 1), values.get(i));
        }
        return new Parameters(numbered);
    }

    /// Values by name.
    public static Parameters of(Map<String, ?> values) {
        return new Parameters(new HashMap<>(values));
    }

    public boolean contains(String key) {
        return values.containsKey(key);
    }

    @Nullable
    public Object get(String key) {
        return values.get(key);
    }

    /// What to say of a parameter that is not there.
    public String unknown(String key) {
        String wanted = "the parameter $" + key + " has no value; ";
        return values.isEmpty()
                ? wanted + "give values with the query: sql.query(text, value, ...)"
                : wanted + "there are values for $"
                        + String.join(", $", values.keySet().stream().sorted().toList());
    }
}
