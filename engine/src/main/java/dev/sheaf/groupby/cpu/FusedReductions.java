package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.FusedLoop.Step;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The reductions of a table that one loop updates, their states side by side in [StateRows].
///
/// A chunk that one of them has to look at closely (a sum near overflow), and chunks of a few groups, for which
/// they know faster ways, are left to the reductions themselves.
final class FusedReductions {
    private final int fewGroups;
    private final List<Fusable> members;
    private final List<Feed> feeds;
    private final List<Step> steps = new ArrayList<>();
    private final StateRows rows;
    private final long[][] longs;
    private final double[][] doubles;
    private final List<int[]> ids = new ArrayList<>();
    private FusedLoops.@Nullable Shape shape;
    private @Nullable FusedLoop loop;

    private FusedReductions(List<Fusable> members, List<Feed> feeds, int fewGroups, MemoryPool pool) {
        this.fewGroups = fewGroups;
        this.members = members;
        this.feeds = feeds;
        this.rows = new StateRows(
                pool,
                members.stream().mapToLong(member -> member.states().initial()).toArray());
        for (int place = 0; place < members.size(); place++) {
            members.get(place).states().join(rows, place);
            steps.add(java.util.Objects.requireNonNull(members.get(place).step()));
        }
        int doubleSteps = (int) steps.stream().filter(Step.ADD_DOUBLE::equals).count();
        this.doubles = new double[doubleSteps][];
        this.longs = new long[steps.size() - doubleSteps][];
    }

    /// Those of the reductions that can share a loop, or null if there are not two; `feeds` has the feed of
    /// each. They do so from more than `fewGroups` groups on: in few, a state is on its way to memory when it
    /// is wanted again.
    static @Nullable FusedReductions of(List<Reduction> reductions, List<Feed> feeds, int fewGroups, MemoryPool pool) {
        List<Fusable> members = new ArrayList<>();
        List<Feed> memberFeeds = new ArrayList<>();
        for (int i = 0; i < reductions.size() && members.size() < StateRows.MAX_PLACES; i++) {
            if (reductions.get(i) instanceof Fusable fusable && fusable.step() != null) {
                members.add(fusable);
                memberFeeds.add(feeds.get(i));
            }
        }
        return members.size() < 2 ? null : new FusedReductions(members, memberFeeds, fewGroups, pool);
    }

    boolean contains(Reduction reduction) {
        return reduction instanceof Fusable fusable && members.contains(fusable);
    }

    /// Updates its reductions with the chunk that the feeds are at; false if they have to do it themselves.
    boolean update(int groupCount) {
        if (groupCount <= fewGroups) {
            return false;
        }
        for (int i = 0; i < members.size(); i++) {
            if (!members.get(i).begin(feeds.get(i), groupCount)) {
                return false;
            }
        }
        rows.ensure(groupCount);
        List<Integer> idNumbers = findIds();
        takeLanes();
        loopFor(idNumbers).add(ids.toArray(int[][]::new), feeds.getFirst().rows(), rows.segment(), longs, doubles);
        return true;
    }

    /// The ids of the feeds, those that are the same once, and for each member the number of its ids.
    @SuppressWarnings("ReferenceEquality")
    private List<Integer> findIds() {
        ids.clear();
        List<Integer> numbers = new ArrayList<>();
        for (Feed feed : feeds) {
            int number = 0;
            while (number < ids.size() && ids.get(number) != feed.ids()) {
                number++;
            }
            if (number == ids.size()) {
                ids.add(feed.ids());
            }
            numbers.add(number);
        }
        return numbers;
    }

    private void takeLanes() {
        int nextLong = 0;
        int nextDouble = 0;
        for (int place = 0; place < steps.size(); place++) {
            Feed feed = feeds.get(place);
            switch (steps.get(place)) {
                case COUNT -> {}
                case ADD_LONG -> longs[nextLong++] = feed.argument(0).longs();
                case MIN, MAX -> longs[nextLong++] = feed.argument(0).ordered();
                case ADD_DOUBLE -> doubles[nextDouble++] = feed.argument(0).doubles();
            }
        }
    }

    private FusedLoop loopFor(List<Integer> idNumbers) {
        FusedLoop present = loop;
        if (present == null || shape == null || !shape.ids().equals(idNumbers)) {
            shape = new FusedLoops.Shape(steps, idNumbers, rows.shift());
            present = FusedLoops.of(shape);
            loop = present;
        }
        return present;
    }
}
