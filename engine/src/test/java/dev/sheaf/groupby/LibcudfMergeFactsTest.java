package dev.sheaf.groupby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Statistics;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.TypeNames;
import dev.sheaf.testing.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every third of libcudf's tests of keys, merge_lists, merge_sets, merge_m2, merge_tdigest, histogram and
/// sum_overflow by the order of its files, and some more: name, aggregate, type of the values, keys, values, and
/// the result of each key in rising order. `_` is null, `[...]` a list, `(...)` a struct.
///
/// Nine are other than there. A column of another length than the keys (keys 9) cannot be asked for. Empty input
/// (histogram 6, sum_overflow 3) gives no groups, which the contract tests for every kind. Sums of unsigned
/// integers (sum_overflow 9) are refused there. Nulls come last in value counts, there first. Moments of no value
/// are null, there a count of 0; digests of no value are null, there without centroids; sums that overflow are
/// null, there undefined. Digests of more values than they keep ([MergedDigestsTest]) have other centroids.
@ExtendWith(PoolCheck.class)
class LibcudfMergeFactsTest {
    private static final String COUNTS = "list<struct<value: int32, count: int64>>";
    private static final String MOMENTS = "struct<count: int64, mean: float64, m2: float64>";
    private static final String DIGESTS =
            "struct<means: list<float64>, weights: list<int64>, min: float64, max: float64>";
    private static final String FACTS = """
            keys some_null_keys | count | int32 | 1 2 3 1 2 2 1 _ 3 2 4 | 0 1 2 3 4 5 6 7 8 9 4 | 3 4 2 1
            keys pre_sorted_keys_descending | sum | int32 | 4 3 3 3 2 2 2 2 1 1 1 | 0 1 2 3 4 5 6 7 8 9 4 | 21 22 6 0
            keys pre_sorted_keys_nullable | sum | int32 | 1 1 1 _ 2 2 2 _ 3 3 4 | 0 1 2 3 4 5 6 7 8 9 4 | 3 15 17 4
            merge_lists InputWithoutNull | lists | list<int32> | 1 2 1 3 2 3 4 \
            | [1 2 3] [4 5 6] [10 11] [11 12] [20 21 22] [23 24 25] [24 25 26] \
            | [1 2 3 10 11] [4 5 6 20 21 22] [11 12 23 24 25] [24 25 26]
            merge_lists InputHasNullsAndEmptyLists | lists | list<int32> | 1 2 3 1 3 4 2 3 4 \
            | [1 _ 3] [] [4 5] [10 11] [_ _ _] [] [20 21 22] [_ 24 _] [24 25 26] \
            | [1 _ 3 10 11] [20 21 22] [4 5 _ _ _ _ 24 _] [24 25 26]
            merge_lists StringsColumnInput | lists | list<string> | 3 4 2 4 3 1 3 5 \
            | [Poodle Golden Corgi] [Whale _ Bear] [Green Yellow] [] [_ _] [Fuji Red] [_ Shepherd _] [Seeedless Mini] \
            | [Fuji Red] [Green Yellow] [Poodle Golden Corgi _ _ _ Shepherd _] [Whale _ Bear] [Seeedless Mini]
            merge_sets InputWithoutNull | sets | list<int32> | 1 2 1 3 2 3 4 \
            | [1 2 3 4 5 6] [10 11 12 13 14 15] [4 5 6 7 8 9] [20 21 22 23 24 25] [11 12] [23 24 25 26 27 28] [30 31 32] \
            | [1 2 3 4 5 6 7 8 9] [10 11 12 13 14 15] [20 21 22 23 24 25 26 27 28] [30 31 32]
            merge_sets InputHasNullsAndEmptyLists | sets | list<int32> | 1 2 3 1 3 4 2 3 4 \
            | [_ 1 2 3] [] [] [0 1 2 3 4 5] [_ 11 _ 12 12 12 12 12] [20] [] [] [24 25 _ _ _ 26] \
            | [0 1 2 3 4 5 _] [] [11 12 _] [20 24 25 26 _]
            merge_m2 SimpleInput | m2 | MOMENTS | 1 2 3 1 2 1 3 2 \
            | (1 0 0) (1 1 0) (1 2 0) (1 3 0) (2 4.5 0.5) (1 6 0) (2 7.5 0.5) (1 9 0) \
            | (3 3 18) (4 4.75 32.75) (3 5.666666666666667 20.666666666666668)
            merge_m2 InputHaveNullsAndNaNs | m2 | MOMENTS | 4 3 1 2 3 1 2 2 1 3 2 4 \
            | (0 _ _) (0 _ _) (1 0 0) (1 1 0) (1 2 0) (1 3 0) (1 4 0) (1 NaN NaN) (1 6 0) (1 8 0) (1 9 0) (2 NaN NaN) \
            | (3 3 18) (4 NaN NaN) (2 5 18) (2 NaN NaN)
            merge_tdigest Empty | digests | DIGESTS | 0 0 0 | ([] [] 0 0) ([] [] 0 0) ([] [] 0 0) | _
            merge_tdigest EmptyGroups | digests | DIGESTS | 0 0 1 0 2 \
            | ([] [] 0 0) ([2 55 67 99 126] [1 1 1 1 1] 2 126) ([] [] 0 0) \
            ([100 200 300 400 500 600] [1 1 1 1 1 1] 100 600) ([] [] 0 0) \
            | ([2 55 67 99 100 126 200 300 400 500 600] [1 1 1 1 1 1 1 1 1 1 1] 2 600) _ _
            merge_tdigest AllValuesAreNull | digests | DIGESTS | 0 1 2 | ([] [] 0 0) ([] [] 0 0) ([] [] 0 0) | _ _ _
            merge_tdigest AllValuesInOneGroupIsNull | digests | DIGESTS | 0 1 2 3 \
            | ([10] [1] 10 10) ([20] [1] 20 20) ([] [] 0 0) ([30] [1] 30 30) \
            | ([10] [1] 10 10) ([20] [1] 20 20) _ ([30] [1] 30 30)
            tdigest EmptyMixed | digest | float64 | 2 1 3 3 4 4 5 5 6 | 123456.78 _ _ 25 _ _ 50 60 _ \
            | _ ([123456.78] [1] 123456.78 123456.78) ([25] [1] 25 25) _ ([50 60] [1 1] 50 60) _
            tdigest SimpleWithNulls | digest | int32 | 0 0 0 0 0 0 0 0 0 0 | 122 _ 1 _ 67 _ 100 _ 44 _ \
            | ([1 44 67 100 122] [1 1 1 1 1] 1 122)
            histogram SlicedInputNoNull | histogram | int32 | 2 0 2 1 1 1 0 0 0 1 2 2 1 0 2 \
            | -3 2 1 2 0 5 2 -3 -2 2 1 2 1 2 2 \
            | [(-3 1) (-2 1) (2 3)] [(0 1) (1 1) (2 2) (5 1)] [(-3 1) (1 2) (2 2)]
            histogram InputWithNulls | histogram | int32 | 2 0 2 1 1 1 2 1 1 0 1 2 0 0 1 2 2 1 0 2 \
            | _ -3 2 1 2 _ 0 5 2 _ -3 -2 2 _ 1 2 _ 1 2 2 \
            | [(-3 1) (2 2) (_ 2)] [(-3 1) (1 3) (2 2) (5 1) (_ 1)] [(-2 1) (0 1) (2 3) (_ 2)]
            merge_histogram SimpleInputNoNull | counts | COUNTS | 0 1 0 1 0 \
            | [(-3 1) (-2 1) (2 3)] [(-2 1) (1 3) (2 2)] [(0 1) (1 1)] [(0 2) (1 1) (2 2)] [(-3 3) (0 1) (1 2)] \
            | [(-3 4) (-2 1) (0 2) (1 3) (2 3)] [(-2 1) (0 2) (1 4) (2 4)]
            merge_histogram InputWithNulls | counts | COUNTS | 0 1 1 0 0 \
            | [(_ 1) (2 3)] [(_ 1) (1 3) (2 2)] [(0 2) (1 1) (2 2)] [(_ 2) (1 1)] [(0 1) (1 2)] \
            | [(0 1) (1 3) (2 3) (_ 3)] [(0 2) (1 4) (2 4) (_ 1)]
            sum_overflow null_keys_and_values | overflow | int8 | 1 2 3 1 2 2 1 _ 3 2 4 | _ 1 2 3 4 _ 6 7 8 9 _ \
            | (9 false) (14 false) (10 false) _
            sum_overflow overflow_detection | overflow | int8 | 1 2 3 4 1 2 2 1 3 3 2 4 4 \
            | 122 10 20 -123 10 20 30 122 122 1 40 -10 -123 | (_ true) (100 false) (_ true) (_ true)
            """;

