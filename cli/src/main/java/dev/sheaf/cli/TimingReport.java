package dev.sheaf.cli;

import dev.sheaf.memory.ByteSize;
import dev.sheaf.query.Decision;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.text.Grid;
import dev.sheaf.text.Grid.Heading;
import dev.sheaf.text.Printable;
import dev.sheaf.text.Screen;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Where the time of a query went, and by which choices. Phases are summed over threads.
final class TimingReport {
    private final QueryContext context;
    private final long startNanos = System.nanoTime();
    private long plannedNanos;
    private long endedNanos;

    private TimingReport(QueryContext context) {
        this.context = context;
    }

    static TimingReport start(QueryContext context) {
        return new TimingReport(context);
    }

    /// Takes the time when the plan is made.
    void planned() {
        plannedNanos = System.nanoTime();
    }

    /// Takes the time when the result is written; whatever follows is not counted.
    void ended() {
        endedNanos = System.nanoTime();
    }

    /// The choices, a table of phases, and a summary line.
    String text(Screen screen) {
        StringBuilder text = new StringBuilder();
        context.decisions().forEach(decision -> describe(text, decision));
        text.replace(0, text.length(), Printable.lines(text.toString()));
        return text.append(phases().draw(screen)).append(summary()).toString();
    }

    /// `group by: cpu: direct index, because ...`, and below it what was turned down.
    private static void describe(StringBuilder text, Decision decision) {
        text.append(decision.operator()).append(": ").append(decision.choice());
        text.append(decision.reason().isEmpty() ? "" : ", because " + decision.reason())
                .append('\n');
        decision.rejected()
                .forEach(rejected -> text.append("  not ").append(rejected).append('\n'));
    }

    private Grid phases() {
        Map<Phase, Long> times = context.phases().all();
        long total =
                Math.max(1, times.values().stream().mapToLong(nanos -> nanos).sum());
        Grid grid = new Grid(List.of(Heading.text("phase"), Heading.number("thread time"), Heading.number("share")));
        times.forEach((phase, nanos) -> grid.row(
                phase.name().toLowerCase(Locale.ROOT),
                millis(nanos),
                String.format(Locale.ROOT, "%.0f %%", 100.0 * nanos / total)));
        return grid;
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    private String summary() {
        return String.format(
                Locale.ROOT,
                "%.3f s: %.3f s to plan, %.3f s to run on %d thread%s with at most %s of memory%n",
                (endedNanos - startNanos) / 1e9,
                (plannedNanos - startNanos) / 1e9,
                (endedNanos - plannedNanos) / 1e9,
                context.threads(),
                context.threads() == 1 ? "" : "s",
                ByteSize.format(context.pool().peakBytes()));
    }
}
