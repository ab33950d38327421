package dev.sheaf.benchmarks.frames;

import dev.sheaf.benchmarks.engine.Polars;
import dev.sheaf.benchmarks.engine.ProcessEngine;
import dev.sheaf.benchmarks.report.Json;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Polars for Node.js, whose lazy queries run each operation on all threads.
final class PolarsFrames implements FrameLibrary {
    private final ProcessEngine process;

    PolarsFrames(SheafFrames rows, Path folder, int threads) {
        this.process = Polars.start(folder, threads, "polars-frames.cjs");
        try {
            Path files = Files.createTempDirectory("sheaf-bench");
            load("rows", rows.table(), files.resolve("rows.parquet"));
            load("dims", rows.dims(), files.resolve("dims.parquet"));
            Files.delete(files);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void load(String name, Table table, Path file) throws IOException {
        try (table) {
            LazyFrame.of(table).sinkParquet(file.toString());
            process.ask("load " + name + " " + file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public String name() {
        return process.version();
    }

    @Override
    public Cost cost(Operation operation) {
        String[] millis = process.ask("run " + line(operation)).split(" ");
        return new Cost(Double.parseDouble(millis[0]), Double.parseDouble(millis[1]));
    }

    @Override
    public Answer answer(Operation operation) {
        String[] numbers = process.ask("answer " + line(operation)).split(" ");
        return new Answer(Long.parseLong(numbers[0]), Double.parseDouble(numbers[1]));
    }

    private static String line(Operation operation) {
        return Json.write(operation.described()).replaceAll("\\s*\n\\s*", " ");
    }

    @Override
    public void close() {
        process.close();
    }
}
