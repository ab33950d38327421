package dev.sheaf.memory;

import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Logs what a pool's buffers were lost with: one warning for each table, one for each buffer that was in none, up to
/// [#MAX_WARNINGS], and after those one line for all the others.
///
/// The buffers of a table are found one by one, so reports wait for a while for the others. Thread-safe.
final class LeakReports {
    static final int MAX_WARNINGS = 20;

    private static final int WAIT_MILLIS = 300;

    private static final Executor LATER = CompletableFuture.delayedExecutor(WAIT_MILLIS, TimeUnit.MILLISECONDS);

    private final List<Leak> waiting = new ArrayList<>();
    private int warnings;
    private long unnamed;
    private long unnamedTold;

    /// A lost buffer, with what it was held by and where it was made, if that was noted.
    record Leak(
            long bytes,
            String purpose,
            @Nullable Holder holder,
            @Nullable AllocationSite site) {}

    void add(Leak leak) {
        boolean first;
        synchronized (this) {
            first = waiting.isEmpty();
            waiting.add(leak);
        }
        if (first) {
            LATER.execute(this::report);
        }
    }

    private void report() {
        lines().forEach(line -> System.getLogger("dev.sheaf.memory").log(Logger.Level.WARNING, line));
    }

    private synchronized List<String> lines() {
        List<String> lines = new ArrayList<>();
        long bytes = 0;
        for (Line line : byLoss()) {
            if (line.named && warnings < MAX_WARNINGS) {
                warnings++;
                lines.add(line.text);
            } else {
                unnamed++;
                bytes += line.bytes;
            }
        }
        waiting.clear();
        // Who loses memory for ever is not told so for ever: only when there are twice as many as when told before.
        if (unnamed > unnamedTold && unnamed >= 2 * unnamedTold) {
            unnamedTold = unnamed;
            lines.add("and " + String.format(Locale.ROOT, "%,d", unnamed) + " more tables or buffers, "
                    + ByteSize.format(bytes) + " of them just now, were never closed");
        }
        return lines;
    }

    private record Line(boolean named, long bytes, String text) {}

    /// A line for each table, in the order of their first buffers, then one for each other buffer.
    private List<Line> byLoss() {
        Map<Holder, List<Leak>> tables = new IdentityHashMap<>();
        List<Holder> order = new ArrayList<>();
        List<Leak> alone = new ArrayList<>();
        for (Leak leak : waiting) {
            Holder holder = leak.holder;
            if (holder == null) {
                alone.add(leak);
            } else {
                tables.computeIfAbsent(holder, first -> {
                            order.add(first);
                            return new ArrayList<>();
                        })
                        .add(leak);
            }
        }
        return Stream.concat(
                        order.stream().map(holder -> table(holder, tables.getOrDefault(holder, List.of()))),
                        alone.stream().map(LeakReports::buffer))
                .toList();
    }

    private static Line table(Holder holder, List<Leak> leaks) {
        long bytes = leaks.stream().mapToLong(Leak::bytes).sum();
        return new Line(
                true,
                bytes,
                holder.what() + " was never closed (" + ByteSize.format(bytes) + " in " + leaks.size()
                        + (leaks.size() == 1 ? " buffer" : " buffers") + "); made at " + holder.caller());
    }

    private static Line buffer(Leak leak) {
        AllocationSite site = leak.site;
        return new Line(
                site != null,
                leak.bytes,
                ByteSize.format(leak.bytes) + " for \"" + leak.purpose + "\" were never closed; allocated at "
                        + (site == null ? "a place that was not noted" : site.caller()));
    }
}
