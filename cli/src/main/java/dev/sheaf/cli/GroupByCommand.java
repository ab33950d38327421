package dev.sheaf.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// `sheaf groupby`: groups the rows of a file.
final class GroupByCommand implements Runnable {
    private final FileQuery query;
    private final Choice<String> by = Choice.of(
            String.class, "KEYS", "Columns or expressions to group by, such as region,year(day).", "-b", "--by");
    private final Choice<String> aggregates = Choice.of(
            String.class,
            "LIST",
            "Aggregates of SQL, such as \"sum(units), mean(price) AS price\" (default: count(*)).",
            "-a",
            "--agg");
    private final Choice<String> where =
            Choice.of(String.class, "CONDITION", "Only rows for which this is true.", "-w", "--where");

    private GroupByCommand(Terminal terminal) {
        this.query = new FileQuery(terminal);
    }

    static CommandLine commandLine(Terminal terminal) {
        GroupByCommand command = new GroupByCommand(terminal);
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name("groupby");
        Choice.add(spec, command.by, command.aggregates, command.where);
        command.query.addTo(spec);
        spec.usageMessage()
                .description("Group the rows of a file and order the groups by their keys.")
                .footer(
                        "",
                        "Example:",
                        "  sheaf groupby sales.parquet --by region,store --agg \"sum(units), mean(price)\"");
        return new CommandLine(spec);
    }

    @Override
    public void run() {
        String keys = by.value();
        if (keys == null || keys.isBlank()) {
            throw new IllegalArgumentException("name what to group by: --by region,store");
        }
        query.run(table -> "SELECT " + keys + ", " + aggregates.or("count(*)") + " FROM " + table
                + (where.value() == null ? "" : " WHERE " + where.value())
                + " GROUP BY ALL ORDER BY ALL");
    }
}
