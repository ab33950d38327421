package dev.sheaf.benchmarks.sweep;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;

import com.sun.management.OperatingSystemMXBean;
import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.QueryContext;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The runs of [GroupsBench] over one table, by turns, with the groups that are kept for them.
final class GroupsRuns implements AutoCloseable {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int WARM_UPS = 4;
    private static final double COUNTS = 1.3;
    private static final Expr[] SUMS = {sum("v"), sum("w")};

    /// What is measured.
    private enum Run {
        COUNT,
        COPY,
        MAKING,
        BY_KEYS,
        FIRST,
        LATER
    }

    private record Times(List<Double> wall, List<Double> processor) {
        Times() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        /// Processor time is told in steps of 10 milliseconds, so that of all runs is taken together.
        double processorMillis() {
            return processor.stream().mapToDouble(millis -> millis).average().orElse(Double.NaN);
        }
    }

    private final Table table;
    private final String[] keys;
    private final QueryContext context;
    private final Groups kept;
    private final Map<Run, Times> times = new EnumMap<>(Run.class);

    GroupsRuns(Table table, List<String> keys, QueryContext context) {
        this.table = table;
        this.keys = keys.toArray(String[]::new);
        this.context = context;
        kept = makeGroups();
    }

    private Groups makeGroups() {
        return groupBy().groups(context, GroupsOptions.DEFAULT);
    }

    private GroupBy groupBy() {
        return GroupBy.on(table, keys);
    }

    /// Runs all of them so many times, after a few that do not count.
    void measure(int rounds) {
        for (int round = -WARM_UPS; round < rounds; round++) {
            for (Run run : Run.values()) {
                measure(run, round < 0 ? new Times() : times.computeIfAbsent(run, _ -> new Times()));
            }
        }
    }

    private void measure(Run run, Times into) {
        long processor = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        perform(run);
        into.wall.add((System.nanoTime() - start) / 1e6);
        into.processor.add((SYSTEM.getProcessCpuTime() - processor) / 1e6);
    }

    private void perform(Run run) {
        switch (run) {
            case COUNT -> groupBy().aggregate(context, count()).close();
            case COPY -> copy();
            case MAKING -> makeGroups().close();
            case BY_KEYS -> groupBy().aggregate(context, SUMS).close();
            case FIRST -> {
                try (Groups groups = makeGroups()) {
                    groups.aggregate(context, SUMS).close();
                }
            }
            case LATER -> kept.aggregate(context, SUMS).close();
        }
    }

    /// Reads the row numbers of all groups and writes them.
    private void copy() {
        try (var rows = kept.rows();
                Buffer copy = context.pool().allocate(rows.values().byteSize(), "copy")) {
            copy.segment().copyFrom(rows.values().segment());
        }
    }

    /// Adds the figures of all runs.
    void figures(Map<String, Object> row) {
        times.forEach((run, all) -> row.put(name(run) + "Millis", Timing.median(all.wall)));
        row.put("makingRatio", median(Run.MAKING) / (COUNTS * median(Run.COUNT) + median(Run.COPY)));
        row.put("laterRatio", median(Run.LATER) / median(Run.FIRST));
        row.put("byKeysRatio", median(Run.LATER) / median(Run.BY_KEYS));
        row.put("cpuMakingRatio", cpu(Run.MAKING) / (COUNTS * cpu(Run.COUNT) + cpu(Run.COPY)));
        row.put("cpuLaterRatio", cpu(Run.LATER) / cpu(Run.FIRST));
        row.put("cpuByKeysRatio", cpu(Run.LATER) / cpu(Run.BY_KEYS));
    }

    private static String name(Run run) {
        return switch (run) {
            case COUNT -> "count";
            case COPY -> "copy";
            case MAKING -> "making";
            case BY_KEYS -> "byKeys";
            case FIRST -> "first";
            case LATER -> "later";
        };
    }

    private double median(Run run) {
        return Timing.median(of(run).wall);
    }

    private double cpu(Run run) {
        return of(run).processorMillis();
    }

    private Times of(Run run) {
        return times.getOrDefault(run, new Times());
    }

    @Override
    public void close() {
        kept.close();
    }
}
