package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Exact sums on the host, on their way from limbs to the form that partial states have
/// (docs/reference/aggregations/reproducible.md).
///
/// @param limbs one word a group each, the least significant limb first
/// @param first the number of the first limb
/// @param flags what else than finite numbers was added, an int32 a group
record ExactNumbers(List<Buffer> limbs, int first, Buffer flags) implements AutoCloseable {
    private static final int LIMB_BITS = 32;
    private static final long LIMB_MASK = 0xffff_ffffL;
    private static final int HEAD = 2 * Short.BYTES;

    /// The states of the first `groups` groups, to be closed by the caller.
    Column states(int groups, MemoryPool pool) {
        long most = HEAD + (limbs.size() + 1L) * Integer.BYTES;
        Buffer bytes = pool.allocate(groups * most, "exact sums");
        Buffer starts = pool.allocate((groups + 1L) * Long.BYTES, "exact sums");
        long at = 0;
        int[] words = new int[limbs.size() + 1];
        for (int group = 0; group < groups; group++) {
            starts.segment().setAtIndex(JAVA_LONG, group, at);
            at = write(group, words, bytes.segment(), at);
        }
        starts.segment().setAtIndex(JAVA_LONG, groups, at);
        return new VarColumn(DataType.BINARY, new Offsets(starts, true, groups), bytes, Validity.allValid(groups));
    }

    /// Writes the state of a group and gives where it ends.
    private long write(int group, int[] words, MemorySegment to, long at) {
        propagate(group, words);
        int start = 0;
        while (start < words.length && words[start] == 0) {
            start++;
        }
        int end = words.length;
        while (end > start + 1 && words[end - 1] == words[end - 2] >> (LIMB_BITS - 1)) {
            end--;
        }
        int special = flags.segment().getAtIndex(JAVA_INT, group);
        if (start == words.length && special == 0) {
            return at;
        }
        to.set(JAVA_SHORT_UNALIGNED, at, (short) (start == words.length ? 0 : first + start));
        to.set(JAVA_SHORT_UNALIGNED, at + Short.BYTES, (short) special);
        MemorySegment.copy(words, start, to, JAVA_INT_UNALIGNED, at + HEAD, end - start);
        return at + HEAD + (end - start) * (long) Integer.BYTES;
    }

    /// The sum as a two's complement number of words of 32 bits.
    private void propagate(int group, int[] words) {
        long carry = 0;
        for (int i = 0; i < limbs.size(); i++) {
            long limb = limbs.get(i).segment().getAtIndex(JAVA_LONG, group) + carry;
            words[i] = (int) (limb & LIMB_MASK);
            carry = limb >> LIMB_BITS;
        }
        words[limbs.size()] = (int) carry;
    }

    @Override
    public void close() {
        limbs.forEach(Buffer::close);
        flags.close();
    }
}
