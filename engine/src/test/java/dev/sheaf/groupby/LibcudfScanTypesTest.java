package dev.sheaf.groupby;

import static dev.sheaf.groupby.GroupScan.backwardFill;
import static dev.sheaf.groupby.GroupScan.forwardFill;
import static dev.sheaf.groupby.GroupScan.rank;
import static dev.sheaf.groupby.GroupScan.scan;
import static dev.sheaf.groupby.GroupScan.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import dev.sheaf.window.RunFunction.RankMethod;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// libcudf's tests of scans, fills and shifts of decimals, dictionaries, lists and structs, and of ranks of rows that
/// are in no order, beside [LibcudfScanFactsTest].
///
/// Two answers differ by a rule. libcudf's ranks say where values change from row to row, in whatever order rows
/// lie; here ranks are those of the values. A value that fills is a Java value, which is cast to the type of the
/// column, so one of another scale is no error.
@ExtendWith(PoolCheck.class)
class LibcudfScanTypesTest {
    private static final int[] KEYS = {1, 2, 3, 1, 2, 2, 1, 3, 3, 2};

    private static List<@Nullable Object> answer(
            Object keys, List<?> values, String type, GroupScan scan, MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:" + type);
        for (int i = 0; i < values.size(); i++) {
            rows.row(((int[]) keys)[i], values.get(i));
        }
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = rows.build(pool);
                Groups groups = GroupBy.on(table, "k").groups(context, GroupsOptions.DEFAULT.order(Order.SORTED));
                Table result = groups.scan(context, RowsBy.GROUP, scan.as("result"))) {
            return new ArrayList<>(result.values("result"));
        }
    }

    /// Scales of libcudf are those of ours with the other sign; decimals that end in zeros are whole numbers here.
    @ParameterizedTest
    @ValueSource(ints = {2, 1, 0, -1, -2})
    void decimalsOfEveryScaleAreScanned(int libcudfScale, MemoryPool pool) {
        int[] most = {5, 6, 7, 8, 9, 0, 1, 2, 3, 4};
        DecimalType type = DecimalType.holding(9, -libcudfScale);
        String name = "decimal(" + type.precision() + ", " + type.scale() + ")";

        assertThat(answer(KEYS, scaled(most, libcudfScale), name, scan(Expressions.max("v")), pool))
                .usingElementComparator(LibcudfScanTypesTest::compare)
                .isEqualTo(scaled(new int[] {5, 8, 8, 6, 9, 9, 9, 7, 7, 7}, libcudfScale));
        int[] summed = IntStream.range(0, 10).toArray();
        assertThat(answer(KEYS, scaled(summed, libcudfScale), name, scan(Expressions.sum("v")), pool))
                .usingElementComparator(LibcudfScanTypesTest::compare)
                .isEqualTo(scaled(new int[] {0, 3, 9, 1, 5, 10, 19, 2, 9, 17}, libcudfScale));
    }

    private static int compare(@Nullable Object one, @Nullable Object other) {
        return new BigDecimal(String.valueOf(one)).compareTo(new BigDecimal(String.valueOf(other)));
    }

    private static List<@Nullable Object> scaled(int[] values, int scale) {
        return new ArrayList<>(Arrays.stream(values)
                .mapToObj(value -> BigDecimal.valueOf(value).scaleByPowerOfTen(scale))
                .map(value -> value.setScale(Math.max(0, -scale)))
                .toList());
    }

    /// Counts begin with 0 there, with 1 in later versions and here.
    @ParameterizedTest
    @ValueSource(strings = {"string", "dictionary<string>", "decimal(9, 1)"})
    void rowsOfEveryTypeAreCounted(String type, MemoryPool pool) {
        Object value = type.startsWith("decimal") ? new BigDecimal("0.1") : "1";
        int[] keys = {1, 3, 3, 5, 5, 0};

        assertThat(answer(keys, Collections.nCopies(6, value), type, scan(Expressions.count()), pool))
                .containsExactly(1L, 1L, 1L, 2L, 1L, 2L);
    }

    @Test
    void listsAreFilled(MemoryPool pool) {
        int[] keys = {0, 1, 0, 0, 1, 1, 0};
        List<@Nullable Object> before =
                Arrays.asList(List.of(1, 2, 3), null, null, List.of(4, 5), List.of(), null, null);
        List<@Nullable Object> behind = Arrays.asList(null, null, List.of(5, 6), null, List.of(), null, List.of(-1));

        assertThat(answer(keys, before, "list<int32>", forwardFill("v"), pool))
                .isEqualTo(Arrays.asList(
                        List.of(1, 2, 3), List.of(1, 2, 3), List.of(4, 5), List.of(4, 5), null, List.of(), List.of()));
        assertThat(answer(keys, behind, "list<int32>", backwardFill("v"), pool))
                .isEqualTo(Arrays.asList(
                        List.of(5, 6), List.of(5, 6), List.of(-1), List.of(-1), List.of(), List.of(), null));
    }

    /// Nulls inside of lists and fields stay.
    @Test
    void nestedListsAreFilledFromOutside(MemoryPool pool) {
        int[] keys = {1, 0, 1, 1, 0, 0, 1};
        List<?> first = Arrays.asList(Arrays.asList(1, null, 3), null);
        List<?> second = Arrays.asList(null, Arrays.asList(102, null));
        List<?> third = Arrays.asList(Arrays.asList((Object) null), List.of());
        List<?> fourth = Arrays.asList(Arrays.asList(null, 202), List.of());

        assertThat(answer(
                        keys,
                        Arrays.asList(null, first, second, null, null, third, fourth),
                        "list<list<int32>>",
                        forwardFill("v"),
                        pool))
                .isEqualTo(Arrays.asList(first, first, third, null, second, second, fourth));
    }

    @Test
    void structsAreFilled(MemoryPool pool) {
        int[] keys = {1, 0, 0, 1, 0, 1, 1};
        Map<String, @Nullable Object> x = struct(1, "x", List.of(1, 2, 3));
        Map<String, @Nullable Object> yy = struct(null, "yy", List.of(-1));
        Map<String, @Nullable Object> list = struct(null, null, List.of(42));
        Map<String, @Nullable Object> zz = struct(null, "zz", null);
        List<@Nullable Object> values = Arrays.asList(x, yy, null, null, list, zz, null);
        String type = "struct<a: int32, b: string, c: list<int32>>";

        assertThat(answer(keys, values, type, forwardFill("v"), pool))
                .isEqualTo(Arrays.asList(yy, yy, list, x, x, zz, zz));
        assertThat(answer(keys, values, type, backwardFill("v"), pool))
                .isEqualTo(Arrays.asList(yy, list, list, x, zz, zz, null));
    }

    private static Map<String, @Nullable Object> struct(
            @Nullable Integer number, @Nullable String text, @Nullable List<Integer> list) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("a", number);
        fields.put("b", text);
        fields.put("c", list);
        return fields;
    }

    /// libcudf: 1, 2, 3, 4, 5, 5, 1, 1, 2, 3, 3, 3, since a null lies between equal values.
    @Test
    void ranksAreThoseOfValuesWhereverTheyLie(MemoryPool pool) {
        int[] keys = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
        List<@Nullable Integer> values = Arrays.asList(-1, -2, null, -2, -3, -3, -4, -4, null, -5, -5, -5);
        SortDirection descending = new SortDirection(true, false);

        assertThat(answer(keys, values, "int32", rank("v", RankMethod.DENSE).order(descending, false), pool))
                .containsExactly(1L, 2L, 4L, 2L, 3L, 3L, 1L, 1L, 3L, 2L, 2L, 2L);
        assertThat(answer(keys, values, "int32", rank("v", RankMethod.MIN).order(descending, false), pool))
                .containsExactly(1L, 2L, 6L, 2L, 4L, 4L, 1L, 1L, 6L, 3L, 3L, 3L);
    }

    @Test
    void aFillIsCastToTheTypeOfTheColumn(MemoryPool pool) {
        List<BigDecimal> values = List.of(new BigDecimal("1.25"), new BigDecimal("2.50"));
        int[] keys = {1, 1};

        assertThat(answer(keys, values, "decimal(9, 2)", shift("v", 1).fill(new BigDecimal("7.5")), pool))
                .containsExactly(new BigDecimal("7.50"), new BigDecimal("1.25"));
        assertThatThrownBy(() ->
                        answer(keys, values, "decimal(9, 2)", shift("v", 1).fill("many"), pool))
                .isInstanceOf(RuntimeException.class);
    }
}
