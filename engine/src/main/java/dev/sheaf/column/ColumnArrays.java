package dev.sheaf.column;

import dev.sheaf.column.copy.ValueReads;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Copies columns into Java arrays.
final class ColumnArrays {
    private ColumnArrays() {}

    static int[] ints(String name, Column column) {
        FixedColumn fixed = fixed(name, column, "int[]");
        boolean fits = fixed.type() instanceof DataType.IntType(int bits, boolean signed)
                && (bits < 32 || (bits == 32 && signed));
        if (!fits && !(fixed.type() instanceof DataType.DateType)) {
            throw mismatch(name, column, "int[]");
        }
        int[] array = new int[arraySize(name, column)];
        LongUnaryOperator values = whole(fixed);
        for (int row = 0; row < array.length; row++) {
            array[row] = (int) values.applyAsLong(row);
        }
        Reference.reachabilityFence(column);
        return array;
    }

    static long[] longs(String name, Column column) {
        FixedColumn fixed = fixed(name, column, "long[]");
        boolean counts = fixed.type().isInteger() || fixed.type().isTemporal();
        if (!counts || fixed.type().layout() == Layout.INTERVAL || fixed.type().equals(DataType.UINT64)) {
            throw mismatch(name, column, "long[]");
        }
        long[] array = new long[arraySize(name, column)];
        LongUnaryOperator values = whole(fixed);
        for (int row = 0; row < array.length; row++) {
            array[row] = values.applyAsLong(row);
        }
        Reference.reachabilityFence(column);
        return array;
    }

    static double[] doubles(String name, Column column) {
        FixedColumn fixed = fixed(name, column, "double[]");
        if (!fixed.type().isNumeric()) {
            throw mismatch(name, column, "double[]");
        }
        double[] array = new double[arraySize(name, column)];
        if (fixed.type().layout() == Layout.FLOAT64) {
            MemorySegment.copy(fixed.segment(), ValueLayout.JAVA_DOUBLE, 0, array, 0, array.length);
        } else {
            Arrays.setAll(array, row -> ((Number) Objects.requireNonNull(fixed.get(row))).doubleValue());
        }
        Reference.reachabilityFence(column);
        return array;
    }

    static @Nullable String[] strings(String name, Column column) {
        DataType values = column.type() instanceof DataType.CategoryType category
                ? category.values()
                : column.type().decoded();
        if (!values.equals(DataType.STRING)) {
            throw mismatch(name, column, "String[]");
        }
        @Nullable String[] array = new @Nullable String[arraySize(name, column)];
        for (int row = 0; row < array.length; row++) {
            array[row] = (String) column.get(row);
        }
        Reference.reachabilityFence(column);
        return array;
    }

    static List<@Nullable Object> objects(Column column) {
        List<@Nullable Object> values = new ArrayList<>();
        for (long row = 0; row < column.length(); row++) {
            values.add(column.get(row));
        }
        Reference.reachabilityFence(column);
        return values;
    }

    /// The numbers of rows, without their sign where the type has none.
    private static LongUnaryOperator whole(FixedColumn column) {
        int width = column.type().layout().byteWidth();
        LongUnaryOperator values = ValueReads.at(column.segment(), width);
        boolean signed = !(column.type() instanceof DataType.IntType type) || type.signed();
        long mask = -1L >>> (Long.SIZE - width * Byte.SIZE);
        return signed ? values : row -> values.applyAsLong(row) & mask;
    }

    private static FixedColumn fixed(String name, Column column, String asked) {
        if (!(column instanceof FixedColumn fixed)) {
            throw mismatch(name, column, asked);
        }
        if (column.nullCount() > 0) {
            throw new IllegalArgumentException("column \"" + name + "\" has " + column.nullCount() + " nulls, which a "
                    + asked + " cannot hold; read it with values(\"" + name + "\")");
        }
        return fixed;
    }

    private static int arraySize(String name, Column column) {
        if (column.length() > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("column \"" + name + "\" has " + column.length()
                    + " rows, more than a Java array holds; slice the table");
        }
        return (int) column.length();
    }

    private static IllegalArgumentException mismatch(String name, Column column, String asked) {
        return new IllegalArgumentException(
                "column \"" + name + "\" is " + column.type() + " and cannot be read as " + asked);
    }
}
