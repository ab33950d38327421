package dev.sheaf.cli;

import dev.sheaf.cli.output.ResultFormat;
import dev.sheaf.column.Schema;
import dev.sheaf.groupby.Sums;
import dev.sheaf.plan.Explain;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sheaf sql`: runs a query over files and prints or writes the result.
@Command(
        name = "sql",
        description = "Run a query over files and print the result, or write it to a file.",
        optionListHeading = "%nOptions:%n",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  sheaf sql -t orders=orders.parquet \"SELECT o_orderstatus, COUNT(*) FROM orders GROUP BY 1\"",
            "  sheaf sql -o top.csv \"SELECT * FROM 'sales/*.parquet' ORDER BY price DESC LIMIT 10\""
        })
final class SqlCommand implements Runnable {
    private static final long DEFAULT_ROWS = 40;

    private final Terminal terminal;

    @Parameters(arity = "0..1", paramLabel = "SQL", description = "The query; - reads it from standard input.")
    private @Nullable String sql;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Read the query from a file.")
    private @Nullable Path file;

    @Option(
            names = {"-t", "--table"},
            paramLabel = "NAME=PATH",
            description = "Make files known as a table; PATH is a file, a folder or a pattern such as"
                    + " 'sales/*.parquet'. Queries can also name files themselves, in quotes.")
    private List<String> tables = List.of();

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "table (default), csv, json, markdown or parquet. With -o, the ending of the file decides"
                    + " unless this is given.")
    private @Nullable ResultFormat format;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write the result to a file.")
    private @Nullable Path out;

    @Option(
            names = "--max-rows",
            paramLabel = "N",
            description = "How many rows a table on the screen shows: a number or all (default: 40).")
    private Values.@Nullable RowLimit maxRows;

    @Option(names = "--explain", description = "Show how the query would run, and do not run it.")
    private boolean explain;

    @Option(names = "--timing", description = "Say where the time went, on standard error.")
    private boolean timing;

    @Option(
            names = "--sums",
            paramLabel = "NAME",
            description = "fast (default), or reproducible: floating sums exactly rounded, the same bits in every run.")
    private Sums sums = Sums.FAST;

    @Mixin
    private BackendOption backend = new BackendOption();

    @Mixin
    private ResourceOptions resources = new ResourceOptions();

    SqlCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        String query = query();
        backend.explainAbsence(terminal);
        try (Job job = new Job(terminal, resources, backend.preference())) {
            TimingReport report = TimingReport.start(job.context());
            LogicalPlan plan = session().plan(query);
            report.planned();
            if (explain) {
                terminal.print(Explain.text(plan, job.context()));
            } else {
                execute(plan, job, report);
            }
        }
    }

    private SqlSession session() {
        SqlSession session = new SqlSession().sums(sums);
        for (String table : tables) {
            TableArgument argument = TableArgument.parse(table);
            session.register(argument.name(), FileFormats.open(argument.path()));
        }
        return session;
    }

    private void execute(LogicalPlan plan, Job job, TimingReport report) {
        try (BatchSink sink = sink(plan.schema(), job.context())) {
            job.run(plan, sink);
        }
        report.ended();
        if (timing) {
            terminal.err().print(report.text(terminal.errorScreen()));
        }
    }

    private BatchSink sink(Schema schema, QueryContext context) {
        if (out != null) {
            OutputFile target = format == null ? OutputFile.of(out) : new OutputFile(out, format);
            return target.open(schema, context);
        }
        ResultFormat shown = format == null ? ResultFormat.TABLE : format;
        long rows = maxRows == null ? DEFAULT_ROWS : maxRows.rows();
        return shown.sink(schema, terminal.target(), rows, terminal.screen());
    }

    private String query() {
        if (file != null && sql != null) {
            throw new IllegalArgumentException("the query is given twice; leave out -f " + file + " or the SQL text");
        }
        if (file != null) {
            return read(file);
        }
        if (sql == null) {
            throw new IllegalArgumentException(
                    "no query; write sheaf sql \"SELECT ...\", or - to read it from standard input, or -f FILE");
        }
        return sql.equals("-") ? readInput() : sql;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("no file " + file, missing);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file + ": " + failure.getMessage(), failure);
        }
    }

    private String readInput() {
        try {
            return new String(terminal.in().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read standard input: " + failure.getMessage(), failure);
        }
    }
}
