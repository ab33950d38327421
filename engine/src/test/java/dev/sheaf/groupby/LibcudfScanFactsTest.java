package dev.sheaf.groupby;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Every third of libcudf's tests of shift (10), replace_nulls (5) and of scans by the order of its files, and
/// some more, over each type that takes the values; `_` is null, `-` no row at all. Results come by group.
///
/// Those of lists, structs, dictionaries, decimals of every scale and unordered ranks are in [LibcudfScanTypesTest],
/// with what differs by a rule. Running minima of texts, which libcudf once refused, are here.
@ExtendWith(PoolCheck.class)
class LibcudfScanFactsTest {
    private static final String FACTS = """
            shift ForwardShiftWithoutNull_NullScalar   | shift 2 _     | 1 2 1 2 2 1 1             | 3 4 5 6 7 8 9             | _ _ 3 5 _ _ 4
            shift ForwardShiftWithNull_ValidScalar     | shift 3 42    | 1 2 1 2 2 1 1 2 1 2 1 2 1 | 3 _ 5 _ 7 _ _ 0 _ 2 3 _ 5 | 42 42 42 3 5 _ _ 42 42 42 _ _ 7
            shift BackwardShiftWithoutNull_ValidScalar | shift -5 42   | 1 2 1 2 2 1 1 2 1 2 1 2 1 | 3 4 5 6 7 8 9 0 1 2 3 4 5 | 3 5 42 42 42 42 42 4 42 42 42 42 42
            shift ZeroShiftValidScalar                 | shift 0 42    | 1 2 1 2 2 1 1 2 1 2 1 2 1 | 3 4 5 6 7 8 9 0 1 2 3 4 5 | 3 5 8 9 1 3 5 4 6 7 0 2 4
            shift string ForwardShiftWithoutNull       | shift 1 _     | 1 2 1 2 2 1 1             | a bb cc d eee f gg        | _ a cc f _ bb d
            shift string ForwardShiftWithNull          | shift 1 42    | 1 2 1 2 2 1 1             | a bb _ _ eee _ gg         | 42 a _ _ 42 bb _
            shift string BackwardShiftWithoutNull      | shift -4 42   | 1 2 1 2 2 1 1             | a bb cc d eee f gg        | 42 42 42 42 42 42 42
            shift string ZeroShiftValidScalar          | shift 0 42    | 1 2 1 2 2 1 1             | a bb cc d eee f gg        | a cc f gg bb d eee
            shift mixed NoFill, texts                  | shift 2 _     | 1 2 1 2 2 1 1             | a bb cc d eee f gg        | _ _ a cc _ _ bb
            shift mixed NoFill, numbers                | shift 1 _     | 1 2 1 2 2 1 1             | 1 2 3 4 5 6 7             | _ 1 3 6 _ 2 4
            replace_nulls PrecedingFill                | preceding     | 0 1 0 1 0 1               | 42 7 24 _ _ _             | 42 24 24 7 7 7
            replace_nulls FollowingFillTrailingNulls   | following     | 0 0 1 1 0 1 1 1           | 2 _ _ _ _ 64 _ _          | 2 _ _ 64 64 64 _ _
            replace_nulls string PrecedingNull         | preceding     | 1 1 0 1 0 1 1             | _ _ y zzz 42x _ _         | y 42x _ _ zzz zzz zzz
            rank basic dense                           | rank DENSE    | 0 0 0 0 0 0 0 1 1 1 1 1   | 5 5 5 4 4 4 3 3 2 2 1 1   | 1 1 1 2 2 2 3 1 2 2 3 3
            rank basic                                 | rank MIN      | 0 0 0 0 0 0 0 1 1 1 1 1   | 5 5 5 4 4 4 3 3 2 2 1 1   | 1 1 1 4 4 4 7 1 2 2 4 4
            rank basic percent                         | percent MIN   | 0 0 0 0 0 0 0 1 1 1 1 1   | 5 5 5 4 4 4 3 3 2 2 1 1   | 0 0 0 0.5 0.5 0.5 1 0 0.25 0.25 0.75 0.75
            count basic                            | count | 1 2 3 1 2 2 1 3 3 2   | 0 1 2 3 4 5 6 7 8 9   | 1 2 3 1 2 3 4 1 2 3
            count zero_valid_keys                  | count | _ _ _                 | 3 4 5                 | -
            count null_keys_and_values             | count | 1 2 3 1 2 2 1 _ 3 2 4 | _ 1 2 3 4 _ 6 7 8 9 _ | 1 2 3 1 2 3 4 1 2 1
            max basic                              | max   | 1 2 3 1 2 2 1 3 3 2   | 5 6 7 8 9 0 1 2 3 4   | 5 8 8 6 9 9 9 7 7 7
            max zero_valid_keys                    | max   | _ _ _                 | 3 4 5                 | -
            max null_keys_and_values               | max   | 1 2 3 1 2 2 1 _ 3 2 4 | _ 6 7 8 9 _ 1 2 3 4 _ | _ 8 8 6 9 _ 9 7 7 _
            min basic                              | min   | 1 2 3 1 2 2 1 3 3 2   | 5 6 7 8 9 0 1 2 3 4   | 5 5 1 6 6 0 0 7 2 2
            min zero_valid_values                  | min   | 1 1 1                 | _ _ _                 | _ _ _
            min null_keys_and_values               | min   | 1 2 3 1 2 2 1 _ 3 2 4 | _ 6 7 8 9 _ 1 2 3 4 _ | _ 8 1 6 6 _ 4 7 3 _
            min string basic                       | min   | 1 2 3 1 2 2 1 3 3 2   | año bit ₹1 aaa zit bat aaa $1 ₹1 wut | año aaa aaa bit bit bat bat ₹1 $1 $1
            product basic                          | product | 1 2 3 1 2 2 1 3 3 2   | 0 1 2 3 4 5 6 7 8 9   | 0 0 0 1 4 20 180 2 14 112
            product empty_cols                     | product | -                     | -                     | -
            product null_keys_and_values           | product | 1 2 3 1 2 2 1 _ 3 2 4 | _ 1 2 3 4 _ 6 7 8 9 _ | _ 3 18 1 4 _ 36 2 16 _
            rank zero_valid_orders dense           | rank DENSE  | 1 1 3 3               | _ _ _ _               | 1 1 1 1
            rank zero_valid_orders percent         | percent MIN | 1 1 3 3               | _ _ _ _               | 0 0 0 0
            sum basic                              | sum   | 1 2 3 1 2 2 1 3 3 2   | 0 1 2 3 4 5 6 7 8 9   | 0 3 9 1 5 10 19 2 9 17
            sum zero_valid_keys                    | sum   | _ _ _                 | 3 4 5                 | -
            sum null_keys_and_values               | sum   | 1 2 3 1 2 2 1 _ 3 2 4 | _ 1 2 3 4 _ 6 7 8 9 _ | _ 3 9 1 5 _ 14 2 10 _
            """;

