package dev.sheaf.cli;

import dev.sheaf.cli.datagen.OrdersDataset;
import dev.sheaf.cli.output.ResultFormat;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormats;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.text.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sheaf demo`: makes a file of orders, groups it, and says how that went.
@Command(
        name = "demo",
        description = "Make a Parquet file of 10 million orders, sum their prices by status, and show how that went.",
        sortOptions = false)
final class DemoCommand implements Runnable {
    private static final long SEED = 1;
    private static final String QUERY = """
            SELECT o_orderstatus, SUM(o_totalprice) AS total_price
            FROM orders
            GROUP BY o_orderstatus""";

    private final Terminal terminal;

    @Option(names = "--rows", paramLabel = "N", description = "Orders to make (default: 10M).")
    private OptionValues.Count rows = new OptionValues.Count(10_000_000);

    @Option(
            names = "--dir",
            paramLabel = "FOLDER",
            description = "Where to keep the file for the next time; a cache folder of yours unless given.")
    private @Nullable Path folder;

    private final BackendOption backend = new BackendOption();
    private final ResourceOptions resources = new ResourceOptions();

    private DemoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    static CommandLine commandLine(Terminal terminal) {
        DemoCommand command = new DemoCommand(terminal);
        CommandLine line = new CommandLine(command);
        command.backend.addTo(line.getCommandSpec());
        command.resources.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public void run() {
        Path file = folder().resolve("orders-" + rows.value() + ".parquet");
        if (Files.exists(file)) {
            say("Using %s from an earlier run.", Printable.line(file.toString()));
        } else {
            write(file);
        }
        query(file);
    }

    private void write(Path file) {
        Dataset orders = new OrdersDataset(rows.value(), SEED, 0, true);
        say("Making %s ...", Printable.line(file.toString()));
        try (CancellableWork work = new CancellableWork(terminal, resources, BackendPreference.CPU)) {
            long start = System.nanoTime();
            GeneratedFile.write(orders, OutputFile.of(file), work);
            say("%,d orders written in %.1f s.", rows.value(), (System.nanoTime() - start) / 1e9);
        }
    }

    private void query(Path file) {
        terminal.print("\n" + QUERY + ";\n\n");
        backend.explainAbsence(terminal);
        try (CancellableWork work = new CancellableWork(terminal, resources, backend.preference())) {
            TimingReport report = TimingReport.start(work.context());
            SqlSession session = new SqlSession();
            session.register("orders", FileFormats.open(file.toString()));
            LogicalPlan plan = session.plan(QUERY);
            report.planned();
            try (BatchSink sink =
                    ResultFormat.TABLE.sink(plan.schema(), terminal.target(), Long.MAX_VALUE, terminal.screen())) {
                work.run(plan, sink);
                report.ended();
            }
            backend.explainChoice(work.context().decisions(), terminal);
            terminal.print("\n" + report.text(terminal.screen()));
        }
    }

    private Path folder() {
        Path chosen = folder == null ? CacheFolder.of(System.getenv()) : folder;
        try {
            return Files.createDirectories(chosen);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot make the folder " + chosen + ": " + failure.getMessage(), failure);
        }
    }

    private void say(String format, Object... values) {
        terminal.print(String.format(Locale.ROOT, format, values) + "\n");
    }
}
