package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.groupby.cuda.device.DeviceColumn;
import org.jspecify.annotations.Nullable;

/// A scan and what it reads, which is closed with this.
///
/// @param input null if rows are counted
/// @param fill a row with the value of rows that have none to take, if they get one
record Scanned(
        RunningScan scan,
        ScanStates states,
        @Nullable DeviceColumn input,
        @Nullable DeviceColumn fill) implements AutoCloseable {
    @Override
    public void close() {
        if (input != null) {
            input.close();
        }
        if (fill != null) {
            fill.close();
        }
    }
}
