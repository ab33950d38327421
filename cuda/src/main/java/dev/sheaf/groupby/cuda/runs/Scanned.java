package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.groupby.cuda.device.DeviceColumn;
import org.jspecify.annotations.Nullable;

/// A scan and what it reads, which is closed with this.
///
/// @param input null if rows are counted
record Scanned(
        RunningScan scan, ScanStates states, @Nullable DeviceColumn input) implements AutoCloseable {
    @Override
    public void close() {
        if (input != null) {
            input.close();
        }
    }
}
