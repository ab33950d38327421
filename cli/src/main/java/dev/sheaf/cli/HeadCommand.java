package dev.sheaf.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// `sheaf head`: shows the first rows of a file.
final class HeadCommand implements Runnable {
    private static final long DEFAULT_ROWS = 10;

    private final FileQuery query;
    private final Choice<OptionValues.Count> rows =
            Choice.of(OptionValues.Count.class, "N", "How many rows (default: 10).", "-n", "--rows");

    private HeadCommand(Terminal terminal) {
        this.query = new FileQuery(terminal);
    }

    static CommandLine commandLine(Terminal terminal) {
        HeadCommand command = new HeadCommand(terminal);
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name("head");
        Choice.add(spec, command.rows);
        command.query.addTo(spec);
        spec.usageMessage()
                .description("Show the first rows of a file.")
                .footer("", "Example:", "  sheaf head -n 3 'sales/*.csv'");
        return new CommandLine(spec);
    }

    @Override
    public void run() {
        long count = rows.or(new OptionValues.Count(DEFAULT_ROWS)).value();
        query.run(table -> "FROM " + table + " LIMIT " + count);
    }
}
