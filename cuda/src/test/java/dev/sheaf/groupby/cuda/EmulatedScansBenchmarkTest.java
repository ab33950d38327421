package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The cases of the benchmark of scans over few rows, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
class EmulatedScansBenchmarkTest {
    private static final int ROWS = 2_500;

    @TempDir
    private Path folder;

    @Test
    void everyCaseIsComputedOnTheDeviceAndGivesWhatTheCpuGives() throws Exception {
        Path file = folder.resolve("scans.json");
        Gpu gpu = new Gpu(EmulatedDevice.create(1L << 30).open());
        try (MemoryPool pool = MemoryPool.withLimit(1L << 30);
                Table host = ScansBenchmark.table(ROWS, pool);
                GpuTable device = gpu.load(host)) {
            new ScansBenchmark(TableBench.answers(file, host, device, pool))
                    .measure(ScansBenchmark.cases(), ScansBenchmark.grouped(), Long.MAX_VALUE);
        }
        assertThat(Files.readAllLines(file))
                .hasSize(ScansBenchmark.cases().size()
                        + 3 * ScansBenchmark.grouped().size()
                        + ScansBenchmark.texts().size())
                .allSatisfy(line -> assertThat(line)
                        .containsPattern("\"way\": \"(cuda|kept groups)")
                        .doesNotContain("failed"));
    }
}
