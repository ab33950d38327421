package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.reduce.CoMomentsReduction;
import dev.sheaf.groupby.cpu.reduce.DirectReduction;
import java.util.List;

/// States at slots, and whose they are: `members` are the reductions that `fields` of `words` belong to.
record HeldStates(StateWords words, List<StateLayout.Wanted> fields, List<DirectPlan.Member> members)
        implements AutoCloseable {
    HeldStates {
        fields = List.copyOf(fields);
        members = List.copyOf(members);
    }

    /// Whether a plan has the same fields for the same reductions. Fields may be the same and belong to others, if the
    /// arguments of one reduction had nulls before and now those of another do.
    boolean isFor(DirectPlan plan) {
        return plan.fields().equals(fields) && plan.members().equals(members);
    }

    /// Adds rows `from` to `to`, or those before the first that stops the loop, block by block if there are masks;
    /// returns the first row that was not added.
    int add(DirectLoop loop, int from, int to, DirectLoop.Inputs inputs) {
        MaskBits masks = inputs.masks();
        int next = from;
        int end = from;
        while (next == end && next < to) {
            end = masks.isEmpty() ? to : Math.min(to, next + MaskBits.BLOCK_ROWS);
            masks.load(next, end);
            next = addBlock(loop, next, end, inputs);
        }
        return next;
    }

    /// A slot that is full is made empty, and the loop goes on.
    private int addBlock(DirectLoop loop, int from, int to, DirectLoop.Inputs inputs) {
        int next = loop.add(from, to, words.words(), words.doubles(), inputs);
        while (inputs.full()[0] >= 0) {
            words.widenCounters(inputs.full()[0]);
            inputs.full()[0] = -1;
            next = loop.add(next, to, words.words(), words.doubles(), inputs);
        }
        return next;
    }

    /// Gives reductions what lies at some slots, whose groups have the ids that are given. `everyGroup` is
    /// false if one of the groups before these may not have had a row that reductions know of.
    void flush(int[] ids, int[] slots, int count, boolean everyGroup, int groupCount) {
        for (DirectPlan.Member member : members) {
            switch (member) {
                case DirectPlan.Simple(DirectReduction reduction, int field, int counted) -> {
                    int[] own = counted < 0 ? ids : counted(ids, words.values(counted, slots, count));
                    long[] values = words.values(field, slots, count);
                    reduction.absorb(own, values, count, everyGroup && !hasNone(own), groupCount);
                }
                case DirectPlan.Pair(CoMomentsReduction reduction, List<Integer> sums, int counted) ->
                    reduction.absorb(
                            ids,
                            words.values(Math.max(0, counted), slots, count),
                            sums.stream()
                                    .map(field -> words.values(field, slots, count))
                                    .toList(),
                            groupCount);
            }
        }
    }

    /// The ids, or -1 where no row counted.
    private static int[] counted(int[] ids, long[] counts) {
        int[] own = ids.clone();
        for (int i = 0; i < own.length; i++) {
            own[i] = counts[i] == 0 ? -1 : own[i];
        }
        return own;
    }

    private static boolean hasNone(int[] ids) {
        int all = 0;
        for (int id : ids) {
            all |= id;
        }
        return all < 0;
    }

    @Override
    public void close() {
        words.close();
    }
}
