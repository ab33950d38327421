package dev.sheaf.cli;

import dev.sheaf.cli.output.FlowData;
import dev.sheaf.cli.output.FlowPage;
import dev.sheaf.cli.output.ResultFormat;
import dev.sheaf.cli.output.RowCounts;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.QueryFlow;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// Where the result of a query goes and in which form, and what is said of the way there.
final class ResultOptions {
    private static final long DEFAULT_ROWS = 40;

    private final Choice<ResultFormat> format = Choice.of(
            ResultFormat.class,
            "NAME",
            "table (default), csv, json, ndjson, markdown or parquet. With -o, the ending of the file decides unless this is"
                    + " given.",
            "--format");
    private final Choice<Path> out = Choice.of(Path.class, "FILE", "Write the result to a file.", "-o", "--out");
    private final Choice<OptionValues.RowLimit> maxRows = Choice.of(
            OptionValues.RowLimit.class,
            "N",
            "How many rows a table on the screen shows: a number or all (default: 40).",
            "--max-rows");
    private final Choice<Boolean> timing = Choice.flag("Say where the time went, on standard error.", "--timing");
    private final Choice<Boolean> verbose = Choice.flag(
            "Say on standard error what was written or stored; on a terminal that is said anyway.", "-v", "--verbose");

    private final Choice<Path> flowPage =
            Choice.of(Path.class, "FILE", "Write what each thread did when as a page to look at, FILE.html.", "--flow");
    private final QueryFlow flow = new QueryFlow();

    void addTo(CommandSpec command) {
        Choice.add(command, format, out, maxRows, timing, flowPage, verbose);
    }

    /// Hears what the query does, if a page is to show it.
    @Nullable
    QueryFlow flow() {
        return flowPage.value() == null ? null : flow;
    }

    /// Refuses options that speak of one result where statements give none or several.
    ///
    /// @throws IllegalArgumentException if there is such an option
    void check(long queries) {
        if (queries != 1 && (out.value() != null || flowPage.value() != null)) {
            throw new IllegalArgumentException((out.value() != null ? "-o" : "--flow")
                    + " is for one query; "
                    + (queries == 0 ? "no statement" : queries + " statements")
                    + " here give" + (queries == 0 ? "s" : "") + " rows");
        }
    }

    /// Says how many rows a statement stored or wrote, where more than results is asked for.
    void changed(long rows, Terminal terminal) {
        if (verbose.or(false) || terminal.errIsTerminal()) {
            terminal.err().println(RowCounts.changed(rows));
        }
    }

    /// Runs a plan and writes its result.
    void run(
            String query,
            LogicalPlan plan,
            CancellableWork work,
            TimingReport report,
            BackendOption backend,
            Terminal terminal) {
        long start = System.nanoTime();
        try (BatchSink sink = sink(plan.schema(), work.context(), terminal)) {
            Written.Counted counted = new Written.Counted(sink);
            work.run(plan, counted);
            Path target = out.value();
            if (target != null && (verbose.or(false) || terminal.errIsTerminal())) {
                terminal.err().println(Written.line(counted.rows(), target, (System.nanoTime() - start) / 1e9));
            }
        }
        report.ended();
        backend.explainChoice(work.context().decisions(), terminal);
        if (timing.or(false)) {
            terminal.err().print(report.text(terminal.errorScreen()));
        }
        Path page = flowPage.value();
        if (page != null) {
            FlowPage.write(page, new FlowData(query, work.context(), flow));
        }
    }

    private BatchSink sink(Schema schema, QueryContext context, Terminal terminal) {
        Path target = out.value();
        ResultFormat named = format.value();
        if (target != null) {
            return (named == null ? OutputFile.of(target) : new OutputFile(target, named)).open(schema, context);
        }
        OptionValues.RowLimit rows = maxRows.or(new OptionValues.RowLimit(DEFAULT_ROWS));
        ResultFormat chosen = named == null ? ResultFormat.TABLE : named;
        return chosen.sink(
                schema,
                chosen == ResultFormat.TABLE ? terminal.target() : terminal.plainTarget(),
                rows.rows(),
                terminal.screen());
    }
}
