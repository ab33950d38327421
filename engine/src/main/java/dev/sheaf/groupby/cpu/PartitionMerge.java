package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Table;
import dev.sheaf.column.append.TableAppender;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.partition.GroupEstimate;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/// Merges groups that lie by partition of their keys' hash, on all threads: each takes some partitions of all states
/// into a table of its own.
final class PartitionMerge {
    /// Groups a task from which on there are more tasks than threads need.
    private static final long TASK_GROUPS = 1 << 14;

    private final GroupByPlan plan;
    private final List<GroupStates> states;
    private final CpuSettings settings;
    private final QueryContext context;
    private final GroupEstimate estimate = new GroupEstimate();
    private final long groups;
    private final int tasks;
    private final int share;

    /// The states stay the caller's.
    PartitionMerge(GroupByPlan plan, List<GroupStates> states, CpuSettings settings, QueryContext context) {
        this.plan = plan;
        this.states = states;
        this.settings = settings;
        this.context = context;
        this.groups = states.stream().mapToLong(GroupStates::groups).sum();
        this.tasks = tasks();
        this.share = settings.rowPartitions() / tasks;
    }

    /// The results, to be closed by the caller.
    ///
    /// @param newTable makes a table of about so many groups
    /// @param finish makes the result of a table
    List<Table> run(IntFunction<GroupTable> newTable, Function<GroupTable, Table> finish) {
        try (TableAppender results =
                new TableAppender(ResultOrder.unordered(plan), settings.appendFromRows(), context.pool())) {
            Workers.forEach(context, tasks, task -> {
                long own = states.stream()
                        .mapToLong(state -> end(state, task) - (long) start(state, task))
                        .sum();
                results.add(merged(task, newTable, finish), own / (double) Math.max(1, groups));
            });
            return results.take();
        }
    }

    private int start(GroupStates state, int task) {
        return state.start(task * share);
    }

    private int end(GroupStates state, int task) {
        return state.start((task + 1) * share);
    }

    /// How many tasks share the partitions: enough for all threads, and so many that their tables fit the caches.
    private int tasks() {
        long mergedAtOnce = Math.max(1, settings.partitionFromGroups() / 4);
        long wanted = Math.max(4L * context.threads(), groups / Math.min(TASK_GROUPS, mergedAtOnce));
        long powerOfTwo = Long.highestOneBit(Math.max(1, 2 * wanted - 1));
        return (int) Math.min(settings.rowPartitions(), powerOfTwo);
    }

    private Table merged(int task, IntFunction<GroupTable> newTable, Function<GroupTable, Table> finish) {
        try (GroupTable table = newTable.apply(expectedGroups(task))) {
            try (var _ = context.phases().time(Phase.MERGE)) {
                for (GroupStates state : states) {
                    context.checkCancelled();
                    table.merge(state, start(state, task), end(state, task));
                }
            }
            estimate.found(table.groupCount());
            return finish.apply(table);
        }
    }

    /// About how many groups the partitions of a task have; of the first, all are different once threads had to leave
    /// groups behind for being that, else they are those of one thread.
    private int expectedGroups(int task) {
        int[] sizes = states.stream()
                .mapToInt(state -> end(state, task) - start(state, task))
                .toArray();
        int all = Arrays.stream(sizes).sum();
        int most = Arrays.stream(sizes).max().orElse(0);
        return estimate.ofTask(states.size() > context.threads() ? all : most, all);
    }
}
