package dev.sheaf.groupby.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.Emulator;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.ShippedKernels;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.testing.groupby.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// A device that is this machine's processor, and a backend on it.
public record EmulatedDevice(FakeCuda fake, Driver driver, OpenDevice open) {
    static final Path FOLDER = Path.of(System.getProperty("java.io.tmpdir"), "sheaf-emulator");

    /// With 1 GiB of memory, as [#assumed(long)].
    static EmulatedDevice assumed() {
        return assumed(1L << 30);
    }

    /// With this much memory; the test that asks is skipped where no compiler of kernels is.
    static EmulatedDevice assumed(long memoryBytes) {
        assumeTrue(Emulator.isPossible(), "there is no g++ to compile kernels with");
        return create(memoryBytes);
    }

    /// The device as programs have it.
    Gpu gpu() {
        return new Gpu(open);
    }

    /// With this much memory.
    public static EmulatedDevice create(long memoryBytes) {
        Emulator emulator = new Emulator(FOLDER);
        return create(emulator, new FakeCuda(memoryBytes, emulator));
    }

    /// One of a single multiprocessor, whose blocks have this much shared memory; the test that asks is skipped as for
    /// [#assumed(long)].
    public static EmulatedDevice assumedSmall(int bytes) {
        return assumedSmall(1, bytes);
    }

    /// The same of some multiprocessors.
    public static EmulatedDevice assumedSmall(int multiprocessors, int bytes) {
        assumeTrue(Emulator.isPossible(), "there is no g++ to compile kernels with");
        Emulator emulator = new Emulator(FOLDER);
        FakeCuda fake = new FakeCuda(1L << 30, emulator);
        fake.small(multiprocessors, bytes);
        return create(emulator, fake);
    }

    private static EmulatedDevice create(Emulator emulator, FakeCuda fake) {
        Driver driver = fake.start();
        Device device = driver.device(0);
        Kernels kernels = new Kernels(device, emulator.nvrtc(), CubinCache.inMemory(), FOLDER);
        return new EmulatedDevice(fake, driver, new OpenDevice(device, kernels));
    }

    /// One with the kernels that Sheaf comes with.
    ///
    /// @param hasCompiler whether others can be compiled
    static EmulatedDevice shipped(boolean hasCompiler) {
        Emulator emulator = new Emulator(FOLDER);
        FakeCuda fake = new FakeCuda(1L << 30, emulator);
        Driver driver = fake.start();
        Device device = driver.device(0);
        Kernels kernels = new Kernels(
                device,
                Optional.of(emulator.nvrtc()).filter(_ -> hasCompiler),
                ShippedKernels.by(emulator.nvrtc()),
                CubinCache.inMemory(),
                FOLDER);
        return new EmulatedDevice(fake, driver, new OpenDevice(device, kernels));
    }

    /// The general way with its usual sizes, and with sizes that make every table grow and every input come in chunks.
    static List<Variant> variants() {
        return List.of(
                Variant.of("one stride", 1, Map.of("cuda.strategy", "general")),
                Variant.of(
                        "tiny",
                        1,
                        Map.of("cuda.strategy", "general", "cuda.chunk.rows", "3", "cuda.table.slots", "4")));
    }

    /// Two of them, for which one memory of this size is taken.
    static List<OpenDevice> two(long memoryBytes) {
        Emulator emulator = new Emulator(FOLDER);
        FakeCuda fake = new FakeCuda(memoryBytes, emulator);
        fake.twoDevices();
        Driver driver = fake.start();
        return IntStream.range(0, 2)
                .mapToObj(driver::device)
                .map(device ->
                        new OpenDevice(device, new Kernels(device, emulator.nvrtc(), CubinCache.inMemory(), FOLDER)))
                .toList();
    }

    CudaBackend backend() {
        return new CudaBackend(() -> new CudaStatus.Unavailable("emulated"), _ -> open);
    }
}
