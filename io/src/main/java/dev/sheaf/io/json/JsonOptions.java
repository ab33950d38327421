package dev.sheaf.io.json;

import dev.sheaf.column.DataType;
import dev.sheaf.io.text.BadRows;
import java.util.LinkedHashMap;
import java.util.Map;

/// How files of JSON are read. What is left open is inferred from the first rows.
///
/// ```java
/// JsonOptions exact = JsonOptions.INFER.type("price", DataType.decimal(10, 2)).badRows(BadRows.SKIP);
/// ```
/// `types` name columns and win over what the sample suggests; a column that the sample lacks is there if it has a
/// type. `sampleBytes` is how much of each file is looked at to infer the rest.
public record JsonOptions(Map<String, DataType> types, BadRows badRows, int sampleBytes) {
    private static final int SAMPLE_BYTES = 1 << 20;

    /// Everything is inferred, and a bad row ends the query.
    public static final JsonOptions INFER = new JsonOptions(Map.of(), BadRows.FAIL, SAMPLE_BYTES);

    public JsonOptions {
        types = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(types));
        if (sampleBytes < 1) {
            throw new IllegalArgumentException("JSON options need sampleBytes of 1 or more, not " + sampleBytes);
        }
    }

    /// A column is of this type.
    public JsonOptions type(String column, DataType type) {
        Map<String, DataType> more = new LinkedHashMap<>(types);
        more.put(column, type);
        return new JsonOptions(more, badRows, sampleBytes);
    }

    /// What happens to rows that do not fit.
    public JsonOptions badRows(BadRows value) {
        return new JsonOptions(types, value, sampleBytes);
    }

    /// How many bytes of each file are looked at.
    public JsonOptions sampleBytes(int bytes) {
        return new JsonOptions(types, badRows, bytes);
    }
}
