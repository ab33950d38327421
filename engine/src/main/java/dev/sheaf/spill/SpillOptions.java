package dev.sheaf.spill;

import dev.sheaf.file.PrivateFolder;
import dev.sheaf.memory.ByteSize;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// Whether and when a [SpillManager] moves buffers.
///
/// | component | environment | meaning |
/// |---|---|---|
/// | `enabled` | `SHEAF_SPILL` = on, off | whether anything moves at all; on by default |
/// | `onDemand` | `SHEAF_SPILL_ON_DEMAND` = on, off | whether requests beyond the limit move buffers; on by default |
/// | `deviceLimitBytes` | `SHEAF_SPILL_DEVICE_LIMIT` = 8GiB | spillable bytes that stay on devices; all by default |
/// | `hostLimitBytes` | `SHEAF_SPILL_HOST_LIMIT` = 8GiB | spillable bytes that stay on the host; all by default |
/// | `statistics` | `SHEAF_SPILL_STATS` = 0, 1, 2 | what is counted; 0 by default |
///
/// The two limits are soft: pinned and exposed buffers stay.
public record SpillOptions(
        boolean enabled,
        boolean onDemand,
        long deviceLimitBytes,
        long hostLimitBytes,
        SpillStatistics.Level statistics,
        Path folder) {
    /// On, on demand, no limits, no statistics, the default folder.
    public static final SpillOptions DEFAULT = new SpillOptions(
            true, true, Long.MAX_VALUE, Long.MAX_VALUE, SpillStatistics.Level.OFF, PrivateFolder.temporary());

    public SpillOptions {
        if (deviceLimitBytes < 0 || hostLimitBytes < 0) {
            throw new IllegalArgumentException(
                    "spill limits of " + deviceLimitBytes + " and " + hostLimitBytes + " bytes; use 0 bytes or more");
        }
    }

    /// Whether some spillable bytes have to leave though there is memory.
    boolean hasLimits() {
        return deviceLimitBytes < Long.MAX_VALUE || hostLimitBytes < Long.MAX_VALUE;
    }

    /// The options that the environment of this process sets.
    ///
    /// @throws IllegalArgumentException if a variable has a value that it does not take
    public static SpillOptions fromEnvironment() {
        return from(System.getenv());
    }

    /// As [#fromEnvironment()], of variables by name.
    static SpillOptions from(Map<String, String> environment) {
        return new SpillOptions(
                isOn(environment, "SHEAF_SPILL"),
                isOn(environment, "SHEAF_SPILL_ON_DEMAND"),
                limit(environment, "SHEAF_SPILL_DEVICE_LIMIT"),
                limit(environment, "SHEAF_SPILL_HOST_LIMIT"),
                level(environment.getOrDefault("SHEAF_SPILL_STATS", "0")),
                DEFAULT.folder);
    }

    private static boolean isOn(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "on");
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "on", "1", "true" -> true;
            case "off", "0", "false" -> false;
            default -> throw new IllegalArgumentException(name + "=" + value + " is not known; use on or off");
        };
    }

    private static long limit(Map<String, String> environment, String name) {
        String value = environment.get(name);
        return value == null ? Long.MAX_VALUE : ByteSize.parse(value);
    }

    private static SpillStatistics.Level level(String value) {
        return switch (value) {
            case "0" -> SpillStatistics.Level.OFF;
            case "1" -> SpillStatistics.Level.TRANSFERS;
            case "2" -> SpillStatistics.Level.EXPOSURES;
            default ->
                throw new IllegalArgumentException("SHEAF_SPILL_STATS=" + value + " is not known; use 0, 1 or 2");
        };
    }

    /// The same with buffers spilled or not.
    public SpillOptions enabled(boolean value) {
        return new SpillOptions(value, onDemand, deviceLimitBytes, hostLimitBytes, statistics, folder);
    }

    /// The same with buffers spilled or not when a request does not fit.
    public SpillOptions onDemand(boolean value) {
        return new SpillOptions(enabled, value, deviceLimitBytes, hostLimitBytes, statistics, folder);
    }

    /// The same with another limit on spillable bytes on devices.
    public SpillOptions deviceLimit(long bytes) {
        return new SpillOptions(enabled, onDemand, bytes, hostLimitBytes, statistics, folder);
    }

    /// The same with another limit on spillable bytes in host memory.
    public SpillOptions hostLimit(long bytes) {
        return new SpillOptions(enabled, onDemand, deviceLimitBytes, bytes, statistics, folder);
    }

    /// The same with other statistics.
    public SpillOptions statistics(SpillStatistics.Level value) {
        return new SpillOptions(enabled, onDemand, deviceLimitBytes, hostLimitBytes, value, folder);
    }

    /// The same with another folder for buffers that no query owns.
    public SpillOptions folder(Path value) {
        return new SpillOptions(enabled, onDemand, deviceLimitBytes, hostLimitBytes, statistics, value);
    }
}
