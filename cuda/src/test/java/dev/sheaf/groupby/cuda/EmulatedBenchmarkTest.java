package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The shapes of the benchmark over few rows, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedBenchmarkTest {
    private static final int ROWS = 2_500;

    /// States that aggregates share, and keys that are numbered where they lie.
    private static final Set<String> SOME = Set.of(
            "few: median, p95",
            "few: 20 sums and means",
            "hex and code: count",
            "four keys, one a bool: sum",
            "few: least and greatest text");

    @TempDir
    private Path folder;

    @Test
    void everyNamedShapeGivesWhatTheCpuGives() throws Exception {
        check(ShapesBenchmark.named(), EmulatedDevice.create(2L << 30));
    }

    /// All of them are many kernels to compile for the emulator: `-Dsheaf.shapes.all=true`.
    @Test
    void withoutACompilerShippedKernelsAnswerShapesOnTheDevice() throws Exception {
        List<ShapesBenchmark.Shape> some = ShapesBenchmark.named().stream()
                .filter(shape -> Boolean.getBoolean("sheaf.shapes.all") || SOME.contains(shape.name()))
                .toList();
        String lines = check(some, EmulatedDevice.shipped(false));
        assertThat(lines.lines())
                .allSatisfy(line -> assertThat(line).contains("\"way first\": \"cuda: general strategy"));
    }

    @Test
    void shapesOfASeedGiveWhatTheCpuGives() throws Exception {
        check(ShapesBenchmark.random(3, Integer.getInteger("sheaf.cases", 5)), EmulatedDevice.create(2L << 30));
    }

    /// The lines of the shapes.
    private String check(List<ShapesBenchmark.Shape> shapes, EmulatedDevice emulated) throws Exception {
        Path file = folder.resolve("shapes.json");
        Gpu gpu = new Gpu(emulated.open());
        try (MemoryPool pool = MemoryPool.withLimit(2L << 30);
                Table host = ShapesData.table(ROWS, 1, pool);
                GpuStream stream = gpu.openStream();
                GpuTable device = gpu.load(
                        new TableDataset(host),
                        QueryContext.builder()
                                .pool(pool)
                                .backend(BackendPreference.CUDA)
                                .build(),
                        stream)) {
            Files.writeString(file, "");
            ShapesBenchmark benchmark = new ShapesBenchmark(TableBench.answers(file, host, device, pool));
            for (ShapesBenchmark.Shape shape : shapes) {
                benchmark.measure(shape);
            }
        }
        String lines = Files.readString(file);
        System.out.print(lines);
        assertThat(lines).doesNotContain("\"failed\"");
        assertThat(lines.lines()).hasSize(shapes.size());
        return lines;
    }
}
