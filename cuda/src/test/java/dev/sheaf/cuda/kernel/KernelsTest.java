package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.driver.FakeNvrtc;
import dev.sheaf.cuda.driver.Nvrtc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelsTest {
    private static final Specialization HASH =
            Specialization.of(KernelFile.APPEND_OFFSETS).type("Key", CudaType.U32);

    private static final Specialization OTHER = HASH.number("HASH", 1);
    private static final int NO_BINARY_FOR_GPU = 209;

    @TempDir
    private Path folder;

    private final FakeNvrtc compiler = new FakeNvrtc(80, 90);
    private final Nvrtc nvrtc = compiler.nvrtc();
    private final Device device = new FakeCuda().start().device(0);

    @Test
    void aKernelIsCompiledOnce() throws IOException {
        Kernels kernels = onDisk();

        Kernel kernel = kernels.kernel(HASH);

        assertThat(kernels.kernel(HASH)).isSameAs(kernel);
        assertThat(kernel.function().name()).isEqualTo("append_offsets");
        assertThat(compiler.compiledCount()).isEqualTo(1);
    }

    @Test
    void anotherProcessTakesItFromTheDisk() throws IOException {
        onDisk().kernel(HASH);

        onDisk().kernel(HASH);

        assertThat(compiler.compiledCount()).isEqualTo(1);
    }

    @Test
    void anotherSpecialisationIsAnotherKernel() throws IOException {
        Kernels kernels = onDisk();
        kernels.kernel(HASH);
        kernels.kernel(HASH.number("HASH", 1));

        assertThat(compiler.compiledCount()).isEqualTo(2);
    }

    @Test
    void aDamagedEntryIsCompiledAgain() throws IOException {
        onDisk().kernel(HASH);
        try (var files = Files.list(folder.resolve("kernels"))) {
            Files.writeString(files.findFirst().orElseThrow(), "damaged");
        }

        onDisk().kernel(HASH);
        onDisk().kernel(HASH);

        assertThat(compiler.compiledCount()).isEqualTo(2);
    }

    @Test
    void withoutADiskItStaysInMemory() {
        Kernels kernels = new Kernels(device, nvrtc, CubinCache.inMemory(), folder);
        kernels.kernel(HASH);
        kernels.kernel(HASH);

        assertThat(compiler.compiledCount()).isEqualTo(1);
    }

    @Test
    void devicesMayShareCompiledKernels() {
        CubinCache cubins = CubinCache.inMemory();
        new Kernels(device, nvrtc, cubins, folder).kernel(HASH);
        new Kernels(device, nvrtc, cubins, folder).kernel(HASH);

        assertThat(compiler.compiledCount()).isEqualTo(1);
    }

    @Test
    void threadsWaitForOneCompilation() throws InterruptedException, ExecutionException {
        Kernels kernels = new Kernels(device, nvrtc, CubinCache.inMemory(), folder);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Kernel>> kernelsOfThreads = threads.invokeAll(IntStream.range(0, 8)
                    .mapToObj(_ -> (java.util.concurrent.Callable<Kernel>) () -> kernels.kernel(HASH))
                    .toList());
            for (Future<Kernel> kernel : kernelsOfThreads) {
                assertThat(kernel.get()).isSameAs(kernels.kernel(HASH));
            }
        }
        assertThat(compiler.compiledCount()).isEqualTo(1);
    }

    @Test
    void aFailureIsReportedAndNotKept() throws IOException {
        Kernels kernels = onDisk();
        compiler.failWith("append_offsets.cu(1): error: not today\n");

        assertThatThrownBy(() -> kernels.kernel(HASH))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("append_offsets.cu(1): error: not today\n  1 | // Where the texts of rows start");
        compiler.failWith("");
        assertThat(kernels.kernel(HASH)).isNotNull();
    }

    @Test
    void anImageThatTheDriverRefusesIsReported() {
        FakeCuda fake = new FakeCuda();
        Kernels kernels = new Kernels(fake.start().device(0), nvrtc, CubinCache.inMemory(), folder);
        fake.failNext("cuModuleLoadData", 209);

        assertThatThrownBy(() -> kernels.kernel(HASH))
                .isInstanceOf(CudaException.class)
                .hasMessageStartingWith("cuModuleLoadData of ");
        assertThat(kernels.kernel(HASH)).isNotNull();
    }

    @Test
    void aShippedKernelNeedsNoCompiler() {
        Kernels kernels = shipped(Optional.empty(), HASH);

        assertThat(kernels.kernel(HASH).function().name()).isEqualTo("append_offsets");
        assertThat(kernels.ready(HASH)).isPresent();
    }

    @Test
    void withoutACompilerOtherKernelsAreMissing() {
        Kernels kernels = shipped(Optional.empty(), HASH);

        assertThat(kernels.ready(OTHER)).isEmpty();
        assertThatThrownBy(() -> kernels.kernel(OTHER))
                .isInstanceOf(CudaException.class)
                .hasMessage(
                        "this query needs a kernel (append_offsets.cu) that has to be compiled, and there is no NVRTC");
    }

    @Test
    void aShippedKernelIsNotCompiled() {
        shipped(Optional.of(nvrtc), HASH).kernel(HASH);

        assertThat(compiler.compiledCount()).isEqualTo(0);
    }

    @Test
    void aShippedKernelOfAnotherArchitectureIsCompiled() {
        FakeCuda fake = new FakeCuda();
        Kernels kernels = shipped(fake.start().device(0), Optional.of(nvrtc), HASH);
        fake.failNext("cuModuleLoadData", NO_BINARY_FOR_GPU);

        assertThat(kernels.kernel(HASH)).isNotNull();
        assertThat(compiler.compiledCount()).isEqualTo(1);
    }

    @Test
    void aQueryThatDoesNotWaitFindsTheKernelLater() {
        Kernels kernels = shipped(Optional.of(nvrtc), HASH);

        assertThat(kernels.ready(OTHER)).isEmpty();
        Kernel kernel = kernels.kernel(OTHER);

        assertThat(kernels.ready(OTHER)).containsSame(kernel);
        assertThat(compiler.compiledCount()).isEqualTo(1);
    }

    @Test
    void aKernelOnTheDiskIsReady() throws IOException {
        onDisk().kernel(OTHER);

        assertThat(onDisk().ready(OTHER)).isPresent();
        assertThat(compiler.compiledCount()).isEqualTo(1);
    }

    @Test
    void aFailureOfACompilationNobodyWaitedForIsToldOnce() {
        Kernels kernels = shipped(Optional.of(nvrtc), HASH);
        compiler.failWith("append_offsets.cu(1): error: not today\n");
        kernels.ready(OTHER);
        assertThatThrownBy(() -> kernels.kernel(OTHER)).isInstanceOf(CudaException.class);
        assertThatThrownBy(() -> kernels.ready(OTHER)).isInstanceOf(CudaException.class);
        compiler.failWith("");

        assertThat(kernels.kernel(OTHER)).isNotNull();
    }

    private Kernels shipped(Optional<Nvrtc> with, Specialization kernel) {
        return shipped(device, with, kernel);
    }

    private Kernels shipped(Device on, Optional<Nvrtc> with, Specialization kernel) {
        byte[] image = {1};
        ShippedCode code = asked -> asked.equals(kernel) ? Optional.of(image) : Optional.empty();
        return new Kernels(on, with, code, CubinCache.inMemory(), folder);
    }

    private Kernels onDisk() throws IOException {
        DiskCache disk = DiskCache.open(folder.resolve("kernels"), DiskCache.DEFAULT_LIMIT_BYTES);
        return new Kernels(device, nvrtc, CubinCache.on(disk), folder.resolve("failures"));
    }
}
