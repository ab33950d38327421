package dev.sheaf.groupby.cpu.loop;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Makes [FusedLoop]s: a class for each combination of steps, which is what lets the compiler keep everything in
/// registers.
///
/// The loop for an int32 column with nulls that is summed and a float64 column without reads
///
/// ```java
/// for (int i = 0; i < rows; i++) {
///     int row = from + i;
///     int id = ids[i];
///     long at = FRONT + ((long) id << shift);
///     long bits0 = -(masks0[row >>> 6] >>> row & 1);
///     states.set(JAVA_LONG_UNALIGNED, at,
///             states.get(JAVA_LONG_UNALIGNED, at) + (column0.get(JAVA_INT_UNALIGNED, (long) row << 2) & bits0));
///     states.set(JAVA_DOUBLE_UNALIGNED, at + 8,
///             states.get(JAVA_DOUBLE_UNALIGNED, at + 8) + column1.get(JAVA_DOUBLE_UNALIGNED, (long) row << 3));
/// }
/// ```
/// Three sums and a count, 100 000 groups: 13.3 ns a row as four loops over four columns, 8.7 as four loops over
/// `StateRows`, 3.1 as one loop over those.
public final class FusedLoops {
    private static final Map<FusedLoop.Shape, FusedLoop> MADE = new ConcurrentHashMap<>();

    private FusedLoops() {}

    public static FusedLoop of(FusedLoop.Shape shape) {
        return MADE.computeIfAbsent(shape, FusedLoops::make);
    }

    private static FusedLoop make(FusedLoop.Shape shape) {
        MethodTypeDesc signature = MethodTypeDesc.of(
                ConstantDescs.CD_void,
                ConstantDescs.CD_int.arrayType(),
                ConstantDescs.CD_int,
                ConstantDescs.CD_int,
                ClassDesc.of(MemorySegment.class.getName()),
                ConstantDescs.CD_long.arrayType().arrayType(),
                ClassDesc.of(FusedLoop.Lanes.class.getName()));
        return HiddenClasses.make(
                MethodHandles.lookup(),
                FusedLoop.class,
                "add",
                signature,
                code -> new FusedLoopBody(shape, code).write());
    }
}
