package dev.sheaf.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sheaf warm-up`, which no user sees: does a little of everything, so that a start-up cache made of this run
/// has the classes that commands need and the profiles of their loops.
@Command(name = "warm-up", hidden = true, description = "Run a little of everything, for the start-up cache.")
final class WarmUpCommand implements Runnable {
    /// Enough that the loops are compiled with profiles in one run of each query, little enough to wait for once. Of
    /// queries that run several times over fewer rows, the profiles would have planning as hot as loops, and it
    /// would be compiled first.
    @Option(names = "--rows", hidden = true)
    private Values.Count rows = new Values.Count(2_000_000);

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
        String orders = folder.resolve("orders.parquet").toString();
        String groups = folder.resolve("x.parquet").toString();
        sheaf("demo", "--rows", count, "--dir", folder.toString());
        sheaf("datagen", "orders", "--rows", count, "-o", orders);
        sheaf("datagen", "groupby", "--rows", count, "-o", groups);
        queries(folder).forEach(sql -> sheaf("sql", "-t", orders, "-t", groups, "--timing", sql));
        for (String format : List.of("csv", "json", "md", "parquet")) {
            sheaf("sql", "-o", folder.resolve("out." + format).toString(), "SELECT * FROM \"" + orders + "\" LIMIT 9");
        }
        sheaf("sql", "-t", orders, "--explain", "SELECT o_orderstatus, COUNT(*) FROM orders GROUP BY 1");
        run("sql", "-t", orders, "SELECT o_orderstat FROM orders");
        sheaf("describe", orders);
        sheaf("devices");
        sheaf("help", "sql");
    }

    private static List<String> queries(Path folder) {
        return List.of(
                "SELECT o_orderstatus, SUM(o_totalprice) AS total FROM orders GROUP BY o_orderstatus",
                "SELECT o_orderpriority, COUNT(*) AS n, AVG(o_totalprice), MIN(o_orderdate), MAX(o_clerk) FROM orders"
                        + " WHERE o_totalprice > 1000 GROUP BY o_orderpriority ORDER BY n DESC",
                "SELECT o_custkey, SUM(o_totalprice) AS s FROM orders GROUP BY o_custkey ORDER BY s DESC LIMIT 5",
                "SELECT id1, SUM(v1) AS v1 FROM x GROUP BY id1",
                "SELECT id1, id2, SUM(v1) AS s FROM x GROUP BY id1, id2 HAVING SUM(v1) > 10 ORDER BY id1, id2",
                "SELECT id3, SUM(v1) AS v1, AVG(v3) AS v3 FROM x GROUP BY id3",
                "SELECT id4, AVG(v1) AS v1, AVG(v2) AS v2, AVG(v3) AS v3 FROM x GROUP BY id4",
                "SELECT id6, SUM(v1), SUM(v2), SUM(v3) FROM x GROUP BY id6",
                "SELECT id4, id5, QUANTILE_CONT(v3, 0.5), STDDEV(v3) FROM x GROUP BY id4, id5",
                "SELECT id3, MAX(v1) - MIN(v2) AS d FROM x GROUP BY id3",
                "SELECT id6, UNNEST(MAX(v3, 2)) AS top FROM x WHERE v3 IS NOT NULL GROUP BY id6",
                "SELECT id2, id4, POW(CORR(v1, v2), 2) AS r2 FROM x GROUP BY id2, id4",
                "SELECT id1, id2, id3, id4, id5, id6, SUM(v3), COUNT(*) FROM x GROUP BY id1, id2, id3, id4, id5, id6",
                "SELECT COUNT(*), COUNT(DISTINCT id4), STDDEV(v3) FROM x",
                "SELECT * FROM orders WHERE o_clerk LIKE '%7' ORDER BY o_totalprice LIMIT 10",
                "SELECT * FROM \"" + folder.resolve("x.parquet") + "\" LIMIT 10");
    }

    private static void sheaf(String... arguments) {
        if (run(arguments) != ExitCode.DONE) {
            throw new IllegalStateException("sheaf " + String.join(" ", arguments) + " failed");
        }
    }

    private static int run(String... arguments) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return Main.run(arguments, InputStream.nullInputStream(), OutputStream.nullOutputStream(), nowhere);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
