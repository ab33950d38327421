package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import java.util.List;
import java.util.Optional;

/// What [dev.sheaf.groupby.cuda.fast.FastGroupBy] is asked.
///
/// @param keys the numbers of the key columns, or of the values that are keys
/// @param keepsNulls whether null is a key
public record FastRequest(ScanRows rows, List<Integer> keys, boolean keepsNulls, List<DeviceAggregate> aggregates) {
    /// Positions of rows are numbers of 32 bits.
    private static final long MAX_ROWS = (1L << 32) - (1L << 20);

    /// The structure that a kernel takes has room for so many.
    private static final int MAX_KEYS = 8;

    public static final int MAX_AGGREGATES = 16;

    private static final int MAX_READS = 24;

    public FastRequest {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    /// The same of other rows.
    public FastRequest of(ScanRows others) {
        return new FastRequest(others, keys, keepsNulls, aggregates);
    }

    /// Why it cannot be run by the fast strategies, if the types alone say so.
    public Optional<Refusal> refusal() {
        return unfit().map(Refusal.Unfit::new);
    }

    private Optional<String> unfit() {
        if (rows.count() == 0 || rows.count() > MAX_ROWS) {
            return Optional.of("it is for 1 to " + MAX_ROWS + " rows");
        }
        if (keys.isEmpty() || keys.size() > MAX_KEYS || keys.stream().distinct().count() < keys.size()) {
            return Optional.of("it takes 1 to " + MAX_KEYS + " different key columns");
        }
        if (aggregates.size() > MAX_AGGREGATES) {
            return Optional.of("it takes up to " + MAX_AGGREGATES + " aggregates");
        }
        for (int key : keys) {
            if (rows.isDictionary(key) || !Survey.supports(rows.type(key))) {
                return Optional.of("keys of type " + rows.type(key) + " do not become words");
            }
        }
        for (DeviceAggregate aggregate : aggregates) {
            Optional<String> why = refusal(aggregate);
            if (why.isPresent()) {
                return why;
            }
        }
        if (rows.reads() > MAX_READS) {
            return Optional.of("expressions read more than " + MAX_READS + " columns");
        }
        return MemberAggregates.areAsked(aggregates) ? MemberAggregates.refusal(rows, aggregates) : Optional.empty();
    }

    private Optional<String> refusal(DeviceAggregate aggregate) {
        int column = aggregate.column();
        if (column < 0) {
            return Optional.empty();
        }
        boolean isFixed = !rows.isDictionary(column) && !rows.isText(column) && CudaType.supports(rows.type(column));
        return isFixed
                ? Optional.empty()
                : Optional.of(aggregate.function() + " of " + rows.type(column) + " is not of fixed width");
    }
}
