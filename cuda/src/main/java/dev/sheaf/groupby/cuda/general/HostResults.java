package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Makes result columns on the host from arrays on the device.
///
/// @param groups how many groups have results
/// @param all how many groups there are
/// @param numbers the numbers on the device, int32, of the groups that have results; null if all do
/// @param texts for operands of text
record HostResults(
        DeviceRun run, int groups, int all, @Nullable Buffer numbers, MemoryPool pool, Map<Integer, TextIds> texts) {
    /// The kernels over the members of groups.
    static final Specialization KERNEL = Specialization.of(KernelFile.MEMBERS);

    private static final String PURPOSE = "group-by result";

    /// The first `bytes` bytes of device memory in host memory of the pool.
    Buffer fetch(Buffer source, long bytes) {
        Buffer host = pool.allocate(bytes, PURPOSE);
        try {
            run.fetch(source, host.segment().asSlice(0, bytes));
            return host;
        } catch (RuntimeException | Error failure) {
            host.close();
            throw failure;
        }
    }

    /// What the groups have of an array with an element of `bytes` bytes a group.
    Buffer each(DeviceArray array, int bytes) {
        array.reserve(all);
        return each(array.buffer(), bytes);
    }

    /// The same of memory in which every group has an element. Only what is wanted leaves the device.
    Buffer each(Buffer source, int bytes) {
        long wanted = (long) groups * bytes;
        if (numbers == null) {
            return fetch(source, wanted);
        }
        try (Buffer taken = run.allocate(wanted, PURPOSE)) {
            run.each(
                    KERNEL, "take_groups", groups, numbers.address(), groups, source.address(), bytes, taken.address());
            return fetch(taken, wanted);
        }
    }

    /// One word a group.
    Buffer words(DeviceArray array) {
        return each(array, Long.BYTES);
    }

    /// Which rows are valid, by number.
    Validity validity(long rows, IntPredicate isValid) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(rows), PURPOSE);
        MemorySegment target = bits.segment();
        for (int row = 0; row < rows; row++) {
            if (isValid.test(row)) {
                byte before = target.get(JAVA_BYTE, row >>> 3);
                target.set(JAVA_BYTE, row >>> 3, (byte) (before | 1 << (row & 7)));
            }
        }
        return Validity.of(bits, rows);
    }

    /// Those rows are valid that have a count above `least`.
    Validity above(Buffer counts, long least) {
        MemorySegment words = counts.segment();
        return validity(groups, group -> words.getAtIndex(ValueLayout.JAVA_LONG, group) > least);
    }

    /// All texts of an operand by number, to be closed by the caller.
    Column texts(DataType type, int operand) {
        return Objects.requireNonNull(texts.get(operand)).download(type, pool);
    }
}
