package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code that Sheaf comes with is that of its kernels as they are. `./sheaf kernels` makes it anew.
class ShippedKernelsTest {
    /// Beside the sources, from the module's folder, where tests run.
    private static final Path FOLDER = Path.of("src/main/cuda", ShippedCode.FOLDER);

    private static final boolean UPDATES = Boolean.getBoolean("sheaf.kernels.update");

    /// Compiled again by each run of the tests.
    private static final int COMPARED = 2;

    private final List<Specialization> kernels = ShippedKernels.all();

    @TempDir
    private Path folder;

    @Test
    void everyKernelIsThereAndNoOther() throws IOException {
        if (UPDATES) {
            update();
        }
        List<String> wanted = kernels.stream().map(ShippedCode::fileName).toList();
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as("the files of %s; make them anew by: ./sheaf kernels", FOLDER)
                    .containsExactlyInAnyOrderElementsOf(wanted);
        }
    }

    @Test
    void theyAreWhatTheCompilerMakesOfTheSources() throws IOException {
        Nvcc nvcc = Nvcc.find().orElse(null);
        assumeTrue(
                nvcc != null && nvcc.version().equals(Nvcc.SHIPPED),
                "nvcc " + Nvcc.SHIPPED + " is not on this machine");
        long seed = Long.getLong("sheaf.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < COMPARED; i++) {
            Specialization kernel = kernels.get(random.nextInt(kernels.size()));
            assertThat(compiled(kernel, nvcc))
                    .as("%s, -Dsheaf.seed=%d", kernel, seed)
                    .isEqualTo(Files.readAllBytes(FOLDER.resolve(ShippedCode.fileName(kernel))));
        }
    }

    private byte[] compiled(Specialization kernel, Nvcc nvcc) throws IOException {
        Path sources = Files.createTempDirectory(folder, "kernel");
        KernelUnit.writeAlone(kernel, sources);
        return nvcc.ship(sources);
    }

    /// Compiles what is not there, and removes what is not wanted.
    private void update() throws IOException {
        Nvcc nvcc = Nvcc.find().orElseThrow();
        Files.createDirectories(FOLDER);
        List<String> wanted = kernels.stream().map(ShippedCode::fileName).toList();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                if (!wanted.contains(file.getFileName().toString())) {
                    Files.delete(file);
                }
            }
        }
        kernels.parallelStream()
                .filter(kernel -> !Files.exists(FOLDER.resolve(ShippedCode.fileName(kernel))))
                .forEach(kernel -> {
                    try {
                        Files.write(FOLDER.resolve(ShippedCode.fileName(kernel)), compiled(kernel, nvcc));
                    } catch (IOException failure) {
                        throw new java.io.UncheckedIOException(failure);
                    }
                });
    }
}
