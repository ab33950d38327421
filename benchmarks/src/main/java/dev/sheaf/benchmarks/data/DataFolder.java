package dev.sheaf.benchmarks.data;

import dev.sheaf.frame.LazyFrame;
import dev.sheaf.query.Dataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where generated tables are kept, one Parquet file for each set of parameters. A file appears when it is
/// complete, so one that is there is whole.
public record DataFolder(Path folder) {

    /// The file of a dataset, written first if it is not there.
    ///
    /// @param name says the parameters, such as `groupby-base-10000000`
    public Path file(String name, Dataset dataset) {
        Path file = folder.resolve(name + ".parquet");
        if (!Files.exists(file)) {
            System.err.println("writing " + file + " ...");
            create(folder);
            LazyFrame.scan(dataset).sinkParquet(file.toString());
        }
        return file;
    }

    private static void create(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot make the folder " + folder, failure);
        }
    }
}
