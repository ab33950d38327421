package dev.sheaf.cli;

import dev.sheaf.cli.datagen.GroupByDataset;
import dev.sheaf.cli.datagen.HitsDataset;
import dev.sheaf.cli.datagen.LineitemDataset;
import dev.sheaf.cli.datagen.OrdersDataset;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.Dataset;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf datagen`: writes generated tables to files.
@Command(
        name = "datagen",
        description = "Write generated tables of any size to a file. The same seed gives the same values.",
        synopsisSubcommandLabel = "(orders | lineitem | groupby | hits)")
final class DatagenCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private DatagenCommand() {}

    static CommandLine commandLine(Terminal terminal) {
        return new CommandLine(new DatagenCommand())
                .addSubcommand(table(new Orders(terminal)))
                .addSubcommand(table(new Lineitem(terminal)))
                .addSubcommand(table(new GroupBy(terminal)))
                .addSubcommand(table(new Hits(terminal)));
    }

    private static CommandLine table(Table table) {
        CommandLine line = new CommandLine(table);
        table.target.options.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "which table? There are orders, lineitem, groupby and hits");
    }

    /// A command that makes a table.
    private abstract static sealed class Table implements Runnable {
        private final Terminal terminal;

        @Mixin
        Target target = new Target();

        Table(Terminal terminal) {
            this.terminal = terminal;
        }

        abstract Dataset dataset();

        @Override
        public void run() {
            target.write(dataset(), terminal);
        }
    }

    /// What all tables have: size, seed, and where to put them.
    static final class Target {
        @Option(names = "--rows", required = true, paramLabel = "N", description = "Rows, such as 1000000, 10M or 1e7.")
        private OptionValues.Count rows;

        @Option(
                names = {"-o", "--out"},
                required = true,
                paramLabel = "FILE",
                description = "The file: .parquet, .csv, .json or .md.")
        private Path out;

        @Option(names = "--seed", paramLabel = "S", description = "Another seed gives other values (default: 1).")
        private long seed = 1;

        private final ResourceOptions options = new ResourceOptions();

        long rows() {
            return rows.value();
        }

        long seed() {
            return seed;
        }

        void write(Dataset dataset, Terminal terminal) {
            long start = System.nanoTime();
            OutputFile file = OutputFile.of(out);
            try (CancellableWork work = new CancellableWork(terminal, options, BackendPreference.AUTO)) {
                long written = GeneratedFile.write(dataset, file, work);
                double seconds = (System.nanoTime() - start) / 1e9;
                terminal.err().println(Written.line(written, out, seconds));
            }
        }
    }

    /// Options of tables whose keys can be skewed.
    static final class Skew {
        @Option(
                names = "--zipf",
                paramLabel = "S",
                description = "Skew keys by Zipf's law with this exponent (default: 0, not at all).")
        private double zipf;
    }

    /// `sheaf datagen lineitem`.
    @Command(name = "lineitem", description = "Lines of orders, in the manner of TPC-H.", sortOptions = false)
    static final class Lineitem extends Table {
        Lineitem(Terminal terminal) {
            super(terminal);
        }

        @Override
        Dataset dataset() {
            return new LineitemDataset(target.rows(), target.seed(), true);
        }
    }

    /// `sheaf datagen hits`.
    @Command(name = "hits", description = "Page views of web sites, in the manner of ClickBench.", sortOptions = false)
    static final class Hits extends Table {
        Hits(Terminal terminal) {
            super(terminal);
        }

        @Override
        Dataset dataset() {
            return new HitsDataset(target.rows(), target.seed());
        }
    }

    /// `sheaf datagen orders`.
    @Command(name = "orders", description = "Orders of a shop, in the manner of TPC-H.", sortOptions = false)
    static final class Orders extends Table {
        @Mixin
        private Skew skew = new Skew();

        Orders(Terminal terminal) {
            super(terminal);
        }

        @Override
        Dataset dataset() {
            return new OrdersDataset(target.rows(), target.seed(), skew.zipf, true);
        }
    }

    /// `sheaf datagen groupby`.
    @Command(name = "groupby", description = "The table of db-benchmark's group-by task.", sortOptions = false)
    static final class GroupBy extends Table {
        @Mixin
        private Skew skew = new Skew();

        @Option(
                names = "--groups",
                paramLabel = "K",
                description = "Values of id1, id2, id4, id5; id3 and id6 have N / K (default: 100).")
        private OptionValues.Count groups = new OptionValues.Count(100);

        @Option(
                names = "--nulls",
                paramLabel = "PCT",
                description = "Percent of the values of each key, and of the rows of v1 to v3, that are null"
                        + " (default: 0).")
        private int nulls;

        @Option(names = "--sorted", description = "Rows in the order of id1 to id6.")
        private boolean sorted;

        GroupBy(Terminal terminal) {
            super(terminal);
        }

        @Override
        Dataset dataset() {
            int count = (int) Math.min(groups.value(), Integer.MAX_VALUE);
            return new GroupByDataset(target.rows(), count, nulls, sorted, skew.zipf, target.seed(), true);
        }
    }
}
