package dev.sheaf.cli;

import dev.sheaf.cli.output.ProgressBar;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.Phase;
import dev.sheaf.query.ProgressListener;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.QueryFlow;
import dev.sheaf.spill.SpillFolder;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One piece of work of a command: it shows its progress on a terminal, and Ctrl-C stops it and lets it remove
/// what it has half written.
final class CancellableWork implements AutoCloseable {
    /// A query stops within a batch's time; whatever takes longer than this is left to itself.
    private static final long GRACE_SECONDS = 3;

    private final MemoryPool pool;
    private final @Nullable ProgressBar bar;
    private final Cancellation cancellation = new Cancellation();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread onSignal = new Thread(this::stop, "sheaf-stop");
    private final QueryContext context;

    /// Starts work under some options, and clears away what killed processes have spilled.
    CancellableWork(Terminal terminal, ResourceOptions options, BackendPreference backend) {
        this(terminal, options, backend, null);
    }

    /// The same, and `flow` hears what is done when.
    CancellableWork(Terminal terminal, ResourceOptions options, BackendPreference backend, @Nullable QueryFlow flow) {
        this.bar = terminal.errIsTerminal() ? new ProgressBar(terminal.err()) : null;
        this.pool = options.pool();
        this.context = context(options, backend, flow);
        SpillFolder.cleanUp(context.spillFolder());
        try {
            Runtime.getRuntime().addShutdownHook(onSignal);
        } catch (IllegalStateException shuttingDown) {
            pool.close();
            throw new QueryCancelledException("interrupted");
        }
    }

    private QueryContext context(ResourceOptions options, BackendPreference backend, @Nullable QueryFlow flow) {
        QueryContext.Builder builder = QueryContext.builder()
                .pool(pool)
                .backend(backend)
                .cancellation(cancellation)
                .progress(bar == null ? ProgressListener.NONE : bar);
        options.apply(builder);
        if (flow != null) {
            builder.flow(flow);
        }
        return builder.build();
    }

    QueryContext context() {
        return context;
    }

    /// Runs a plan into a sink and commits it.
    void run(LogicalPlan plan, BatchSink sink) {
        Executor.forEach(plan, context, table -> writing(() -> sink.write(table)));
        endProgress();
        writing(sink::commit);
    }

    private void writing(Runnable work) {
        try (var _ = context.phases().time(Phase.WRITE)) {
            work.run();
        }
    }

    /// Erases the progress bar, before something else is written to the terminal.
    void endProgress() {
        if (bar != null) {
            bar.close();
        }
    }

    /// Runs when the process is told to end while work is under way.
    private void stop() {
        cancellation.cancel("interrupted");
        try {
            boolean _ = ended.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        endProgress();
    }

    @Override
    public void close() {
        endProgress();
        pool.close();
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } catch (IllegalStateException shuttingDown) {
            // the hook is what ends this work
        }
    }
}
