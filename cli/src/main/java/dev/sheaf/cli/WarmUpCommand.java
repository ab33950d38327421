package dev.sheaf.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sheaf warm-up`, which no user sees: does a little of everything, so that a start-up cache made of this run
/// has the classes that commands need and the profiles of their loops.
@Command(name = "warm-up", hidden = true, description = "Run a little of everything, for the start-up cache.")
final class WarmUpCommand implements Runnable {
    /// Of several schemas, types and shapes, and none of those that `bench first-run` measures: its table is not made
    /// here. Keys are few and many, integers, texts, dates and several at once.
    private static final List<String> QUERIES = List.of(
            "SELECT 1",
            "SELECT o_orderstatus, SUM(o_totalprice) AS total FROM orders GROUP BY o_orderstatus",
            "SELECT o_orderpriority, COUNT(*) AS n, AVG(o_totalprice), MIN(o_orderdate), MAX(o_clerk) FROM orders"
                    + " WHERE o_totalprice > 1000 GROUP BY o_orderpriority ORDER BY n DESC",
            "SELECT o_custkey, SUM(o_totalprice) AS s FROM orders GROUP BY o_custkey ORDER BY s DESC LIMIT 5",
            "SELECT o_clerk, COUNT(*), SUM(o_totalprice), AVG(o_totalprice) FROM orders GROUP BY o_clerk",
            "SELECT DATE_TRUNC('month', o_orderdate) AS month, SUM(o_totalprice) FROM orders GROUP BY 1 ORDER BY 1",
            "SELECT o_orderkey, o_custkey, COUNT(*), MAX(o_totalprice) FROM orders GROUP BY 1, 2",
            "SELECT * FROM orders WHERE o_clerk LIKE '%7' ORDER BY o_totalprice LIMIT 10",
            "SELECT * FROM (SELECT o_custkey, ROW_NUMBER() OVER (PARTITION BY o_custkey ORDER BY o_orderdate) AS nth"
                    + " FROM orders WHERE o_custkey < 5000) WHERE nth = 2",
            "SELECT l_returnflag, l_linestatus, SUM(l_quantity), SUM(l_extendedprice * (1 - l_discount)),"
                    + " AVG(l_tax), COUNT(*) FROM lineitem WHERE l_shipdate <= DATE '1998-09-02' GROUP BY 1, 2",
            "SELECT l_partkey, SUM(l_quantity) AS q, MIN(l_linenumber), MAX(l_linenumber) FROM lineitem GROUP BY 1"
                    + " HAVING SUM(l_quantity) > 10 ORDER BY q DESC, l_partkey LIMIT 20",
            "SELECT l_shipmode, l_shipinstruct, MEDIAN(l_linenumber), STDDEV(l_quantity::DOUBLE) FROM lineitem"
                    + " GROUP BY 1, 2",
            "SELECT l_suppkey, l_shipdate, COUNT(*) FROM lineitem WHERE l_discount BETWEEN 0.02 AND 0.05 GROUP BY 1, 2",
            "SELECT CASE WHEN l_shipdate > l_commitdate THEN 'late' ELSE 'early' END AS state, COUNT(*),"
                    + " AVG(l_quantity) FROM lineitem GROUP BY 1",
            "SELECT DISTINCT l_shipmode FROM lineitem ORDER BY 1",
            "SELECT RegionID, COUNT(DISTINCT UserID) AS users FROM hits GROUP BY 1 ORDER BY users DESC LIMIT 10",
            "SELECT URL, COUNT(*) AS c FROM hits GROUP BY URL ORDER BY c DESC LIMIT 10",
            "SELECT UserID, SearchPhrase, COUNT(*), MAX(EventTime) FROM hits WHERE SearchPhrase <> '' GROUP BY 1, 2",
            "SELECT EXTRACT(HOUR FROM EventTime) AS hour, AVG(ResolutionWidth), SUM(IsRefresh) FROM hits GROUP BY 1",
            "SELECT COUNT(*), COUNT(DISTINCT ClientIP), AVG(ResolutionWidth), STDDEV(ResolutionWidth) FROM hits",
            "SELECT UPPER(SUBSTR(SearchPhrase, 1, 3)) AS start, COUNT(*), MIN(LENGTH(URL)) FROM hits GROUP BY 1");

    /// Enough that the loops are compiled with profiles in one run of each query, little enough to wait for once. Of
    /// queries that run several times over fewer rows, the profiles would have planning as hot as loops, and it
    /// would be compiled first.
    @Option(names = "--rows", hidden = true)
    private OptionValues.Count rows = new OptionValues.Count(1_000_000);

    private final Program sheaf;

    WarmUpCommand(Program sheaf) {
        this.sheaf = sheaf;
    }

    /// Runs a command line and returns the exit code.
    @FunctionalInterface
    interface Program {
        int run(String[] arguments, InputStream in, OutputStream out, PrintStream err);
    }

    @Override
    public void run() {
        try {
            Path folder = Files.createTempDirectory("sheaf-warm-up");
            try {
                warmUp(folder);
            } finally {
                delete(folder);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void warmUp(Path folder) {
        String count = Long.toString(rows.value());
        String fewer = Long.toString(Math.max(1, rows.value() / 4));
        List<String> tables = new ArrayList<>();
        for (String table : List.of("orders", "lineitem", "hits")) {
            String file = folder.resolve(table + ".parquet").toString();
            sheaf("datagen", table, "--rows", table.equals("hits") ? fewer : count, "-o", file);
            tables.add(file);
        }
        sheaf("demo", "--rows", fewer, "--dir", folder.toString());
        QUERIES.forEach(sql -> query(tables, sql));
        for (String format : List.of("csv", "json", "md", "parquet")) {
            sheaf(
                    "sql",
                    "-o",
                    folder.resolve("out." + format).toString(),
                    "SELECT * FROM \"" + tables.getFirst() + "\" LIMIT 9");
        }
        sheaf("sql", "-t", tables.getFirst(), "--explain", "SELECT o_orderstatus, COUNT(*) FROM orders GROUP BY 1");
        run("sql", "-t", tables.getFirst(), "SELECT o_orderstat FROM orders");
        sheaf("describe", tables.getFirst());
        sheaf("devices");
        sheaf("help", "sql");
    }

    private void query(List<String> tables, String sql) {
        List<String> arguments = new ArrayList<>(List.of("sql", "--timing", sql));
        tables.forEach(table -> arguments.addAll(List.of("-t", table)));
        sheaf(arguments.toArray(String[]::new));
    }

    private void sheaf(String... arguments) {
        if (run(arguments) != ExitCode.DONE) {
            throw new IllegalStateException("sheaf " + String.join(" ", arguments) + " failed");
        }
    }

    private int run(String... arguments) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return sheaf.run(arguments, InputStream.nullInputStream(), OutputStream.nullOutputStream(), nowhere);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
