package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.plan.SortKey.descending;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/// Writes two Parquet files and queries them as one: only the columns that the query needs are read, and row
/// groups in which no row can pass the filter are skipped.
///
/// ```text
/// sensor 2: 333 readings, 19.0 on average
/// sensor 1: 334 readings, 18.0 on average
/// sensor 0: 333 readings, 17.0 on average
/// ```
public final class ParquetQuery {
    private ParquetQuery() {}

    static void main() throws IOException {
        Path folder = Files.createTempDirectory("sheaf-example");
        Path first = folder.resolve("readings-1.parquet");
        Path second = folder.resolve("readings-2.parquet");
        try {
            write(first, 0, 1000);
            write(second, 1000, 2000);
            query(folder.resolve("readings-*.parquet").toString());
        } finally {
            Files.deleteIfExists(first);
            Files.deleteIfExists(second);
            Files.delete(folder);
        }
    }

    private static void write(Path file, int from, int to) {
        try (Table readings = Table.of(
                "id", IntStream.range(from, to).toArray(),
                "sensor", IntStream.range(from, to).map(id -> id % 3).toArray(),
                "celsius",
                        IntStream.range(from, to).mapToDouble(id -> 17 + id % 3).toArray())) {
            LazyFrame.of(readings).sinkParquet(file.toString());
        }
    }

    private static void query(String pattern) {
        LazyFrame query = LazyFrame.scanParquet(pattern)
                .filter(col("id").ge(1000))
                .groupBy("sensor")
                .agg(count().as("readings"), mean("celsius").as("celsius"))
                .sort(descending("celsius"));
        try (Table result = query.collect()) {
            result.rows()
                    .forEach(row -> IO.println("sensor %s: %s readings, %s on average"
                            .formatted(row.get("sensor"), row.get("readings"), row.get("celsius"))));
        }
    }
}
