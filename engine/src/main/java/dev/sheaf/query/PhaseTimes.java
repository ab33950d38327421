package dev.sheaf.query;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// How long the threads of a query spent in each [Phase], summed over threads.
///
/// ```java
/// try (var _ = context.phases().time(Phase.READ)) { ... }
/// ```
/// A phase inside another on the same thread is taken out of the outer one's time, so that phases add up.
public final class PhaseTimes {
    private final Map<Phase, LongAdder> nanos = new EnumMap<>(Phase.class);
    private final ThreadLocal<Timer> current = new ThreadLocal<>();
    private final @Nullable QueryFlow flow;

    /// Creates times of zero.
    public PhaseTimes() {
        this(null);
    }

    PhaseTimes(@Nullable QueryFlow flow) {
        this.flow = flow;
        for (Phase phase : Phase.values()) {
            nanos.put(phase, new LongAdder());
        }
    }

    /// Starts timing a phase on this thread; closing the timer ends it.
    public Timer time(Phase phase) {
        return new Timer(phase, current.get());
    }

    /// Thread time spent in a phase so far.
    public long nanos(Phase phase) {
        return Objects.requireNonNull(nanos.get(phase)).sum();
    }

    /// The phases that took any time, in the order of [Phase].
    public Map<Phase, Long> all() {
        Map<Phase, Long> times = new EnumMap<>(Phase.class);
        nanos.forEach((phase, adder) -> {
            if (adder.sum() > 0) {
                times.put(phase, adder.sum());
            }
        });
        return times;
    }

    /// The phases that took any time, each in milliseconds: `read 12.3 ms, group 4.5 ms`.
    @Override
    public String toString() {
        return all().entrySet().stream()
                .map(time -> String.format(
                        Locale.ROOT,
                        "%s %.1f ms",
                        time.getKey().name().toLowerCase(Locale.ROOT),
                        time.getValue() / 1e6))
                .collect(Collectors.joining(", "));
    }

    /// One running measurement; also a Flight Recorder event if a recording was ever made in this process: making
    /// the first event starts Flight Recorder, which takes a tenth of a second.
    public final class Timer implements AutoCloseable {
        private final Phase phase;
        private final @Nullable Timer outer;
        private final @Nullable PhaseEvent event = FlightRecorder.isInitialized() ? new PhaseEvent() : null;
        private final long start = System.nanoTime();
        private final int depth;
        private long innerNanos;
        private long rows = -1;
        private long bytes = -1;

        private Timer(Phase phase, @Nullable Timer outer) {
            this.phase = phase;
            this.outer = outer;
            this.depth = outer == null ? 0 : outer.depth + 1;
            if (event != null) {
                event.begin();
            }
            current.set(this);
        }

        /// Says how many rows this has to do with, for a [QueryFlow].
        public void rows(long count) {
            rows = count;
        }

        /// Says how many bytes this moves, for a [QueryFlow].
        public void bytes(long count) {
            bytes = count;
        }

        @Override
        public void close() {
            long end = System.nanoTime();
            long elapsed = end - start;
            Objects.requireNonNull(nanos.get(phase)).add(elapsed - innerNanos);
            if (outer == null) {
                current.remove();
            } else {
                outer.innerNanos += elapsed;
                current.set(outer);
            }
            if (flow != null) {
                flow.add(phase, depth, start, end, rows, bytes);
            }
            if (event != null && event.shouldCommit()) {
                event.phase = phase.name();
                event.rows = rows;
                event.bytes = bytes;
                event.commit();
            }
        }
    }

    /// One stretch of work of one thread in one [Phase].
    @Name("dev.sheaf.Phase")
    @Label("Query phase")
    @Category("Sheaf")
    @StackTrace(false)
    static final class PhaseEvent extends Event {
        @Label("Phase")
        String phase = "";

        @Label("Rows, or -1")
        long rows;

        @Label("Bytes, or -1")
        long bytes;
    }
}
