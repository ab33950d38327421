package dev.sheaf.groupby.cpu.direct;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Makes [DirectLoop]s, a class for each shape.
///
/// The loop for the sums of two int32 columns (of at most 4 bits) and one of float64 by a text key reads
///
/// ```java
/// int start = offsets.get(JAVA_INT_UNALIGNED, (long) from << 2);
/// for (int row = from; row < to; row++) {
///     int end = offsets.get(JAVA_INT_UNALIGNED, (long) (row + 1) << 2);
///     long word = bytes.get(JAVA_LONG_UNALIGNED, (long) start);
///     if (end - start != size) return row;
///     if (((word ^ sample) & fixed) != 0) return row;
///     int slot = codes[(int) ((word & mask) * factor >>> down) & codes.length - 1];
///     start = end;
///     if (slot >= slots) return row;
///     long a = column0.get(JAVA_INT_UNALIGNED, (long) row << 2);
///     long b = column1.get(JAVA_INT_UNALIGNED, (long) row << 2);
///     if ((a | b) >>> 4 != 0) return row;
///     words[slot & words.length - 1] += 1 + (a << 19) + (b << 41);
///     doubles[slot & doubles.length - 1] += column2.get(JAVA_DOUBLE_UNALIGNED, (long) row << 3);
/// }
/// return to;
/// ```
final class DirectLoops {
    private static final Map<DirectLoop.Shape, DirectLoop> MADE = new ConcurrentHashMap<>();

    private static final MethodTypeDesc SIGNATURE = MethodTypeDesc.of(
            ConstantDescs.CD_int,
            ConstantDescs.CD_int,
            ConstantDescs.CD_int,
            ConstantDescs.CD_long.arrayType(),
            ConstantDescs.CD_double.arrayType(),
            ClassDesc.of(DirectLoop.Inputs.class.getName()));

    private DirectLoops() {}

    static DirectLoop of(DirectLoop.Shape shape) {
        return MADE.computeIfAbsent(
                shape,
                _ -> HiddenClasses.make(
                        MethodHandles.lookup(),
                        DirectLoop.class,
                        "add",
                        SIGNATURE,
                        MaskTable.of(shape),
                        code -> new DirectLoopBody(shape, code).write()));
    }
}
