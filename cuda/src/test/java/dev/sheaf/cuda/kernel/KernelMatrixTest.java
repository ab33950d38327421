package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.driver.RealNvrtc;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.SoftAssertions;
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
        Optional<Nvcc> nvcc = Nvcc.find();
        assumeTrue(nvrtc.isPresent() || nvcc.isPresent(), "neither NVRTC nor nvcc is on this machine");
        List<Specialization> variants = KernelMatrix.variants().stream()
                .filter(variant -> variant.toString().contains(ONLY))
                .toList();
        if (nvrtc.isPresent()) {
            checkAll(variants, variant -> compileByNvrtc(variant, nvrtc.get()));
        } else {
            checkAll(KernelUnit.of(variants), unit -> compileByNvcc(unit, nvcc.orElseThrow()));
        }
        String compiler = nvrtc.map(library -> "NVRTC " + library.version())
                .orElseGet(() -> nvcc.orElseThrow().path().toString());
        System.getLogger(KernelMatrixTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "{0} kernel variants compiled for {1} by {2}",
                        variants.size(),
                        ARCHITECTURES,
                        compiler);
    }

    /// All of them are checked before the first that fails is told.
    private static <T> void checkAll(Collection<T> all, Consumer<T> check) {
        SoftAssertions.assertSoftly(
                softly -> all.parallelStream().forEach(each -> softly.check(() -> check.accept(each))));
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

    private void compileByNvcc(KernelUnit unit, Nvcc nvcc) {
        try {
            Path sources = Files.createTempDirectory(folder, "unit");
            unit.write(sources, ARCHITECTURES);
            Nvcc.Outcome outcome = nvcc.compile(sources, ARCHITECTURES, STRICT);

            assertThat(outcome).as(() -> unit.namedIn(outcome.log())).isEqualTo(new Nvcc.Outcome(0, ""));
            String image = Files.readString(sources.resolve("image"), StandardCharsets.ISO_8859_1);
            assertThat(unit.variants().keySet()).allMatch(image::contains);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
