package dev.sheaf.cli;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.SqlSession;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// What commands that ask one question about a file share: the file, where the result goes, and the
/// resources.
final class FileQuery {
    private final Terminal terminal;
    private final PositionalParamSpec file = PositionalParamSpec.builder()
            .type(String.class)
            .arity("1")
            .required(true)
            .paramLabel("FILE")
            .description("A file, a folder, or a pattern such as 'sales/*.parquet'.")
            .build();
    private final ReadOption read = new ReadOption();
    private final ResultOptions results = new ResultOptions();
    private final BackendOption backend = new BackendOption();
    private final ResourceOptions resources = new ResourceOptions();

    FileQuery(Terminal terminal) {
        this.terminal = terminal;
    }

    void addTo(CommandSpec spec) {
        spec.addPositional(file);
        Choice.add(spec, read.choice());
        results.addTo(spec);
        backend.addTo(spec);
        resources.addTo(spec);
        spec.usageMessage().optionListHeading("%nOptions:%n").sortOptions(false);
    }

    /// Runs the SQL that `query` makes for the name of the file's table.
    void run(Function<String, String> query) {
        String path = file.getValue();
        backend.explainAbsence(terminal);
        try (CancellableWork work = new CancellableWork(terminal, resources, backend.preference(), results.flow())) {
            TimingReport report = TimingReport.start(work.context());
            String table = TableArgument.parse(path).name();
            String text = query.apply('"' + table.replace("\"", "\"\"") + '"');
            LogicalPlan plan = new SqlSession().register(table, read.scan(path)).plan(text);
            report.planned();
            results.run(text, plan, work, report, backend, terminal);
        }
    }
}
