package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Shapes whose keys become numbers, whose aggregates take several scans, pick rows or need the groups of rows first:
/// few rows, so that compute-sanitizer can look at them.
@OnGpu
@Tag("races")
class ShapesOnGpuTest {
    private static final int ROWS = 1_001;

    private static final Set<String> SOME = Set.of(
            "few: 20 sums and means",
            "hex and code: count",
            "four keys, one a bool: sum",
            "decimal of 38 digits: sum",
            "flag and day: sum",
            "dense: variance, argmax",
            "dense: correlation",
            "few: least and greatest text",
            "dense: first, last",
            "dense: max by, argmin");

    @TempDir
    private Path folder;

    @Test
    void answersAreThoseOfTheCpu() throws Exception {
        Path file = folder.resolve("shapes.json");
        Files.writeString(file, "");
        List<ShapesBenchmark.Shape> shapes = ShapesBenchmark.named().stream()
                .filter(shape -> SOME.contains(shape.name()))
                .toList();
        QueryContext.Builder context = QueryContext.builder().backend(BackendPreference.CUDA);
        Gpu gpu = Gpu.open(0);
        try (MemoryPool pool = MemoryPool.withLimit(2L << 30);
                Table host = ShapesData.table(ROWS, 1, pool);
                GpuStream stream = gpu.openStream();
                GpuTable device =
                        gpu.load(new TableDataset(host), context.pool(pool).build(), stream)) {
            ShapesBenchmark benchmark = new ShapesBenchmark(TableBench.answers(file, host, device, pool));
            for (ShapesBenchmark.Shape shape : shapes) {
                benchmark.measure(shape);
            }
        }
        assertThat(shapes).hasSize(SOME.size());
        assertThat(Files.readString(file)).doesNotContain("\"failed\"").contains("keys as numbers", "in 2 scans");
    }
}
