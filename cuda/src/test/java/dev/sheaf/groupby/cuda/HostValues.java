package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.DataTypes;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;

/// Columns on the host and their values as plain numbers, read the slow way.
final class HostValues {
    private HostValues() {}

    /// The types that kernels read.
    static List<DataType> types() {
        return DataTypes.scalars().stream().filter(CudaType::supports).toList();
    }

    /// A random column, which may start inside a byte of its bitmap.
    static FixedColumn random(DataType type, int rows, SplittableRandom random, MemoryPool pool) {
        Schema schema = Schema.of(new Field("v", type, random.nextBoolean()));
        List<Object> values = new RandomTables(random).column(schema.field(0), rows);
        int before = random.nextInt(3) * random.nextInt(40);
        try (Table table = new Sample(schema, List.of(values), List.of(false), before).build(pool)) {
            return (FixedColumn) table.column(0).retain();
        }
    }

    /// The unscaled value of a row.
    static BigInteger whole(FixedColumn column, long row) {
        MemorySegment values = column.segment();
        return switch (CudaType.of(column.type())) {
            case I8 -> BigInteger.valueOf(values.get(ValueLayout.JAVA_BYTE, row));
            case U8 -> BigInteger.valueOf(Byte.toUnsignedInt(values.get(ValueLayout.JAVA_BYTE, row)));
            case I16 -> BigInteger.valueOf(values.getAtIndex(ValueLayout.JAVA_SHORT, row));
            case U16 -> BigInteger.valueOf(Short.toUnsignedInt(values.getAtIndex(ValueLayout.JAVA_SHORT, row)));
            case I32 -> BigInteger.valueOf(values.getAtIndex(ValueLayout.JAVA_INT, row));
            case U32 -> BigInteger.valueOf(Integer.toUnsignedLong(values.getAtIndex(ValueLayout.JAVA_INT, row)));
            case I64 -> BigInteger.valueOf(values.getAtIndex(ValueLayout.JAVA_LONG, row));
            case U64 -> new BigInteger(Long.toUnsignedString(values.getAtIndex(ValueLayout.JAVA_LONG, row)));
            case I128, U128 -> Int128.toBigInteger(Int128.high(values, row), Int128.low(values, row));
            case F32, F64 -> throw new IllegalArgumentException("not whole: " + column.type());
        };
    }

    /// The value of a row as a double.
    static double floating(FixedColumn column, long row) {
        return switch (CudaType.of(column.type())) {
            case F32 -> column.segment().getAtIndex(ValueLayout.JAVA_FLOAT, row);
            case F64 -> column.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, row);
            default -> whole(column, row).doubleValue();
        };
    }

    /// The valid rows.
    static List<Long> validRows(Column column) {
        return java.util.stream.LongStream.range(0, column.length())
                .filter(row -> !column.isNull(row))
                .boxed()
                .toList();
    }
}
