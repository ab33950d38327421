package dev.sheaf.groupby.cuda.request;

import dev.sheaf.memory.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some rows on the device, after their keys have become numbers of groups: what states are updated from.
///
/// @param groups the group of each row, int32, or [dev.sheaf.groupby.cuda.general.GroupIds#NONE]
/// @param groupCount how many groups there are so far
/// @param operands the values of each operand
/// @param ordinals the ordinal of each row, int64, if the plan needs them
public record Chunk(
        int rows,
        Buffer groups,
        int groupCount,
        List<RowValues> operands,
        @Nullable Buffer ordinals) {

    /// The address of the ordinals, or 0.
    public long ordinalsAddress() {
        return ordinals == null ? 0 : ordinals.address();
    }
}
