package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Key;
import dev.sheaf.groupby.cpu.key.BitGather;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Keys and values, as a [DirectLoop] takes them.
record LoopInputs(List<Key> keys, DirectLoop.Inputs inputs) {
    private static final int[] NO_CODES = new int[0];

    /// Few enough to lie in the first-level cache, should they have to be looked at again.
    private static final int BLOCK_ROWS = 4096;

    static LoopInputs of(DirectKeys known, DirectPlan plan) {
        List<Key> keys = known.keys().stream()
                .map(key -> key(key, plan.keyMask(key.column())))
                .toList();
        int count = keys.size();
        MemorySegment[] columns = new MemorySegment[count];
        MemorySegment[] offsets = new MemorySegment[count];
        int[][] codes = new int[count][];
        long[] numbers = new long[count * DirectLoop.NUMBERS_A_KEY];
        for (int i = 0; i < count; i++) {
            int at = i * DirectLoop.NUMBERS_A_KEY;
            switch (known.keys().get(i)) {
                case DirectKeys.Whole whole -> {
                    columns[i] = whole.values();
                    put(numbers, at, whole.base(), whole.most(), whole.shift());
                }
                case DirectKeys.Text text -> {
                    columns[i] = text.bytes();
                    offsets[i] = text.offsets();
                    codes[i] = text.codes() == null ? NO_CODES : text.codes();
                    BitGather gather = text.gather();
                    put(numbers, at, text.size(), text.sample(), text.fixed());
                    put(numbers, at + 3, gather.mask(), gather.factor(), gather.down());
                    numbers[at + 6] = text.offsets().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
                }
            }
        }
        return new LoopInputs(
                keys,
                new DirectLoop.Inputs(
                        columns,
                        offsets,
                        codes,
                        numbers,
                        plan.columns().toArray(MemorySegment[]::new),
                        new MaskBits(plan.masks()),
                        known.slots(),
                        new int[] {-1}));
    }

    /// Under nulls texts have any size, so that offsets have to be read.
    private static Key key(DirectKeys.Key key, int mask) {
        return switch (key) {
            case DirectKeys.Whole whole -> new Key(whole.lane(), mask, false, 0);
            case DirectKeys.Text text ->
                new Key(StorageKind.NONE, mask, text.codes() == null, mask < 0 ? text.size() : 0);
        };
    }

    /// The first row from `from` on, up to `to`, from which on texts are not all of the size that the loop
    /// takes them for.
    int evenUpTo(int from, int to) {
        int end = to;
        for (int i = 0; i < keys.size(); i++) {
            int size = keys.get(i).even();
            if (size > 0) {
                end = evenUpTo(inputs.offsets()[i], from, end, size);
            }
        }
        return end;
    }

    /// The first block of rows in which a text has another size ends it, so that the loop has no branch a row.
    private static int evenUpTo(MemorySegment offsets, int from, int to, int size) {
        int first = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        for (int start = from; start < to; start += BLOCK_ROWS) {
            int end = Math.min(to, start + BLOCK_ROWS);
            if (differing(offsets, start, end, first, size) != 0) {
                return start;
            }
        }
        return to;
    }

    private static int differing(MemorySegment offsets, int from, int to, int first, int size) {
        int differing = 0;
        for (int row = from; row <= to; row++) {
            differing |= offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (long) row << 2) ^ (first + row * size);
        }
        return differing;
    }

    private static void put(long[] numbers, int at, long first, long second, long third) {
        numbers[at] = first;
        numbers[at + 1] = second;
        numbers[at + 2] = third;
    }
}
