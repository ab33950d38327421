package dev.sheaf.spill;

import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.Tier;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What a [SpillManager] moved, and what keeps buffers from moving. Thread-safe.
///
/// As text:
/// ```
/// Spill Statistics (level=2):
///  Spilling (level >= 1):
///   host => disk: 3 buffers, 24.0 KiB in 0.0033s
///  Exposed buffers (level >= 2):
///   com.example.Main.run(Main.java:12): 1 buffer, 8.00 KiB
/// ```
public final class SpillStatistics {
    /// What is counted, and what that costs.
    public enum Level {
        /// Nothing.
        OFF,
        /// Buffers, bytes and time by direction: a few counters a move.
        TRANSFERS,
        /// Also where buffers were exposed for ever: a walk over the stack for each.
        EXPOSURES
    }

    /// Buffers that moved from one tier to another.
    public record Transfer(Tier from, Tier to, long buffers, long bytes, long nanos) {}

    /// Buffers that were exposed at one place of the program.
    public record Exposure(String place, long buffers, long bytes) {}

    private record Direction(Tier from, Tier to) {}

    private final Level level;
    private final Map<Direction, Transfer> transfers = new ConcurrentHashMap<>();
    private final Map<String, Exposure> exposures = new ConcurrentHashMap<>();

    SpillStatistics(Level level) {
        this.level = level;
    }

    /// What is counted.
    public Level level() {
        return level;
    }

    /// The moves so far.
    public List<Transfer> transfers() {
        return transfers.values().stream()
                .sorted(Comparator.comparing(Transfer::from).thenComparing(Transfer::to))
                .toList();
    }

    /// The exposures so far, most bytes first.
    public List<Exposure> exposures() {
        return exposures.values().stream()
                .sorted(Comparator.comparingLong(Exposure::bytes).reversed().thenComparing(Exposure::place))
                .toList();
    }

    void moved(Tier from, Tier to, long bytes, long nanos) {
        if (level != Level.OFF) {
            transfers.merge(
                    new Direction(from, to),
                    new Transfer(from, to, 1, bytes, nanos),
                    (a, b) -> new Transfer(from, to, a.buffers + b.buffers, a.bytes + b.bytes, a.nanos + b.nanos));
        }
    }

    /// A buffer was exposed by who called `door`.
    void exposed(long bytes, Class<?> door) {
        if (level == Level.EXPOSURES) {
            String place = caller(door.getName());
            exposures.merge(
                    place,
                    new Exposure(place, 1, bytes),
                    (a, b) -> new Exposure(place, a.buffers + b.buffers, a.bytes + b.bytes));
        }
    }

    private static String caller(String door) {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !isOurs(frame.getClassName(), door))
                        .findFirst()
                        .map(frame -> frame.toStackTraceElement().toString())
                        .orElse("unknown"));
    }

    private static boolean isOurs(String className, String door) {
        return className.startsWith(SpillStatistics.class.getName()) || className.startsWith(door);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Spill Statistics (level=" + level.ordinal() + "):\n");
        if (level == Level.OFF) {
            return text + " N/A\n";
        }
        text.append(" Spilling (level >= 1):\n");
        for (Transfer transfer : transfers()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %s => %s: %s, %s in %.4fs%n",
                    name(transfer.from()),
                    name(transfer.to()),
                    buffers(transfer.buffers()),
                    ByteSize.format(transfer.bytes()),
                    transfer.nanos() / 1e9));
        }
        if (level == Level.EXPOSURES) {
            text.append(" Exposed buffers (level >= 2):\n");
            exposures()
                    .forEach(exposure -> text.append("  " + exposure.place() + ": " + buffers(exposure.buffers()) + ", "
                            + ByteSize.format(exposure.bytes()) + "\n"));
        }
        return text.toString();
    }

    private static String buffers(long count) {
        return count == 1 ? "1 buffer" : count + " buffers";
    }

    private static String name(Tier tier) {
        return tier.name().toLowerCase(Locale.ROOT);
    }
}
