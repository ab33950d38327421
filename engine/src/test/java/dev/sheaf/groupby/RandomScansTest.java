package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.window.RunFunction.RankMethod;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Scans of random groups give what loops over lists of Java objects give.
@ExtendWith(PoolCheck.class)
class RandomScansTest {
    private static final int CASES = 400;

    private static final List<DataType> TYPES =
            List.of(DataType.INT32, DataType.UINT8, DataType.INT64, DataType.FLOAT64, DataType.STRING, DataType.DATE);

    /// What a scan has to give for the values of a group.
    private interface Reference {
        List<@Nullable Object> of(List<@Nullable Object> values);
    }

    private record Scanned(GroupScan scan, Reference reference) {}

    @Test
    void scansOfAnyRowsGiveWhatLoopsGive(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(random, pool));
    }

    private static void check(SplittableRandom random, MemoryPool pool) {
        DataType type = TYPES.get(random.nextInt(TYPES.size()));
        int rows = random.nextInt(3) == 0 ? random.nextInt(4) : random.nextInt(200);
        int groups = random.nextInt(1, 30);
        List<@Nullable Object> keys = list(rows, _ -> random.nextInt(9) == 0 ? null : random.nextInt(groups));
        int nulls = random.nextInt(1, 9);
        List<@Nullable Object> values =
                list(rows, _ -> random.nextInt(nulls) == 0 ? null : value(type, random.nextInt(12)));
        Schema schema = new Schema(List.of(new Field("k", DataType.INT32), new Field("v", type)));
        Scanned scanned = scanned(type, random);
        NullKeys nullKeys = random.nextBoolean() ? NullKeys.INCLUDE : NullKeys.EXCLUDE;
        QueryContext context =
                QueryContext.builder().pool(pool).threads(random.nextInt(1, 4)).build();
        List<@Nullable Object> expected = expected(keys, values, nullKeys, scanned.reference());
        try (Table table = Sample.plain(schema, List.of(keys, values)).build(pool);
                Groups all = GroupBy.on(table, "k").nullKeys(nullKeys).groups(context, GroupsOptions.DEFAULT);
                Table inTable = all.scan(context, RowsBy.TABLE, scanned.scan().as("r"));
                Table inGroups = all.scan(context, RowsBy.GROUP, scanned.scan().as("r"))) {
            assertThat(inTable.values("r"))
                    .as("%s of %s by %s", scanned.scan(), values, keys)
                    .isEqualTo(expected);
            try (Table sorted = all.values(inTable)) {
                assertThat(inGroups.values("r")).isEqualTo(sorted.values("r"));
            }
        }
    }

    private static List<@Nullable Object> list(int size, java.util.function.IntFunction<@Nullable Object> value) {
        List<@Nullable Object> list = new ArrayList<>();
        IntStream.range(0, size).forEach(i -> list.add(value.apply(i)));
        return list;
    }

    private static Object value(DataType type, int number) {
        return switch (type) {
            case DataType.IntType(int bits, boolean _) ->
                switch (bits) {
                    case 64 -> number - 5L;
                    case 32 -> number - 5;
                    default -> (short) number;
                };
            case DataType.FloatType _ -> (number - 5) / 8.0;
            case DataType.DateType() -> LocalDate.ofEpochDay(number);
            default -> "text " + number;
        };
    }

    private static Scanned scanned(DataType type, SplittableRandom random) {
        int distance = random.nextInt(-3, 4);
        RankMethod method = RankMethod.values()[random.nextInt(5)];
        int choice = random.nextInt(type.isNumeric() ? 10 : 8);
        return switch (choice) {
            case 0 -> new Scanned(GroupScan.shift("v", distance), group -> shifted(group, distance, null));
            case 1 -> {
                Object fill = value(type, 11);
                yield new Scanned(GroupScan.shift("v", distance).fill(fill), group -> shifted(group, distance, fill));
            }
            case 2 -> new Scanned(GroupScan.forwardFill("v"), RandomScansTest::filled);
            case 3 ->
                new Scanned(
                        GroupScan.backwardFill("v"),
                        group -> filled(group.reversed()).reversed());
            case 4 -> new Scanned(GroupScan.rank("v", method), group -> ranked(group, method));
            case 5 -> new Scanned(GroupScan.scan(min("v")), group -> running(group, true, RandomScansTest::least));
            case 6 -> new Scanned(GroupScan.scanBefore(max("v")), group -> before(group));
            case 7 ->
                new Scanned(GroupScan.scan(count("v")), group -> running(group, false, valid -> (long) valid.size()));
            case 8 -> new Scanned(GroupScan.scan(sum("v")), group -> running(group, true, RandomScansTest::total));
            default -> new Scanned(GroupScan.scan(mean("v")), group -> running(group, true, RandomScansTest::average));
        };
    }

    private static List<@Nullable Object> shifted(
            List<@Nullable Object> group, int distance, @Nullable Object outside) {
        return list(group.size(), i -> {
            int from = i - distance;
            return from < 0 || from >= group.size() ? outside : group.get(from);
        });
    }

    private static List<@Nullable Object> filled(List<@Nullable Object> group) {
        List<@Nullable Object> filled = new ArrayList<>();
        for (Object value : group) {
            filled.add(value == null && !filled.isEmpty() ? filled.getLast() : value);
        }
        return filled;
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    private static List<@Nullable Object> ranked(List<@Nullable Object> group, RankMethod method) {
        return list(group.size(), i -> {
            Object own = group.get(i);
            if (own == null) {
                return null;
            }
            List<Object> others = group.stream().filter(Objects::nonNull).toList();
            long less = others.stream().filter(other -> compare(other, own) < 0).count();
            long same =
                    others.stream().filter(other -> compare(other, own) == 0).count();
            return switch (method) {
                case MIN -> less + 1;
                case MAX -> less + same;
                case AVERAGE -> (less + 1 + less + same) / 2.0;
                case FIRST ->
                    less + 1 + group.subList(0, i).stream().filter(own::equals).count();
                case DENSE -> 1L + new TreeSet<>(others).headSet(own).size();
            };
        });
    }

    /// A function of the values so far; null where the value is null, if nulls stay.
    private static List<@Nullable Object> running(
            List<@Nullable Object> group,
            boolean nullsStay,
            java.util.function.Function<List<Object>, @Nullable Object> function) {
        List<Object> valid = new ArrayList<>();
        List<@Nullable Object> results = new ArrayList<>();
        for (Object value : group) {
            if (value != null) {
                valid.add(value);
            }
            results.add(nullsStay && value == null ? null : function.apply(valid));
        }
        return results;
    }

    private static List<@Nullable Object> before(List<@Nullable Object> group) {
        return list(group.size(), i -> {
            List<Object> valid = new ArrayList<>();
            group.subList(0, i).stream().filter(Objects::nonNull).forEach(valid::add);
            return group.get(i) == null || valid.isEmpty()
                    ? null
                    : valid.stream().max(RandomScansTest::compare).get();
        });
    }

    private static @Nullable Object least(List<Object> values) {
        return values.stream().min(RandomScansTest::compare).orElse(null);
    }

    private static Object total(List<Object> values) {
        if (values.getFirst() instanceof Double) {
            return values.stream().mapToDouble(value -> (Double) value).sum();
        }
        return values.stream().mapToLong(value -> ((Number) value).longValue()).sum();
    }

    private static Object average(List<Object> values) {
        return values.stream()
                        .mapToDouble(value -> ((Number) value).doubleValue())
                        .sum()
                / values.size();
    }

    private static List<@Nullable Object> expected(
            List<@Nullable Object> keys, List<@Nullable Object> values, NullKeys nullKeys, Reference reference) {
        Map<@Nullable Object, List<Integer>> groups = new LinkedHashMap<>();
        for (int row = 0; row < keys.size(); row++) {
            groups.computeIfAbsent(keys.get(row), _ -> new ArrayList<>()).add(row);
        }
        @Nullable Object[] results = new @Nullable Object[keys.size()];
        groups.forEach((key, rows) -> {
            if (key != null || nullKeys == NullKeys.INCLUDE) {
                List<@Nullable Object> of = reference.of(list(rows.size(), i -> values.get(rows.get(i))));
                IntStream.range(0, rows.size()).forEach(i -> results[rows.get(i)] = of.get(i));
            }
        });
        return Arrays.asList(results);
    }
}
