package dev.sheaf.query;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// What the threads of a query did and when, for a picture of it.
///
/// Given to [QueryContext.Builder#flow]; filled by the threads at work, one [Span] for each stretch that [PhaseTimes]
/// measures. Keeps the first 200,000 spans, which take some 20 MB of the heap, and counts the others.
public final class QueryFlow {
    private static final int MOST_SPANS = 200_000;

    private final long originNanos = System.nanoTime();
    private final ConcurrentLinkedQueue<Span> spans = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Choice> choices = new ConcurrentLinkedQueue<>();
    private final AtomicLong count = new AtomicLong();

    /// Starts the clock.
    public QueryFlow() {}

    /// A stretch of work.
    ///
    /// @param lane who worked: a thread, by its name
    /// @param depth how many other stretches of the same thread it lies in
    /// @param startNanos since the flow was made
    /// @param rows how many rows it had to do with, or -1 where that is not known
    /// @param bytes how many bytes it moved, or -1 where that is not known
    public record Span(String lane, Phase phase, int depth, long startNanos, long endNanos, long rows, long bytes) {}

    /// A choice, and when it was made.
    ///
    /// @param nanos since the flow was made
    public record Choice(long nanos, Decision decision) {}

    /// The spans so far, those of a lane in the order in which they ended.
    public List<Span> spans() {
        return List.copyOf(spans);
    }

    /// The choices so far.
    public List<Choice> choices() {
        return List.copyOf(choices);
    }

    /// How many spans there was no room for.
    public long missing() {
        return Math.max(0, count.get() - MOST_SPANS);
    }

    /// The time since the flow was made.
    public long nanos() {
        return System.nanoTime() - originNanos;
    }

    void add(Phase phase, int depth, long start, long end, long rows, long bytes) {
        if (count.incrementAndGet() <= MOST_SPANS) {
            String lane = Thread.currentThread().getName();
            spans.add(new Span(lane, phase, depth, start - originNanos, end - originNanos, rows, bytes));
        }
    }

    void add(Decision decision) {
        choices.add(new Choice(nanos(), decision));
    }
}
