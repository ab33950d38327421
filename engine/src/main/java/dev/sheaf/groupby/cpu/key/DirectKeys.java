package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a `DirectLoop` gets from the keys of some rows to their slots: each key has a code, shifted to where it
/// lies in the number of the slot, and 0 is null.
///
/// Slots are packed keys as `layout` says. Without a layout they are the bits in which the texts of the only key
/// differ, and the last slot is that of null.
public record DirectKeys(List<Key> keys, int bits, @Nullable KeyLayout layout) {
    /// A code that no slot has.
    static final int UNKNOWN = 1 << 30;

    public DirectKeys {
        keys = List.copyOf(keys);
    }

    public int slots() {
        return 1 << bits;
    }

    /// Whether the same slot means the same key there.
    public boolean hasSlotsOf(DirectKeys other) {
        if (bits != other.bits) {
            return false;
        }
        if (layout != null || other.layout != null) {
            return Objects.equals(layout, other.layout);
        }
        return keys.getFirst() instanceof Text text
                && other.keys.getFirst() instanceof Text others
                && text.hasSlotsOf(others);
    }

    /// One key.
    public sealed interface Key {
        /// The column that it reads.
        Column column();
    }

    /// Whole numbers: the code of `base` is 1, and the largest one is `most + 1`.
    public record Whole(Column column, StorageKind lane, MemorySegment values, long base, long most, int shift)
            implements Key {}

    /// Texts, all of `size` bytes, that have the bits of `fixed` in common with a sample. `codes` has a code for
    /// each number that `gather` makes of the others, or [#UNKNOWN]; if it is null, that number is the
    /// slot.
    public record Text(
            Column column,
            MemorySegment bytes,
            MemorySegment offsets,
            int size,
            long sample,
            long fixed,
            BitGather gather,
            int @Nullable [] codes)
            implements Key {

        /// The first word of the text at a slot ([TextWords]).
        public long word(int slot) {
            long word = sample;
            for (long left = gather.mask(); left != 0; left &= left - 1) {
                long bit = Long.lowestOneBit(left);
                word = (gather.number(bit) & slot) == 0 ? word & ~bit : word | bit;
            }
            return word;
        }

        private boolean hasSlotsOf(Text other) {
            return size == other.size
                    && fixed == other.fixed
                    && gather.equals(other.gather)
                    && (sample & fixed) == (other.sample & fixed);
        }
    }
}
