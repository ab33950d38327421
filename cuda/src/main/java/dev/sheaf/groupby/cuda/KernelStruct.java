package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.sheaf.cuda.driver.Stream;
import java.lang.foreign.MemorySegment;

/// The one structure that a kernel takes by value, written member by member with the padding that C++ puts between.
/// It lies in memory of the stream: the next one for the same stream takes its place.
final class KernelStruct {
    private final MemorySegment bytes;
    private long end;

    KernelStruct(Stream stream) {
        this.bytes = stream.structure();
    }

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
}
