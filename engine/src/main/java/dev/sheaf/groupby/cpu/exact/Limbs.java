package dev.sheaf.groupby.cpu.exact;

import java.nio.LongBuffer;

/// Pieces of 32 bits of a large number, each in a long of its own, so that carries may wait.
final class Limbs {
    static final int BITS = 32;
    static final long MASK = 0xFFFF_FFFFL;

    private Limbs() {}

    /// Adds a piece, or takes it off where `sign` is -1 and not 0.
    static void add(LongBuffer limbs, int at, long sign, long piece) {
        limbs.put(at, limbs.get(at) + ((piece ^ sign) - sign));
    }

    /// Brings all limbs but the last into 0 .. 2^32 - 1; the last one carries the sign.
    static void propagate(LongBuffer limbs, int first, int count) {
        int last = first + count - 1;
        long carry = 0;
        for (int at = first; at < last; at++) {
            long limb = limbs.get(at) + carry;
            limbs.put(at, limb & MASK);
            carry = limb >> BITS;
        }
        limbs.put(last, limbs.get(last) + carry);
    }
}
