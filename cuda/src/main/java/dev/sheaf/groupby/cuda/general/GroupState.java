package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import java.util.function.Function;
import java.util.function.IntFunction;

/// What one aggregate keeps of each group, on the device: made empty, updated by every chunk, turned into a
/// column at the end.
public sealed interface GroupState extends AutoCloseable
        permits CountState,
                ReducedState,
                ExactMean,
                ExactState,
                BestState,
                ByState,
                MomentState,
                GroupValuesState,
                HistogramState,
                DistinctState,
                GroupState.Shared {

    /// Where the results of groups come from.
    sealed interface Result {
        /// A kernel computes them.
        record OfKernel(GroupValue value) implements Result {}

        /// The host makes a column of them, a row for each group that is wanted, to be closed by the caller.
        record OfHost(Function<HostResults, Column> column) implements Result {}

        /// They are lists on the device, one for each group that is wanted, to be closed by the caller; texts are
        /// numbers.
        record OfLists(Function<HostResults, DeviceColumn> lists) implements Result {}
    }

    /// The results that an aggregate reads from the state of another one.
    record Shared(IntFunction<Result> results) implements GroupState {
        @Override
        public void update(Chunk chunk, long mask) {}

        @Override
        public Result result(int groups) {
            return results.apply(groups);
        }

        @Override
        public void close() {}
    }

    /// Adds the rows of a chunk.
    ///
    /// @param mask the address of a byte a row that says whether it takes part, or 0 for all
    void update(Chunk chunk, long mask);

    /// How the results of `groups` groups are made once there are no more rows. Arrays of the state may move with the
    /// next [#update].
    Result result(int groups);

    @Override
    void close();
}
