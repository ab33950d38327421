package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.StorageKind;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Writes how made loops read a row of a column of fixed width: `column.get(layout, (long) row << shift)`.
final class ColumnReads {
    private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
    private static final ClassDesc LAYOUT = ClassDesc.of(ValueLayout.class.getName());

    private ColumnReads() {}

    /// Puts a whole number on the stack, as a long; `column` and `row` are numbers of locals.
    static void whole(CodeBuilder code, StorageKind lane, int column, int row) {
        switch (lane) {
            case INT8, UINT8 ->
                read(code, column, row, 0, "JAVA_BYTE", "OfByte", ConstantDescs.CD_byte)
                        .i2l();
            case INT16, UINT16 ->
                read(code, column, row, 1, "JAVA_SHORT_UNALIGNED", "OfShort", ConstantDescs.CD_short)
                        .i2l();
            case INT32, UINT32 ->
                read(code, column, row, 2, "JAVA_INT_UNALIGNED", "OfInt", ConstantDescs.CD_int)
                        .i2l();
            case INT64 -> read(code, column, row, 3, "JAVA_LONG_UNALIGNED", "OfLong", ConstantDescs.CD_long);
            case NONE, FLOAT32, FLOAT64, LONGS, DOUBLES -> throw new AssertionError(lane);
        }
        switch (lane) {
            case UINT8 -> code.loadConstant(0xFFL).land();
            case UINT16 -> code.loadConstant(0xFFFFL).land();
            case UINT32 -> code.loadConstant(0xFFFF_FFFFL).land();
            case NONE, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, LONGS, DOUBLES -> {}
        }
    }

    /// Puts a float on the stack, as a double.
    static void floating(CodeBuilder code, StorageKind lane, int column, int row) {
        if (lane == StorageKind.FLOAT32) {
            read(code, column, row, 2, "JAVA_FLOAT_UNALIGNED", "OfFloat", ConstantDescs.CD_float)
                    .f2d();
        } else {
            read(code, column, row, 3, "JAVA_DOUBLE_UNALIGNED", "OfDouble", ConstantDescs.CD_double);
        }
    }

    private static CodeBuilder read(
            CodeBuilder code, int column, int row, int shift, String constant, String layoutName, ClassDesc value) {
        ClassDesc layout = LAYOUT.nested(layoutName);
        code.aload(column).getstatic(LAYOUT, constant, layout);
        code.iload(row).i2l().loadConstant(shift).lshl();
        return code.invokeinterface(SEGMENT, "get", MethodTypeDesc.of(value, layout, ConstantDescs.CD_long));
    }
}
