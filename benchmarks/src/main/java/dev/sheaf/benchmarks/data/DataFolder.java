package dev.sheaf.benchmarks.data;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.query.Dataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Where generated tables are kept, one Parquet file for each set of parameters. A file appears when it is
/// complete, so one that is there is whole.
public record DataFolder(Path folder) {

    /// The file of a dataset, written first if it is not there.
    ///
    /// @param name says the parameters, such as `groupby-base-10000000`
    public Path file(String name, Dataset dataset) {
        return written(name, file -> LazyFrame.scan(dataset).sinkParquet(file.toString()));
    }

    /// The file of a table, made and written first if it is not there.
    ///
    /// @param table is closed when it is written
    public Path file(String name, Supplier<Table> table) {
        return written(name, file -> {
            try (Table made = table.get()) {
                LazyFrame.of(made).sinkParquet(file.toString());
            }
        });
    }

    private Path written(String name, Consumer<Path> write) {
        Path file = folder.resolve(name + ".parquet");
        if (!Files.exists(file)) {
            System.err.println("writing " + file + " ...");
            create(folder);
            write.accept(file);
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
