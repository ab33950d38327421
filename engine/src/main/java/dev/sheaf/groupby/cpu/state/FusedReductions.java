package dev.sheaf.groupby.cpu.state;

import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateRows;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.loop.FusedLoop;
import dev.sheaf.groupby.cpu.loop.FusedLoop.Step;
import dev.sheaf.groupby.cpu.loop.FusedLoops;
import dev.sheaf.groupby.cpu.reduce.Fusable;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The reductions of a table that one loop updates, their states side by side in [StateRows].
///
/// A chunk that one of them has to look at closely (a sum near overflow), and chunks of a few groups, for which
/// they know faster ways, are left to the reductions themselves.
final class FusedReductions {
    private final int fewGroups;
    private final List<Fusable> members;
    private final List<ReductionInput> feeds;
    private final List<Step> steps = new ArrayList<>();
    private final StateRows rows;
    private final FusedLoop.Lanes sources;
    private final List<ReductionInput> masked = new ArrayList<>();
    private long[][] masks = new long[0][];
    private List<StorageKind> lanes = List.of();
    private FusedLoop.@Nullable Shape shape;
    private boolean used;
    private @Nullable FusedLoop loop;

    private FusedReductions(List<Fusable> members, List<ReductionInput> feeds, int fewGroups, MemoryPool pool) {
        this.fewGroups = fewGroups;
        this.members = members;
        this.feeds = feeds;
        this.rows = new StateRows(
                pool,
                members.stream().mapToLong(member -> member.states().initial()).toArray());
        for (int place = 0; place < members.size(); place++) {
            members.get(place).states().join(rows, place);
            steps.add(Objects.requireNonNull(members.get(place).step()));
        }
        this.sources = new FusedLoop.Lanes(members.size());
    }

    /// Those of the reductions that can share a loop, or null if there are not two; `feeds` has the feed of
    /// each. They do so from more than `fewGroups` groups on: in few, a state is on its way to memory when it
    /// is wanted again.
    static @Nullable FusedReductions of(
            List<Reduction> reductions, List<ReductionInput> feeds, int fewGroups, MemoryPool pool) {
        List<Fusable> members = new ArrayList<>();
        List<ReductionInput> memberFeeds = new ArrayList<>();
        for (int i = 0; i < reductions.size() && members.size() < StateRows.MAX_PLACES; i++) {
            if (reductions.get(i) instanceof Fusable fusable && fusable.step() != null) {
                members.add(fusable);
                memberFeeds.add(feeds.get(i));
            }
        }
        return members.isEmpty() ? null : new FusedReductions(members, memberFeeds, fewGroups, pool);
    }

    /// Whether a chunk has been taken by the loop of several.
    boolean isShared() {
        return used && members.size() > 1;
    }

    /// How many share the loop, and why.
    Explanation explain() {
        return new Explanation(
                "one loop for " + members.size() + " reductions",
                "they add or compare, and their states lie side by side",
                List.of("a loop each: it would read ids again for each of them"));
    }

    /// The bytes that the states of a group take.
    long rowBytes() {
        return 1L << rows.shift();
    }

    boolean contains(Reduction reduction) {
        return reduction instanceof Fusable fusable && members.contains(fusable);
    }

    /// Starts on the columns that the lanes of the feeds are at, and finds the loop for them; makes room for so
    /// many groups.
    void begin(int reserved) {
        if (reserved > 0) {
            rows.ensure(reserved);
        }
        masked.clear();
        List<Integer> maskNumbers = new ArrayList<>();
        List<StorageKind> found = new ArrayList<>();
        for (int place = 0; place < steps.size(); place++) {
            maskNumbers.add(maskNumber(feeds.get(place)));
            found.add(steps.get(place) == Step.COUNT ? StorageKind.NONE : lane(place));
        }
        masks = masked.stream().map(ReductionInput::counting).toArray(long[][]::new);
        lanes = found;
        FusedLoop.Shape needed = new FusedLoop.Shape(steps, found, maskNumbers, rows.shift());
        if (!needed.equals(shape)) {
            shape = needed;
            loop = FusedLoops.of(needed);
        }
    }

    private int maskNumber(ReductionInput feed) {
        if (!feed.isMasked()) {
            return -1;
        }
        if (!masked.contains(feed)) {
            masked.add(feed);
        }
        return masked.indexOf(feed);
    }

    /// Where a step reads; columns are taken at once, arrays chunk by chunk.
    private StorageKind lane(int place) {
        ArgumentVector argument = feeds.get(place).argument(0);
        StorageKind lane = switch (steps.get(place)) {
            case COUNT -> StorageKind.NONE;
            case ADD_LONG -> argument.wholeLane();
            case MIN, MAX -> argument.orderedLane();
            case ADD_DOUBLE -> argument.doubleLane();
        };
        if (lane != StorageKind.LONGS && lane != StorageKind.DOUBLES) {
            sources.columns()[place] = argument.segment();
        }
        return lane;
    }

    /// Updates its reductions with a chunk of the columns that starts at row `from` and that the feeds are at;
    /// false if they have to do it themselves.
    boolean update(int[] ids, int from, int count, int groupCount) {
        if (groupCount <= fewGroups) {
            return false;
        }
        for (int i = 0; i < members.size(); i++) {
            if (!members.get(i).begin(feeds.get(i), groupCount)) {
                return false;
            }
        }
        used = true;
        rows.ensure(groupCount);
        takeArrays();
        Objects.requireNonNull(loop).add(ids, from, count, rows.segment(), masks, sources);
        return true;
    }

    private void takeArrays() {
        for (int place = 0; place < steps.size(); place++) {
            ArgumentVector argument =
                    steps.get(place) == Step.COUNT ? null : feeds.get(place).argument(0);
            if (argument == null) {
                continue;
            }
            if (lanes.get(place) == StorageKind.LONGS) {
                sources.longs()[place] = steps.get(place) == Step.ADD_LONG ? argument.longs() : argument.ordered();
            } else if (lanes.get(place) == StorageKind.DOUBLES) {
                sources.doubles()[place] = argument.doubles();
            }
        }
    }
}
