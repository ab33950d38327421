package dev.sheaf.io.arrow.c;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Fields of C structs: numbers of 64 bits, pointers, and what pointers lead to. The other library is believed.
@SuppressWarnings("restricted")
final class Structs {
    private Structs() {}

    static MemorySegment at(long address, long bytes) {
        if (address == 0) {
            throw new IllegalArgumentException("a struct of the C data interface is a null pointer");
        }
        return sized(MemorySegment.ofAddress(address), bytes);
    }

    /// What a pointer leads to, as far as it is ours to look at.
    static MemorySegment sized(MemorySegment pointer, long bytes) {
        return pointer.reinterpret(bytes);
    }

    /// A struct of another library moved into memory of ours, so that nobody else releases it.
    ///
    /// @throws IllegalArgumentException if it was released
    static MemorySegment moved(long address, long bytes, long releaseAt, String what) {
        MemorySegment there = at(address, bytes);
        if (number(there, releaseAt) == 0) {
            throw new IllegalArgumentException("the Arrow " + what + " was released, or was never filled");
        }
        MemorySegment here = Arena.ofAuto().allocate(bytes, Long.BYTES).copyFrom(there);
        set(there, releaseAt, 0);
        return here;
    }

    static long number(MemorySegment struct, long offset) {
        return struct.get(ValueLayout.JAVA_LONG, offset);
    }

    static void set(MemorySegment struct, long offset, long number) {
        struct.set(ValueLayout.JAVA_LONG, offset, number);
    }

    /// The struct that a pointer leads to.
    static MemorySegment pointed(MemorySegment struct, long offset, long bytes) {
        return at(number(struct, offset), bytes);
    }

    /// Element `index` of an array of `count` pointers to structs.
    static MemorySegment element(MemorySegment struct, long offset, long index, long count, long bytes) {
        MemorySegment array = pointed(struct, offset, count * Long.BYTES);
        return at(array.getAtIndex(ValueLayout.JAVA_LONG, index), bytes);
    }

    /// The text that a pointer leads to, empty if it is null.
    static String text(MemorySegment struct, long offset) {
        long address = number(struct, offset);
        return address == 0 ? "" : text(MemorySegment.ofAddress(address));
    }

    static String text(MemorySegment pointer) {
        return pointer.address() == 0 ? "" : sized(pointer, Long.MAX_VALUE).getString(0);
    }
}
