package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.data.DataFolder;
import dev.sheaf.benchmarks.shapes.grammar.Grammar;
import dev.sheaf.benchmarks.shapes.table.WideTable;
import java.nio.file.Path;

/// Where the wide tables of a seed are kept.
public record WideFiles(DataFolder folder, long seed) {

    /// The Parquet file of a table, generated when it is first asked for.
    public Path of(WideTable table) {
        String name = "shapes-v" + Grammar.VERSION + "-" + seed + "-" + table.name() + "-" + table.rows();
        return folder.file(name, table.dataset());
    }
}
