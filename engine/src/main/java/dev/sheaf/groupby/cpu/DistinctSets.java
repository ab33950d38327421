package dev.sheaf.groupby.cpu;

import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.spill.Spill;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.stream.Stream;

/// When a set of values a group beats [DistinctPairs]: where keys have texts and values are numbers.
///
/// A pair carries the texts of its keys, and there may be as many pairs as rows; a set has the number of the group.
/// A million different numbers by 35,000 URLs take 0.53 of the processor time of pairs on two threads; by 60 short
/// names they take 1.15. But sets of several threads are merged by one, and they cannot leave memory in parts.
final class DistinctSets {
    /// One thread merges the sets of so few in less time than they save.
    private static final int MOST_THREADS = 4;

    /// What a value of one argument takes at most in sets that have just doubled.
    private static final long VALUE_BYTES = 64;

    /// Sets may take this part of the memory that groups may take.
    private static final long GRANT_SHARE = 2;

    private DistinctSets() {}

    /// Whether the values of some arguments are better kept in sets.
    static boolean pay(GroupByPlan plan, List<Integer> values, SourceStats stats, QueryContext context) {
        boolean textKeys = plan.keyTypes().stream().anyMatch(DistinctSets::isVariable);
        Stream<DataType> types = values.stream().map(plan.arguments()::get).map(ColumnSource::type);
        return textKeys
                && context.threads() <= MOST_THREADS
                && types.noneMatch(DistinctSets::isVariable)
                && fit(stats.rowCount().orElse(Long.MAX_VALUE), values.size(), context);
    }

    /// Whether memory has room for sets, should all rows have another value.
    private static boolean fit(long rows, int arguments, QueryContext context) {
        long grant = Spill.grantBytes(CpuSettings.of(context.settings()), context.pool());
        return rows <= grant / (GRANT_SHARE * VALUE_BYTES * Math.max(1, arguments));
    }

    private static boolean isVariable(DataType type) {
        return switch (type.decoded().layout()) {
            case VARIABLE, LIST, STRUCT, DICTIONARY -> true;
            case NONE, BIT, INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL -> false;
        };
    }
}
