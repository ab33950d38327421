package dev.sheaf.benchmarks.shapes.run;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sheaf bench shapes-compare A.json B.json`: what became of each shape from one report to the other.
@Command(
        name = "shapes-compare",
        description = {
            "Compares two reports of `sheaf bench shapes` over the same shapes.",
            "`time` is Sheaf's time in B over that in A; `by DuckDB` is that over DuckDB's own change, which takes out"
                    + " how busy the machine was. A shape lost if `by DuckDB` is above the limit."
        })
public final class ShapesCompareBench implements Runnable {
    @Parameters(index = "0", paramLabel = "A.json", description = "The report from before.")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "B.json", description = "The report from after.")
    private Path after = Path.of("");

    @Option(names = "--limit", paramLabel = "X", description = "What counts as lost or won (default: 1.1).")
    private double limit = 1.1;

    @Override
    public void run() {
        System.out.print(ShapesComparison.of(ShapesReport.read(before), ShapesReport.read(after))
                .text(limit));
    }
}
