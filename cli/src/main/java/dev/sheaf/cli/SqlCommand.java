package dev.sheaf.cli;

import dev.sheaf.groupby.Sums;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Explain;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.sql.SqlStatement;
import dev.sheaf.text.Printable;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// `sheaf sql`: runs a query over files and prints or writes the result. Of several statements each is run in its
/// turn; tables that they make last as long as the command.
final class SqlCommand implements Runnable {
    private final Terminal terminal;
    private final PositionalParamSpec sql = PositionalParamSpec.builder()
            .type(String.class)
            .arity("0..1")
            .paramLabel("SQL")
            .description("The query, or statements that end with ;. - reads them from standard input.")
            .build();
    private final Choice<Path> file = Choice.of(Path.class, "FILE", "Read the statements from a file.", "-f", "--file");
    private final Choice<List<String>> tables = Choice.list(
            "NAME=PATH",
            "Make files known as a table; PATH is a file, a folder or a pattern such as 'sales/*.parquet'."
                    + " Queries can also name files themselves, in quotes.",
            "-t",
            "--table");
    private final Choice<Boolean> explain =
            Choice.flag("Show how the query would run, and do not run it.", "--explain");
    private final Choice<Sums> sums = Choice.of(
            Sums.class,
            "NAME",
            "fast (default), or reproducible: floating sums exactly rounded, the same bits in every run.",
            "--sums");
    private final ResultOptions results = new ResultOptions();
    private final BackendOption backend = new BackendOption();
    private final ResourceOptions resources = new ResourceOptions();

    private SqlCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    static CommandLine commandLine(Terminal terminal) {
        return new CommandLine(new SqlCommand(terminal).spec());
    }

    private CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name("sql").addPositional(sql);
        Choice.add(spec, file, tables, explain, sums);
        results.addTo(spec);
        backend.addTo(spec);
        resources.addTo(spec);
        spec.usageMessage()
                .description(
                        "Run a query over files and print the result, or write it to a file.",
                        "Of several statements, each is run in its turn.")
                .optionListHeading("%nOptions:%n")
                .sortOptions(false)
                .footer(
                        "",
                        "Examples:",
                        "  sheaf sql -t orders=orders.parquet \"SELECT o_orderstatus, COUNT(*) FROM orders GROUP BY 1\"",
                        "  sheaf sql -o top.csv \"SELECT * FROM 'sales/*.parquet' ORDER BY price DESC LIMIT 10\"",
                        "  sheaf sql \"COPY (SELECT * FROM 'sales.csv') TO 'sales.parquet'\"");
        return spec;
    }

    @Override
    public void run() {
        String script = query();
        backend.explainAbsence(terminal);
        try (CancellableWork work = new CancellableWork(terminal, resources, backend.preference(), results.flow());
                SqlSession session = session(work.context())) {
            List<SqlStatement> statements = session.prepareAll(script);
            check(statements);
            statements.forEach(statement -> run(statement, work));
        }
    }

    private void check(List<SqlStatement> statements) {
        if (explain.or(false)) {
            if (statements.size() > 1) {
                throw new IllegalArgumentException("--explain shows one query; there are several statements");
            }
        } else {
            results.check(statements.stream().filter(SqlStatement::isQuery).count());
        }
    }

    private void run(SqlStatement statement, CancellableWork work) {
        if (explain.or(false)) {
            terminal.print(Printable.lines(Explain.text(statement.plan(), work.context())));
        } else if (statement.isQuery()) {
            TimingReport report = TimingReport.start(work.context());
            LogicalPlan plan = statement.plan();
            report.planned();
            results.run(statement.text(), plan, work, report, backend, terminal);
        } else {
            long rows = statement.execute(work.context());
            work.endProgress();
            results.changed(rows, terminal);
        }
    }

    private SqlSession session(QueryContext context) {
        SqlSession session = new SqlSession(context.pool()).sums(sums.or(Sums.FAST));
        for (String table : tables.or(List.of())) {
            TableArgument argument = TableArgument.parse(table);
            session.register(argument.name(), FileFormats.open(argument.path()));
        }
        return session;
    }

    private String query() {
        String text = sql.getValue();
        Path from = file.value();
        if (from != null && text != null) {
            throw new IllegalArgumentException("the query is given twice; leave out -f " + from + " or the SQL text");
        }
        if (from != null) {
            return QueryText.of(from, terminal);
        }
        if (text == null) {
            throw new IllegalArgumentException(
                    "no query; write sheaf sql \"SELECT ...\", or - to read it from standard input, or -f FILE");
        }
        return text.equals("-") ? QueryText.ofStandardInput(terminal) : text;
    }
}
