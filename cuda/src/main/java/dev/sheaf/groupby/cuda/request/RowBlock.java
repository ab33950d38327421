package dev.sheaf.groupby.cuda.request;

import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.memory.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some successive rows of columns on the device.
///
/// @param inputs the inputs of a plan, in order
/// @param first the first of the rows
/// @param count how many rows
/// @param ordinals the ordinals of these rows, int64, if the plan needs them
public record RowBlock(
        List<DeviceColumn> inputs,
        long first,
        int count,
        @Nullable Buffer ordinals) {}
