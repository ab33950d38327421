package dev.sheaf.groupby.cuda.stride;

import dev.sheaf.groupby.cuda.device.DeviceProfile;
import java.util.Locale;

/// How long a request over a table in memory takes where CPU and GPU share its rows.
///
/// Some threads fill slabs for the device, as many as the link takes; the others group. Each side works at the
/// pace that it has alone, for the rows, less what both lose by sharing the memory of the host. The device
/// starts later.
///
/// @param seconds all of it
/// @param gain how many times as long the faster of both takes alone
/// @param workers threads that group
/// @param text the same in words
public record SharedCost(double seconds, double gain, int workers, String text) {
    /// What is left of the pace of each beside the other: a cautious guess, so that rows are shared where both are
    /// about as fast.
    private static final double PACE = 0.75;

    /// Nanoseconds of a thread for a group that both have found.
    private static final double MERGED_GROUP = 150;

    /// The estimate.
    ///
    /// @param cpuSeconds what the CPU takes alone
    /// @param device what the device takes alone for the states
    public static SharedCost of(
            double cpuSeconds, TransferCost device, DeviceProfile profile, int threads, double groups) {
        int workers = Math.max(1, threads - TransferCost.stagingThreads(profile, threads));
        double cpuPace = PACE * workers / threads / cpuSeconds;
        double devicePace = PACE / (device.seconds() - device.fixedSeconds());
        double merging = groups * MERGED_GROUP / 1e9 / threads;
        // as if the device had to catch up on what it misses while it starts
        double seconds = (1 + device.fixedSeconds() * devicePace) / (cpuPace + devicePace) + merging;
        double gain = Math.min(cpuSeconds, device.seconds()) / seconds;
        String text = String.format(
                Locale.ROOT,
                "about %.1f ms together, %.1f on the CPU alone, %.1f on the GPU",
                seconds * 1e3,
                cpuSeconds * 1e3,
                device.seconds() * 1e3);
        return new SharedCost(seconds, gain, workers, text);
    }
}
