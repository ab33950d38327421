package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.Bits;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// How many bits the values of each argument have had, as far as it was looked at.
final class ArgumentBits {
    /// Bits are learnt in steps, so that loops come in few shapes.
    private static final int STEP = 4;

    private final Map<ArgumentVector, Integer> bits = new IdentityHashMap<>();

    boolean isEmpty() {
        return bits.isEmpty();
    }

    /// The bits of an argument's values; 0 if nothing is known.
    int of(ArgumentVector argument) {
        return bits.getOrDefault(argument, 0);
    }

    /// Looks at some rows of all arguments.
    void learn(List<ReductionInput> inputs, int from, int to) {
        for (ReductionInput input : inputs) {
            for (int i = 0; i < input.argumentCount(); i++) {
                learn(input.argument(i), from, to);
            }
        }
    }

    private void learn(ArgumentVector lane, int from, int to) {
        if (lane.wholeLane() == StorageKind.LONGS) {
            return;
        }
        long any = 1;
        for (int start = from; start < to; start += lane.chunkRows()) {
            int rows = Math.min(lane.chunkRows(), to - start);
            lane.chunk(start, rows);
            any |= Bits.union(lane.longs(), rows);
        }
        int needed = Long.SIZE - Long.numberOfLeadingZeros(any);
        bits.merge(lane, (needed + STEP - 1) / STEP * STEP, Math::max);
    }
}
