package dev.sheaf.groupby.cpu;

import java.util.ArrayList;
import java.util.List;

/// The counts of a table that are the same until an argument has a null: the first one keeps the states.
final class SharedCounts {
    private final List<CountReduction> counts = new ArrayList<>();
    private final List<Feed> feeds = new ArrayList<>();
    private boolean shared;

    /// Adds a count of rows on which no condition is put.
    void add(CountReduction count, Feed feed) {
        if (!counts.isEmpty()) {
            count.follow(counts.getFirst());
            shared = true;
        }
        counts.add(count);
        feeds.add(feed);
    }

    /// Looks at a chunk before any count is updated. `groupCount` is that before the chunk, or larger.
    void check(int groupCount) {
        if (shared && !feeds.stream().allMatch(Feed::isComplete)) {
            separate(groupCount);
        }
    }

    void separate(int groupCount) {
        counts.forEach(count -> count.separate(groupCount));
        shared = false;
    }

    /// Shares again, all counts being new.
    void clear() {
        for (CountReduction count : counts.subList(Math.min(1, counts.size()), counts.size())) {
            count.follow(counts.getFirst());
            shared = true;
        }
    }
}
