package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Nvrtc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileFailureTest {
    private static final Nvrtc.Program PROGRAM = new Nvrtc.Program(
            "sum.cu",
            "#include \"spec.cuh\"\n  sum += vlaue;\n",
            Map.of("spec.cuh", "typedef f46 Value;\n"),
            List.of("-x"));

    @TempDir
    private Path folder;

    @Test
    void theFirstMessageComesWithItsLineAndTheRestIsKept() {
        String log =
                "sum.cu(2): warning: odd\nsum.cu(2): error: identifier \"vlaue\" is undefined\n    sum += vlaue;\n";

        CudaException failure = failure(log, folder.resolve("failures"));

        Path kept = folder.resolve("failures/sum.cu.failed.txt");
        assertThat(failure).hasMessage("""
                        nvrtcCompileProgram of sum.cu failed: NVRTC_ERROR_COMPILATION (6)
                        sum.cu(2): error: identifier "vlaue" is undefined
                          2 | sum += vlaue;
                        Source, options and the full log are in %s""".formatted(kept));
        assertThat(failure.call()).isEqualTo("nvrtcCompileProgram");
        assertThat(kept)
                .content()
                .startsWith(log)
                .contains("==== options ====\n1 | -x\n", "==== sum.cu ====\n1 | #include", "1 | typedef f46 Value;");
    }

    @Test
    void aMessageAboutAHeaderShowsTheHeader() {
        assertThat(failure("spec.cuh(1): catastrophic error: no f46\n", folder.resolve("f")))
                .hasMessageContaining("spec.cuh(1): catastrophic error: no f46\n  1 | typedef f46 Value;\n");
    }

    @Test
    void aLogWithoutAnErrorLineIsQuoted() {
        assertThat(failure("nvrtc: error: invalid option\n", folder.resolve("f")))
                .hasMessageContaining("\nnvrtc: error: invalid option\n");
        assertThat(failure("", folder.resolve("f"))).hasMessageContaining("The compiler says nothing more.");
    }

    @Test
    void withoutAFolderTheLogIsInTheMessage() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThat(failure("sum.cu(2): error: no\n", file))
                .hasMessageContaining("Source and log could not be kept: " + file + " is not a folder\nsum.cu(2)");
    }

    private static CudaException failure(String log, Path folder) {
        return CompileFailure.of(PROGRAM, new Nvrtc.Outcome.Rejected(6, "NVRTC_ERROR_COMPILATION", log), folder);
    }
}
