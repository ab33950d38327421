package dev.sheaf.testing.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Samples for aggregations that merge states: columns of states as values.
final class PackedSamples {
    private static final int MOST_CENTROIDS = 4;

    private PackedSamples() {}

    /// A type of states that [Aggregation.Merge] of `of` takes.
    static DataType type(Aggregation of, RandomTables tables) {
        return switch (of) {
            case Aggregation.ValueCounts _ -> ReferenceStates.counted(tables.anyType(), true);
            case Aggregation.M2() -> ReferenceStates.MOMENTS;
            default -> ReferenceStates.DIGEST;
        };
    }

    /// The sample with random values of such types made states.
    static Sample valid(Sample sample, SplittableRandom random) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < sample.schema().size(); i++) {
            Field field = sample.schema().field(i);
            List<@Nullable Object> values = new ArrayList<>();
            for (Object value : sample.columns().get(i)) {
                values.add(value == null || !field.name().startsWith("v") ? value : state(field.type(), value, random));
            }
            columns.add(values);
        }
        return new Sample(sample.schema(), columns, sample.dictionaries(), sample.rowsBefore());
    }

    private static Object state(DataType type, Object value, SplittableRandom random) {
        if (type.equals(ReferenceStates.DIGEST)) {
            return digest(random);
        }
        if (type.equals(ReferenceStates.MOMENTS)) {
            return moments(random);
        }
        boolean counts = type instanceof DataType.ListType(DataType element)
                && element instanceof DataType.StructType(List<Field> fields)
                && fields.getLast().name().equals("count");
        return counts
                ? ((List<?>) value)
                        .stream().map(pair -> counted((Map<?, ?>) pair, random)).toList()
                : value;
    }

    private static Object counted(@Nullable Map<?, ?> pair, SplittableRandom random) {
        Map<String, @Nullable Object> counted = new LinkedHashMap<>();
        counted.put("value", pair == null ? null : pair.get("value"));
        counted.put("count", (long) random.nextInt(4));
        return counted;
    }

    private static Object moments(SplittableRandom random) {
        Map<String, @Nullable Object> moments = new LinkedHashMap<>();
        boolean none = random.nextInt(5) == 0;
        moments.put("count", none ? 0L : random.nextInt(1, 9));
        moments.put("mean", none ? null : 1 + random.nextInt(64) / 8.0);
        moments.put("m2", none ? null : random.nextInt(64) / 8.0);
        return moments;
    }

    /// Equal means have equal weights, so that it does not matter which comes first.
    private static Object digest(SplittableRandom random) {
        double[] means = IntStream.range(0, random.nextInt(MOST_CENTROIDS))
                .mapToDouble(_ -> random.nextInt(9))
                .sorted()
                .toArray();
        Map<String, @Nullable Object> digest = new LinkedHashMap<>();
        digest.put("means", DoubleStream.of(means).boxed().toList());
        digest.put(
                "weights",
                DoubleStream.of(means).mapToObj(mean -> 1L + (long) mean % 3).toList());
        digest.put("min", means.length == 0 ? null : means[0] - random.nextInt(2));
        digest.put("max", means.length == 0 ? null : means[means.length - 1] + random.nextInt(2));
        return digest;
    }
}
