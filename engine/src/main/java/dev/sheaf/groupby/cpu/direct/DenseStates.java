package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Key;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import dev.sheaf.groupby.cpu.state.MorselRows;
import dev.sheaf.groupby.cpu.state.ReductionStates;
import dev.sheaf.groupby.cpu.state.StateStore;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// States of many groups in as few bytes as [StateLayout] can: the slot of a row is the id of its group and one,
/// and that of a row without a group is 0.
///
/// Many groups' states do not fit the second-level cache, and rows touch them at random, so half the bytes are
/// worth more than the steps that it takes to share a word.
public final class DenseStates implements StateStore {
    private static final DirectKeys IDS = new DirectKeys(List.of(), 0, null);
    private static final Key ID = new Key(StorageKind.LONGS, -1, true, 0);

    private final Grouper grouper;
    private final ReductionStates reductions;
    private final CpuSettings settings;
    private final MemoryPool pool;
    private final ArgumentBits bits = new ArgumentBits();
    private @Nullable HeldStates held;
    private long rowsHeld;
    private int stops;
    private boolean used;

    /// States of the groups that `grouper` finds.
    public DenseStates(Grouper grouper, ReductionStates reductions, CpuSettings settings, MemoryPool pool) {
        this.grouper = grouper;
        this.reductions = reductions;
        this.settings = settings;
        this.pool = pool;
    }

    /// A row stops it whose value is larger than those before.
    @Override
    public int add(MorselRows rows, int from, int to) {
        if (reductions.groupBytes() == 0
                || !StoreChoice.packs(grouper.groupCount(), rows.tableRows(), stops, settings)) {
            return from;
        }
        if (bits.isEmpty()) {
            bits.learn(reductions.inputs(), from, Math.min(to, from + settings.chunkRows()));
        }
        DirectPlan plan = DirectPlan.of(reductions, bits, IDS, true, true);
        HeldStates target = plan == null ? null : target(plan);
        if (plan == null || target == null) {
            return from;
        }
        if (plan.hasWideSums() && rowsHeld + to - from > StoreChoice.MAX_WIDE_ROWS_HELD) {
            flush();
        }
        int done = target.add(loop(plan, target), from, to, inputs(plan, target, rows));
        rowsHeld += done - from;
        used |= done > from;
        if (done < to) {
            stops++;
            bits.learn(reductions.inputs(), done, to);
        }
        return done;
    }

    /// Where states go; null if that would not be less than reductions take.
    private @Nullable HeldStates target(DirectPlan plan) {
        HeldStates now = held != null && held.isFor(plan) ? held : null;
        StateLayout layout = now != null ? now.words().layout() : StateLayout.of(plan.fields(), 0, true);
        int slots = 2 * Integer.highestOneBit(grouper.groupCount());
        boolean hasMasks = !plan.masks().isEmpty();
        if (layout == null || !StoreChoice.saves(layout, slots, reductions.groupBytes(), hasMasks, settings)) {
            return null;
        }
        if (now == null) {
            flush();
            close();
            now = new HeldStates(new StateWords(layout, slots, pool), plan.fields(), plan.members());
        } else if (now.words().slots() < slots) {
            now.words().grow(slots);
        }
        held = now;
        return now;
    }

    private static DirectLoop loop(DirectPlan plan, HeldStates target) {
        StateLayout layout = target.words().layout();
        return DirectLoops.of(new DirectLoop.Shape(
                List.of(ID), plan.values(), layout.fields(), plan.masks().size(), layout.wordShift(), 0, true));
    }

    private static DirectLoop.Inputs inputs(DirectPlan plan, HeldStates target, MorselRows rows) {
        long[] numbers = new long[DirectLoop.NUMBERS_A_KEY];
        numbers[0] = rows.ids().first();
        return new DirectLoop.Inputs(
                new MemorySegment[1],
                new MemorySegment[1],
                new int[][] {rows.ids().all()},
                numbers,
                plan.columns().toArray(MemorySegment[]::new),
                new MaskBits(plan.masks()),
                target.words().slots(),
                new int[] {-1});
    }

    @Override
    public void flush() {
        HeldStates states = held;
        if (states == null || rowsHeld == 0) {
            return;
        }
        int[] slots = new int[settings.chunkRows()];
        int flushed = 0;
        int end = Math.min(grouper.groupCount() + 1, states.words().slots());
        for (int first = 1; first < end; first += slots.length) {
            int count = states.words().occupied(first, Math.min(end, first + slots.length), slots);
            if (count > 0) {
                flushed += count;
                int last = slots[count - 1];
                states.flush(ids(slots, count), slots, count, flushed == last, last);
            }
        }
        clear();
    }

    private static int[] ids(int[] slots, int count) {
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = slots[i] - 1;
        }
        return ids;
    }

    @Override
    public void clear() {
        if (held != null && rowsHeld > 0) {
            held.words().clear();
        }
        rowsHeld = 0;
    }

    /// How states are kept here and why, once a row has been added.
    public Optional<Explanation> explain() {
        return used
                ? Optional.of(new Explanation(
                        "states packed by group",
                        "states of a group take "
                                + Objects.requireNonNull(held).words().layout().slotBytes() + " bytes",
                        List.of("a word for each state: many groups leave the second-level cache")))
                : Optional.empty();
    }

    @Override
    public void close() {
        if (held != null) {
            held.close();
            held = null;
        }
    }
}
