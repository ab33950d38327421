package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.driver.RealNvrtc;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every variant of the matrix compiles to machine code for Ampere, Hopper and Blackwell without a warning, by
/// NVRTC or, where there is none, by nvcc; spilled registers and local arrays count as warnings.
@Tag("matrix")
class KernelMatrixTest {
    private static final List<Integer> ARCHITECTURES = List.of(80, 90, 100);
    private static final List<String> STRICT =
            List.of("--ptxas-options=--warn-on-spills", "--ptxas-options=--warn-on-local-memory-usage");

    /// Variants whose text contains it, all by default.
    private static final String ONLY = System.getProperty("sheaf.matrix.only", "");

    @TempDir
    private Path folder;

    @Test
    void everyVariantCompilesForEveryArchitecture() {
        Optional<Nvrtc> nvrtc = RealNvrtc.find();
        Optional<Path> nvcc = nvcc();
        assumeTrue(nvrtc.isPresent() || nvcc.isPresent(), "neither NVRTC nor nvcc is on this machine");
        List<Specialization> variants = KernelMatrix.variants().stream()
                .filter(variant -> variant.toString().contains(ONLY))
                .toList();
        variants.parallelStream().forEach(variant -> {
            if (nvrtc.isPresent()) {
                compileByNvrtc(variant, nvrtc.get());
            } else {
                compileByNvcc(variant, nvcc.orElseThrow());
            }
        });
        String compiler =
                nvrtc.map(library -> "NVRTC " + library.version()).orElseGet(() -> String.valueOf(nvcc.orElseThrow()));
        System.getLogger(KernelMatrixTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "{0} kernel variants compiled for {1} by {2}",
                        variants.size(),
                        ARCHITECTURES,
                        compiler);
    }

    private static void compileByNvrtc(Specialization variant, Nvrtc nvrtc) {
        for (int architecture : ARCHITECTURES) {
            Nvrtc.Program program = KernelProgram.of(variant, architecture, nvrtc.architectures());
            List<String> options = new ArrayList<>(program.options());
            options.addAll(STRICT);
            assertThat(nvrtc.compile(new Nvrtc.Program(program.name(), program.source(), program.headers(), options)))
                    .as("%s for %d", variant, architecture)
                    .isInstanceOfSatisfying(Nvrtc.Outcome.Compiled.class, compiled -> {
                        assertThat(compiled.log())
                                .as("%s for %d", variant, architecture)
                                .isEmpty();
                        assertThat(compiled.image()).startsWith(0x7f, 'E', 'L', 'F');
                    });
        }
    }

    /// One run of nvcc for all architectures, which is faster than three.
    private void compileByNvcc(Specialization variant, Path nvcc) {
        Nvrtc.Program program = KernelProgram.of(variant, 90, ARCHITECTURES);
        List<String> command = new ArrayList<>(List.of(nvcc.toString(), "-fatbin", "--std=c++17", "--fmad=false"));
        ARCHITECTURES.forEach(
                architecture -> command.add("-gencode=arch=compute_" + architecture + ",code=sm_" + architecture));
        command.addAll(STRICT);
        command.addAll(List.of("-o", "image", program.name()));
        try {
            Path sources = write(program);
            Process process = new ProcessBuilder(command)
                    .directory(sources.toFile())
                    .redirectErrorStream(true)
                    .start();
            String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).as("%s: %s", variant, log).isZero();
            assertThat(log).as("%s", variant).isEmpty();
            assertThat(sources.resolve("image")).isNotEmptyFile();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private Path write(Nvrtc.Program program) throws IOException {
        Path sources = Files.createTempDirectory(folder, "variant");
        for (Map.Entry<String, String> header : program.headers().entrySet()) {
            Files.writeString(sources.resolve(header.getKey()), header.getValue());
        }
        Files.writeString(sources.resolve(program.name()), program.source());
        return sources;
    }

    private static Optional<Path> nvcc() {
        Stream<Path> onPath = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(Path::of);
        Stream<Path> toolkits = Stream.of(System.getenv("CUDA_HOME"), System.getenv("CUDA_PATH"), "/usr/local/cuda")
                .filter(home -> home != null)
                .map(home -> Path.of(home, "bin"));
        return Stream.concat(onPath, toolkits)
                .map(bin -> bin.resolve("nvcc"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
