package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The one structure that a kernel takes by value, written member by member with the padding that C++ puts between.
final class KernelStruct implements AutoCloseable {
    private static final int CAPACITY = 4096;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment bytes = arena.allocate(CAPACITY, Long.BYTES);
    private long end;

    /// A 64-bit number or an address.
    KernelStruct add(long value) {
        align(Long.BYTES);
        bytes.set(JAVA_LONG_UNALIGNED, end, value);
        end += Long.BYTES;
        return this;
    }

    /// A 32-bit number.
    KernelStruct add(int value) {
        align(Integer.BYTES);
        bytes.set(JAVA_INT_UNALIGNED, end, value);
        end += Integer.BYTES;
        return this;
    }

    /// Bytes as they are.
    KernelStruct add(byte[] values) {
        MemorySegment.copy(values, 0, bytes, JAVA_BYTE, end, values.length);
        end += values.length;
        return this;
    }

    /// All 64-bit numbers; one 0 if there are none, since C++ has no empty arrays.
    KernelStruct addAll(long... values) {
        for (long value : values) {
            add(value);
        }
        return values.length == 0 ? add(0L) : this;
    }

    private void align(long width) {
        end = end + width - 1 & -width;
    }

    /// What has been written.
    MemorySegment segment() {
        align(Long.BYTES);
        return bytes.asSlice(0, end);
    }

    @Override
    public void close() {
        arena.close();
    }
}
