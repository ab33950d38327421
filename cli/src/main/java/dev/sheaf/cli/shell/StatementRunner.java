package dev.sheaf.cli.shell;

import dev.sheaf.cli.output.ProgressBar;
import dev.sheaf.cli.output.ResultFormat;
import dev.sheaf.cli.output.RowCounts;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlStatement;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;

/// Runs statements. Ctrl-C stops the one that runs, and nothing else.
final class StatementRunner {
    private final ShellState state;
    private final Screenful screen;

    StatementRunner(ShellState state, Screenful screen) {
        this.state = state;
        this.screen = screen;
    }

    /// Runs a statement and shows its rows, or how many it changed.
    ///
    /// @throws RuntimeException if it is wrong, fails or is stopped
    void run(String sql) {
        SqlStatement statement = state.session().prepare(sql);
        long start = System.nanoTime();
        if (statement.isQuery()) {
            LogicalPlan plan = statement.plan();
            if (!statement.isChange()) {
                state.setLastQuery(sql);
            }
            stoppable(context -> write(plan, context, sink(plan.schema())));
        } else {
            stoppable(context -> screen.say(RowCounts.changed(statement.execute(context))));
        }
        if (state.timing()) {
            screen.say(String.format(Locale.ROOT, "%.3f s", (System.nanoTime() - start) / 1e9));
        }
    }

    /// Writes the rows of a query to a file in the format of its ending.
    ///
    /// @throws RuntimeException as [#run], or if there is no such format
    void save(String sql, Path file) {
        LogicalPlan plan = state.session().prepare(sql).plan();
        stoppable(context -> write(plan, context, FileFormats.of(file).create(file, plan.schema(), context)));
    }

    private BatchSink sink(Schema schema) {
        ResultFormat mode = state.mode();
        return mode.sink(
                schema, mode == ResultFormat.TABLE ? screen.tables() : screen.values(), screen.rows(), screen.screen());
    }

    private void write(LogicalPlan plan, QueryContext context, BatchSink sink) {
        try (sink) {
            Executor.forEach(plan, context, sink::write);
            if (context.progress() instanceof ProgressBar bar) {
                bar.close();
            }
            sink.commit();
        }
    }

    private void stoppable(Consumer<QueryContext> work) {
        Terminal terminal = screen.terminal();
        Cancellation cancellation = new Cancellation();
        Terminal.SignalHandler before = terminal.handle(Signal.INT, _ -> cancellation.cancel("interrupted"));
        try (ProgressBar bar = new ProgressBar(screen.progress())) {
            work.accept(state.session()
                    .context()
                    .cancellation(cancellation)
                    .progress(bar)
                    .build());
        } finally {
            terminal.handle(Signal.INT, before);
        }
    }
}
