package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.memory.MemoryPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// What a benchmark on the device gets: where its figures go, the compiler, a stream of the first device and a pool.
record BenchRun(Results results, Nvrtc nvrtc, Stream stream, MemoryPool pool) {
    /// Runs a benchmark and writes the figures that it has come to, even if it fails. Without a GPU the process ends.
    ///
    /// @param name of the benchmark, as it stands above the figures
    /// @param file for the figures
    static void of(String name, String file, Consumer<BenchRun> benchmark) throws IOException {
        Installation.Usable usable = usable();
        Device device = usable.driver().device(0);
        Results results = new Results(name, usable.driver(), device.info(), usable.nvrtc());
        try {
            device.run(() -> {
                try (MemoryPool pool = MemoryPool.create();
                        Stream stream = Stream.open(device)) {
                    benchmark.accept(new BenchRun(results, usable.nvrtc(), stream, pool));
                }
            });
        } finally {
            results.write(Path.of(file));
        }
    }

    /// The driver and the compiler; where there are none, the process says why and ends.
    static Installation.Usable usable() {
        return switch (Installation.ofThisProcess()) {
            case Installation.Usable usable -> usable;
            case Installation.Absent(String reason) -> {
                System.out.println("no GPU: " + reason);
                System.exit(1);
                throw new AssertionError("the process has ended");
            }
        };
    }

    Device device() {
        return stream.device();
    }

    /// Generated columns on the device.
    BenchData data() {
        return new BenchData(nvrtc, device(), stream, pool);
    }

    /// Kernels of which none is compiled yet.
    Kernels freshKernels() {
        Path failures = Path.of(System.getProperty("java.io.tmpdir"), "sheaf-failures");
        return new Kernels(device(), nvrtc, CubinCache.inMemory(), failures);
    }
}
