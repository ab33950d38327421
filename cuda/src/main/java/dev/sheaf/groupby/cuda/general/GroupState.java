package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import java.util.Optional;

/// What one aggregate keeps of each group, on the device: made empty, updated by every chunk, turned into a
/// column at the end.
public sealed interface GroupState extends AutoCloseable
        permits CountState,
                SumState,
                SquaresState,
                ExactState,
                ProductState,
                BitwiseState,
                BestState,
                ByState,
                MomentState,
                MemberState,
                HistogramState,
                DistinctState {

    /// Adds the rows of a chunk.
    ///
    /// @param mask the address of a byte a row that says whether it takes part, or 0 for all
    void update(Chunk chunk, long mask);

    /// How a kernel computes the results of `groups` groups once there are no more rows; nothing if only the host
    /// can. Arrays of the state may move with the next [#update].
    default Optional<GroupValue> value(int groups) {
        return Optional.empty();
    }

    /// The results on the host, a row for each group that `results` wants, to be closed by the caller.
    ///
    /// @throws ArithmeticException if one does not fit its type
    Column finish(HostResults results);

    @Override
    void close();
}
