package dev.sheaf.groupby.cpu.exact;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Pieces of 32 bits of a large number, each in a long of its own, so that carries may wait.
final class Limbs {
    static final int BITS = 32;
    static final long MASK = 0xFFFF_FFFFL;

    private Limbs() {}

    /// Adds a piece, or takes it off where `sign` is -1 and not 0.
    static void add(MemorySegment limbs, long at, long sign, long piece) {
        long before = limbs.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        limbs.set(ValueLayout.JAVA_LONG_UNALIGNED, at, before + ((piece ^ sign) - sign));
    }

    /// Brings all limbs but the last into 0 .. 2^32 - 1; the last one carries the sign.
    static void propagate(MemorySegment limbs, long first, int count) {
        long carry = 0;
        for (int i = 0; i < count - 1; i++) {
            long limb = limbs.get(ValueLayout.JAVA_LONG_UNALIGNED, first + i * 8L) + carry;
            limbs.set(ValueLayout.JAVA_LONG_UNALIGNED, first + i * 8L, limb & MASK);
            carry = limb >> BITS;
        }
        long last = first + (count - 1) * 8L;
        limbs.set(ValueLayout.JAVA_LONG_UNALIGNED, last, limbs.get(ValueLayout.JAVA_LONG_UNALIGNED, last) + carry);
    }
}
