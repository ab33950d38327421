package dev.sheaf.differential;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.differential.SqlQuery.SortSpec;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.Values;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Compares answers: the same families of types, the same rows in any order, and ours in the order asked for.
///
/// Rows that the order leaves equal may come in any order, and so may rows whose floating values differ by
/// rounding alone.
final class AnswerCheck {
    private AnswerCheck() {}

    static void same(SqlQuery query, Answer expected, Answer actual) {
        if (!expected.families().equals(actual.families())) {
            throw new AssertionError(
                    "types differ\n  expected: " + expected.families() + "\n  actual:   " + actual.families());
        }
        Tables.assertSame(sample(expected), sample(actual), Comparison.ANY_ORDER.rounded());
        for (int row = 1; row < actual.rows().size(); row++) {
            if (order(query.order(), actual.rows().get(row - 1), actual.rows().get(row)) > 0) {
                throw new AssertionError("row " + row + " is out of order: " + actual.rows());
            }
        }
    }

    /// The answer in the form that the fixtures compare; types are compared apart, as families.
    private static Sample sample(Answer answer) {
        List<Field> fields = IntStream.range(0, answer.families().size())
                .mapToObj(column -> new Field("c" + column, DataType.NULL))
                .toList();
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            int column = i;
            columns.add(answer.rows().stream().map(row -> row.get(column)).collect(Collectors.toList()));
        }
        return Sample.plain(new Schema(fields), columns);
    }

    private static int order(List<SortSpec> specs, List<@Nullable Object> a, List<@Nullable Object> b) {
        for (SortSpec spec : specs) {
            Object left = a.get(spec.column());
            Object right = b.get(spec.column());
            if (!Values.same(left, right, 0)) {
                boolean rounded = Values.same(left, right, Comparison.ROUNDING);
                return rounded ? 0 : order(spec, left, right);
            }
        }
        return 0;
    }

    private static int order(SortSpec spec, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return (a == null) == spec.nullsFirst() ? -1 : 1;
        }
        return spec.descending() ? -compare(a, b) : compare(a, b);
    }

    private static int compare(Object a, Object b) {
        return switch (a) {
            case String text ->
                Arrays.compareUnsigned(
                        text.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8));
            case byte[] bytes -> Arrays.compareUnsigned(bytes, (byte[]) b);
            case BigDecimal number -> number.compareTo((BigDecimal) b);
            default -> comparable(a).compareTo(b);
        };
    }

    @SuppressWarnings("unchecked")
    private static Comparable<Object> comparable(Object value) {
        return (Comparable<Object>) value;
    }
}