    private static final List<String> NUMBERS = List.of("int8", "int16", "int32", "int64", "float32", "float64");

    @Test
    void libcudfsAnswersAreOurs(MemoryPool pool) {
        int compared = 0;
        for (String fact : FACTS.lines().toList()) {
            String[] parts = Arrays.stream(fact.split("\\|")).map(String::strip).toArray(String[]::new);
            for (String type : typesOf(parts)) {
                assertThat(numbersAlike(answer(parts, type, pool)))
                        .as(fact + " of " + type)
                        .isEqualTo(numbersAlike(values(parts[4], isText(parts) ? "string" : "float64")));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(7 + 27 * NUMBERS.size());
    }

    private static boolean isText(String[] parts) {
        return parts[3].chars().anyMatch(Character::isLetter);
    }

    private static List<String> typesOf(String[] parts) {
        return isText(parts) ? List.of("string") : NUMBERS;
    }

    private static List<@Nullable Object> answer(String[] parts, String type, MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:" + type);
        List<@Nullable Object> keys = values(parts[2], "int32");
        List<@Nullable Object> values = values(parts[3], type);
        for (int i = 0; i < keys.size(); i++) {
            rows.row(keys.get(i), values.get(i));
        }
        try (Table table = rows.build(pool);
                Groups groups = GroupBy.on(table, "k")
                        .nullKeys(NullKeys.EXCLUDE)
                        .groups(QueryContext.builder().pool(pool).build(), GroupsOptions.DEFAULT.order(Order.SORTED));
                Table result = groups.scan(
                        RowsBy.GROUP, call(parts[1].split(" "), type).as("result"))) {
            return result.values("result");
        }
    }

    private static GroupScan call(String[] words, String type) {
        return switch (words[0]) {
            case "shift" ->
                GroupScan.shift("v", Long.parseLong(words[1]))
                        .fill(values(words[2], type).getFirst());
            case "sum" -> GroupScan.scan(Expressions.sum("v"));
            case "product" -> GroupScan.scan(Expressions.product("v"));
            case "min" -> GroupScan.scan(Expressions.min("v"));
            case "max" -> GroupScan.scan(Expressions.max("v"));
            case "count" -> GroupScan.scan(Expressions.count());
            case "preceding" -> GroupScan.forwardFill("v");
            case "following" -> GroupScan.backwardFill("v");
            // Rows are ranked there as they lie, here in an order.
            case "rank" -> GroupScan.rank("v", RankMethod.valueOf(words[1])).order(SortDirection.DESCENDING, false);
            default ->
                GroupScan.rank("v", RankMethod.valueOf(words[1]))
                        .order(SortDirection.DESCENDING, false)
                        .share(Share.FROM_ZERO);
        };
    }

    private static List<@Nullable Object> values(String text, String type) {
        List<@Nullable Object> values = new ArrayList<>();
        for (String value : text.equals("-") ? new String[0] : text.split(" ")) {
            values.add(value.equals("_") ? null : type.equals("string") ? value : number(value, type));
        }
        return values;
    }

    private static Object number(String value, String type) {
        return switch (type) {
            case "int8" -> Byte.valueOf(value);
            case "int16" -> Short.valueOf(value);
            case "int32" -> Integer.valueOf(value);
            case "float32" -> Float.valueOf(value);
            case "float64" -> Double.valueOf(value);
            default -> Long.valueOf(value);
        };
    }

    private static List<@Nullable Object> numbersAlike(List<@Nullable Object> values) {
        List<@Nullable Object> alike = new ArrayList<>();
        values.forEach(value -> alike.add(value instanceof Number number ? (Object) number.doubleValue() : value));
        return alike;
    }
}
