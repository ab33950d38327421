package dev.sheaf.query.path;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Columns that stand in the names of folders, as Hive and Spark write them:
/// `year=2024/month=2/part-0.parquet`.
///
/// A column has the first of the types int64, date, timestamp and text that all its values read as.
public record HivePartitions(Map<String, DataType> types, Map<Path, Map<String, String>> values) {
    /// What a folder is called whose rows are null.
    private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

    private static final List<DataType> GUESSES = List.of(DataType.INT64, DataType.DATE, DataType.TIMESTAMP);

    /// The partitions of files; empty if their folders do not all have the same columns.
    public static Optional<HivePartitions> of(List<Path> files, Map<String, DataType> given) {
        Map<Path, Map<String, String>> values = new LinkedHashMap<>();
        files.forEach(file -> values.put(file, values(file)));
        Map<String, String> first = values.values().iterator().next();
        if (first.isEmpty()
                || !values.values().stream().allMatch(other -> first.keySet().equals(other.keySet()))) {
            return Optional.empty();
        }
        Map<String, DataType> types = new LinkedHashMap<>();
        for (String column : first.keySet()) {
            List<String> all = values.values().stream()
                    .map(other -> other.get(column))
                    .distinct()
                    .toList();
            types.put(column, given.containsKey(column) ? given.get(column) : guess(all));
        }
        return Optional.of(new HivePartitions(types, values));
    }

    private static Map<String, String> values(Path file) {
        Map<String, String> values = new LinkedHashMap<>();
        Path folders = file.getParent();
        for (Path folder : folders == null ? List.<Path>of() : folders) {
            String name = folder.toString();
            int equals = name.indexOf('=');
            if (equals > 0) {
                values.put(decoded(name.substring(0, equals)), decoded(name.substring(equals + 1)));
            }
        }
        return values;
    }

    /// Characters that no folder may have in its name are written as `%3A`; anything else with a percent
    /// sign is as it stands.
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException plain) {
            return text;
        }
    }

    private static DataType guess(Collection<String> values) {
        List<String> texts =
                values.stream().filter(value -> !value.equals(NULL)).toList();
        return GUESSES.stream()
                .filter(type -> !texts.isEmpty() && texts.stream().allMatch(text -> value(text, type) != null))
                .findFirst()
                .orElse(DataType.STRING);
    }

    /// The values of a file's columns.
    ///
    /// @throws IllegalArgumentException if one does not read as its type
    public Map<String, Expr.Literal> constants(Path file) {
        Map<String, Expr.Literal> constants = new LinkedHashMap<>();
        Objects.requireNonNull(values.get(file)).forEach((column, text) -> {
            DataType type = Objects.requireNonNull(types.get(column));
            Object value = text.equals(NULL) ? null : value(text, type);
            if (value == null && !text.equals(NULL)) {
                throw new IllegalArgumentException(
                        "the folder " + column + "=" + text + " of " + file + " is no " + type);
            }
            constants.put(column, new Expr.Literal(value, type));
        });
        return constants;
    }

    private static @Nullable Object value(String text, DataType type) {
        Expr reading = new Expr.Cast(new Expr.Literal(text, DataType.STRING), type, true);
        return Binder.bind(reading, new Schema(List.of())) instanceof BoundExpr.Constant(Object value, DataType _)
                ? value
                : null;
    }
}
