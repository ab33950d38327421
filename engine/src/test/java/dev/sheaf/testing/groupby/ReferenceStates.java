package dev.sheaf.testing.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.testing.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Results of aggregations merged, by what they stand for.
final class ReferenceStates {
    static final DataType DIGEST = new DataType.StructType(List.of(
            new Field("means", new DataType.ListType(DataType.FLOAT64)),
            new Field("weights", new DataType.ListType(DataType.INT64)),
            new Field("min", DataType.FLOAT64),
            new Field("max", DataType.FLOAT64)));
    static final DataType MOMENTS = new DataType.StructType(List.of(
            new Field("count", DataType.INT64),
            new Field("mean", DataType.FLOAT64),
            new Field("m2", DataType.FLOAT64)));

    private ReferenceStates() {}

    static DataType counted(DataType value, boolean nullable) {
        return new DataType.ListType(new DataType.StructType(
                List.of(new Field("value", value, nullable), new Field("count", DataType.INT64, false))));
    }

    /// The type of the result for states of `type`.
    static DataType type(Aggregation of, DataType type) {
        return switch (of) {
            case Aggregation.M2() -> MOMENTS;
            case Aggregation.TDigest _ -> DIGEST;
            default -> type;
        };
    }

    static @Nullable Object merged(Aggregation of, List<Object> states) {
        return switch (of) {
            case Aggregation.M2() ->
                moments(structs(states)
                        .filter(state -> (long) state.get("count") > 0)
                        .toList());
            case Aggregation.TDigest _ ->
                digest(structs(states)
                        .filter(state -> !list(state, "means").isEmpty())
                        .toList());
            default -> counts(states);
        };
    }

    @SuppressWarnings("unchecked")
    private static java.util.stream.Stream<Map<String, Object>> structs(List<Object> states) {
        return states.stream().map(state -> (Map<String, Object>) state);
    }

    private static List<?> list(Map<String, Object> state, String field) {
        return (List<?>) state.get(field);
    }

    private static double number(Map<String, Object> state, String field) {
        return ((Number) state.get(field)).doubleValue();
    }

    /// The spread of all is the spreads of each and that of their means.
    private static @Nullable Object moments(List<Map<String, Object>> states) {
        if (states.isEmpty()) {
            return null;
        }
        double count =
                states.stream().mapToDouble(state -> number(state, "count")).sum();
        double mean = states.stream()
                        .mapToDouble(state -> number(state, "count") * number(state, "mean"))
                        .sum()
                / count;
        double m2 = states.stream()
                .mapToDouble(state ->
                        number(state, "m2") + number(state, "count") * Math.pow(number(state, "mean") - mean, 2))
                .sum();
        Map<String, Object> merged = new LinkedHashMap<>();
        merged.put("count", (long) count);
        merged.put("mean", mean);
        merged.put("m2", m2);
        return merged;
    }

    private record Centroid(double mean, long weight) {}

    /// All centroids by their means: so few are not joined.
    private static @Nullable Object digest(List<Map<String, Object>> states) {
        if (states.isEmpty()) {
            return null;
        }
        List<Centroid> centroids = new ArrayList<>();
        for (Map<String, Object> state : states) {
            for (int i = 0; i < list(state, "means").size(); i++) {
                centroids.add(new Centroid((double) list(state, "means").get(i), (long)
                        list(state, "weights").get(i)));
            }
        }
        centroids.sort(Comparator.comparingDouble(Centroid::mean));
        Map<String, Object> merged = new LinkedHashMap<>();
        merged.put("means", centroids.stream().map(Centroid::mean).toList());
        merged.put("weights", centroids.stream().map(Centroid::weight).toList());
        merged.put(
                "min",
                states.stream().mapToDouble(state -> number(state, "min")).min().orElseThrow());
        merged.put(
                "max",
                states.stream().mapToDouble(state -> number(state, "max")).max().orElseThrow());
        return merged;
    }

    private static @Nullable Object counts(List<Object> states) {
        Map<@Nullable Object, Map<String, @Nullable Object>> pairs = new LinkedHashMap<>();
        for (Object state : states) {
            for (Object element : (List<?>) state) {
                Map<?, ?> pair = (Map<?, ?>) element;
                Object value = ReferenceOrder.key(pair.get("value"));
                Map<String, @Nullable Object> sum = pairs.computeIfAbsent(Values.comparable(value), _ -> {
                    Map<String, @Nullable Object> none = new LinkedHashMap<>();
                    none.put("value", value);
                    none.put("count", 0L);
                    return none;
                });
                sum.put("count", (long) sum.get("count") + (long) pair.get("count"));
            }
        }
        return pairs.isEmpty()
                ? null
                : pairs.values().stream()
                        .sorted(Comparator.comparing(pair -> pair.get("value"), ReferenceOrder.nullsLast()))
                        .toList();
    }
}