    static List<String> facts() {
        return FACTS.lines().toList();
    }

    @ParameterizedTest
    @MethodSource("facts")
    void libcudfsAnswerIsOurs(String fact, MemoryPool pool) {
        String[] parts = fact.split(" *\\| *");
        DataType type = TypeNames.parse(
                parts[2].replace("COUNTS", COUNTS).replace("MOMENTS", MOMENTS).replace("DIGESTS", DIGESTS));
        Tables.Rows rows = Tables.of("k:int32", "v:" + type);
        List<@Nullable Object> keys = new Reader(parts[3]).values(DataType.INT32);
        List<@Nullable Object> values = new Reader(parts[4]).values(type);
        assertThat(keys).hasSameSizeAs(values);
        for (int i = 0; i < keys.size(); i++) {
            rows.row(keys.get(i), values.get(i));
        }
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = rows.build(pool);
                Table groups = GroupBy.on(table, "k")
                        .nullKeys(NullKeys.EXCLUDE)
                        .order(Order.SORTED)
                        .aggregate(context, call(parts[1]).as("r"))) {
            List<@Nullable Object> expected =
                    new Reader(parts[5]).values(groups.schema().type("r"));
            assertSame(parts[1].equals("sets"), expected, groups.values("r"));
        }
    }

    private static Expr call(String name) {
        return switch (name) {
            case "count" -> Expressions.count("v");
            case "sum" -> Expressions.sum("v");
            case "lists" -> Statistics.mergedLists("v");
            case "sets" -> Statistics.mergedSets("v");
            case "m2" -> Statistics.mergedM2("v");
            case "digest" -> Expressions.tdigest("v");
            case "digests" -> Statistics.mergedTdigest("v");
            case "histogram" -> Expressions.aggregate(new Aggregation.ValueCounts(true), Expressions.col("v"));
            case "counts" -> Statistics.mergedCounts("v");
            default -> Statistics.sumOverflow("v", DataType.INT8);
        };
    }

    private static void assertSame(boolean anyOrder, List<@Nullable Object> expected, List<@Nullable Object> actual) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            Object one = anyOrder ? inOrder(expected.get(i)) : expected.get(i);
            Object other = anyOrder ? inOrder(actual.get(i)) : actual.get(i);
            assertThat(Values.same(one, other, 1e-15))
                    .as(actual + " instead of " + expected)
                    .isTrue();
        }
    }

    private static List<?> inOrder(@Nullable Object list) {
        return ((List<?>) java.util.Objects.requireNonNull(list))
                .stream().sorted(Comparator.comparing(String::valueOf)).toList();
    }

    /// Reads values of a type from text.
    private static final class Reader {
        private final StringTokenizer words;
        private String word;

        Reader(String text) {
            words = new StringTokenizer(text, " []()", true);
            word = next();
        }

        private String next() {
            String token = words.hasMoreTokens() ? words.nextToken() : "";
            return token.equals(" ") ? next() : token;
        }

        private String take() {
            String taken = word;
            word = next();
            return taken;
        }

        List<@Nullable Object> values(DataType type) {
            List<@Nullable Object> values = new ArrayList<>();
            while (!word.isEmpty() && !word.equals("]")) {
                values.add(value(type));
            }
            return values;
        }

        private @Nullable Object value(DataType type) {
            String taken = take();
            if (taken.equals("_")) {
                return null;
            }
            return switch (type) {
                case DataType.ListType(DataType element) -> {
                    List<@Nullable Object> values = values(element);
                    take();
                    yield values;
                }
                case DataType.StructType(List<Field> fields) -> {
                    Map<String, @Nullable Object> values = new LinkedHashMap<>();
                    fields.forEach(field -> values.put(field.name(), value(field.type())));
                    take();
                    yield values;
                }
                default -> scalar(type, taken);
            };
        }

        private static Object scalar(DataType type, String text) {
            return switch (type.toString()) {
                case "bool" -> Boolean.valueOf(text);
                case "int8" -> Byte.valueOf(text);
                case "int32" -> Integer.valueOf(text);
                case "int64" -> Long.valueOf(text);
                case "float64" -> Double.valueOf(text);
                default -> text;
            };
        }
    }
}
