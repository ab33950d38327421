package dev.sheaf.cli;

import dev.sheaf.frame.LazyFrame;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.BatchSink;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// `sheaf convert`: writes the rows of files in another format.
final class ConvertCommand implements Runnable {
    private final Terminal terminal;
    private final PositionalParamSpec in = PositionalParamSpec.builder()
            .index("0")
            .type(String.class)
            .arity("1")
            .required(true)
            .paramLabel("IN")
            .description("A file, a folder, or a pattern such as 'sales/*.csv'.")
            .build();
    private final PositionalParamSpec out = PositionalParamSpec.builder()
            .index("1")
            .type(Path.class)
            .arity("1")
            .required(true)
            .paramLabel("OUT")
            .description(
                    "The file to write; its ending says the format: .parquet, .csv, .tsv, .arrow, .json, .ndjson, .md.")
            .build();
    private final ReadOption read = new ReadOption();
    private final Choice<Boolean> verbose =
            Choice.flag("Say what was written; on a terminal that is said anyway.", "-v", "--verbose");
    private final ResourceOptions resources = new ResourceOptions();

    private ConvertCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    static CommandLine commandLine(Terminal terminal) {
        ConvertCommand command = new ConvertCommand(terminal);
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command)
                .name("convert")
                .addPositional(command.in)
                .addPositional(command.out);
        Choice.add(spec, command.read.choice(), command.verbose);
        command.resources.addTo(spec);
        spec.usageMessage()
                .description("Write the rows of files in another format.")
                .optionListHeading("%nOptions:%n")
                .sortOptions(false)
                .footer("", "Example:", "  sheaf convert 'sales/*.csv' sales.parquet");
        return new CommandLine(spec);
    }

    @Override
    public void run() {
        LazyFrame rows = read.scan(in.getValue());
        Path target = out.getValue();
        long start = System.nanoTime();
        try (CancellableWork work = new CancellableWork(terminal, resources, BackendPreference.CPU);
                BatchSink sink = OutputFile.of(target).open(rows.schema(), work.context())) {
            Written.Counted counted = new Written.Counted(sink);
            work.run(rows.plan(), counted);
            if (verbose.or(false) || terminal.errIsTerminal()) {
                terminal.err().println(Written.line(counted.rows(), target, (System.nanoTime() - start) / 1e9));
            }
        }
    }
}
