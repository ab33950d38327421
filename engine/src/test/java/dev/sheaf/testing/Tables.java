package dev.sheaf.testing;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Small tables as tests write them, and the comparison of tables.
///
/// ```java
/// Tables.of("k:string", "v:int64").row("a", 1).row(null, 2).build(pool)
/// ```
public final class Tables {
    private Tables() {}

    /// Begins a table of these columns. A column is `name:type` with the type's name as schemas print it, or a
    /// bare name, whose type is then that of the column's values.
    public static Rows of(String... columns) {
        return new Rows(List.of(columns));
    }

    /// The rows of a table being written down.
    public static final class Rows {
        private final List<String> columns;
        private final List<List<@Nullable Object>> rows = new ArrayList<>();

        private Rows(List<String> columns) {
            this.columns = columns;
        }

        /// Adds a row of Java objects, one for each column.
        public Rows row(@Nullable Object... values) {
            if (values.length != columns.size()) {
                throw new IllegalArgumentException(values.length + " values for the columns " + columns);
            }
            rows.add(Arrays.asList(values.clone()));
            return this;
        }

        /// The rows as a sample, whose values are those that the columns give back: a long for the `1` of an int64.
        public Sample sample() {
            return canonical(written());
        }

        private Sample written() {
            List<Field> fields = new ArrayList<>();
            List<List<@Nullable Object>> values = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                int column = i;
                values.add(
                        Arrays.asList(rows.stream().map(row -> row.get(column)).toArray()));
                fields.add(field(columns.get(i), values.get(i)));
            }
            return Sample.plain(new Schema(fields), values);
        }

        /// Makes the table, to be closed by the caller.
        public Table build(MemoryPool pool) {
            return written().build(pool);
        }
    }

    private static Field field(String column, List<@Nullable Object> values) {
        int colon = column.indexOf(':');
        return colon < 0
                ? new Field(column, typeOf(values))
                : new Field(column.substring(0, colon), TypeNames.parse(column.substring(colon + 1)));
    }

    private static DataType typeOf(List<@Nullable Object> values) {
        for (Object value : values) {
            if (value instanceof List<?> list) {
                return new DataType.ListType(typeOf(Arrays.asList(list.toArray())));
            }
            if (value != null) {
                return ((Expr.Literal) Expressions.lit(value)).type();
            }
        }
        return DataType.NULL;
    }

    /// Asserts the same columns and rows, in the same order, bit by bit.
    public static void assertSame(Table expected, Table actual) {
        assertSame(expected, actual, Comparison.ORDERED);
    }

    /// Asserts the same columns and rows, where a dictionary counts as its values.
    public static void assertSame(Table expected, Table actual, Comparison comparison) {
        assertSame(Sample.of(expected), Sample.of(actual), comparison);
    }

    /// Asserts that a table has these columns and rows.
    public static void assertSame(Rows expected, Table actual, Comparison comparison) {
        assertSame(expected.sample(), Sample.of(actual), comparison);
    }

    /// Asserts that a table has these columns and rows, in the same order, bit by bit.
    public static void assertSame(Rows expected, Table actual) {
        assertSame(expected, actual, Comparison.ORDERED);
    }

    /// Asserts the same columns and rows.
    public static void assertSame(Sample expected, Sample actual, Comparison comparison) {
        new TableDiff(comparison).between(expected, actual).ifPresent(difference -> {
            throw new AssertionError(difference);
        });
    }

    private static Sample canonical(Sample sample) {
        try (MemoryPool pool = MemoryPool.create();
                Table table = sample.plain().build(pool)) {
            return Sample.of(table);
        }
    }
}
