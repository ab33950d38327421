package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.driver.NvrtcSearch.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvrtcSearchTest {
    private static final int DRIVER = 13;

    @TempDir
    private Path root;

    private final Map<String, String> environment = new HashMap<>();
    private Path classes;
    private Path cache;

    @BeforeEach
    void folders() throws IOException {
        classes = Files.createDirectories(root.resolve("classes"));
        cache = root.resolve("cache");
    }

    @Test
    void theVariableWinsOverAllElse() {
        Path wanted = library("mine/libnvrtc.so.12");
        library("usr/lib64/libnvrtc.so.13");
        environment.put("SHEAF_NVRTC", wanted.toString());

        assertThat(find()).isEqualTo(new Result.Found(wanted));
    }

    @Test
    void theVariableMayNameAFolder() {
        Path wanted = library("mine/libnvrtc.so.13.0.88");
        environment.put("SHEAF_NVRTC", wanted.getParent().toString());

        assertThat(find()).isEqualTo(new Result.Found(wanted));
    }

    @Test
    void aVariableThatLeadsNowhereIsNotPassedOver() {
        library("usr/lib64/libnvrtc.so.13");
        environment.put("SHEAF_NVRTC", "/no/libnvrtc.so.13");

        assertThat(find())
                .isEqualTo(new Result.Missing("SHEAF_NVRTC names /no/libnvrtc.so.13, which is no NVRTC library"));
    }

    @Test
    void theSystemsFoldersComeBeforeTheToolkit() {
        Path system = library("usr/lib64/libnvrtc.so.13");
        environment.put(
                "CUDA_HOME",
                library("toolkit/lib64/libnvrtc.so.13").getParent().getParent().toString());

        assertThat(find()).isEqualTo(new Result.Found(system));
    }

    @Test
    void theToolkitMayKeepItUnderItsTargets() {
        Path found = library("toolkit/targets/x86_64-linux/lib/libnvrtc.so.13");
        environment.put("CUDA_HOME", root.resolve("toolkit").toString());

        assertThat(find()).isEqualTo(new Result.Found(found));
    }

    @Test
    void theUsualToolkitFolderIsLookedAt() {
        Path found = library("usr/local/cuda/lib64/libnvrtc.so.12");

        assertThat(find()).isEqualTo(new Result.Found(found));
    }

    @Test
    void theNewestThatTheDriverFollowsIsTaken() {
        library("usr/lib64/libnvrtc.so.11.2");
        Path found = library("usr/lib64/libnvrtc.so.13");
        library("usr/lib64/libnvrtc.so.14");
        library("usr/lib64/libnvrtc-builtins.so.13.0");

        assertThat(find()).isEqualTo(new Result.Found(found));
    }

    @Test
    void oneThatIsNewerThanTheDriverIsMentioned() {
        Path newer = library("usr/lib64/libnvrtc.so.14");

        assertThat(find())
                .isEqualTo(
                        new Result.Missing(
                                "NVRTC, the compiler of kernels, was not found: no"
                                        + " libnvrtc.so.13 in the library path, CUDA_HOME or the class path (" + newer
                                        + " is newer than the driver, which supports CUDA 13). Install the CUDA toolkit (or its package"
                                        + " cuda-nvrtc), add org.bytedeco:cuda-redist to the class path, or set SHEAF_NVRTC to the library"));
    }

    @Test
    void theArtifactOnTheClassPathIsUnpackedOnceIntoAPrivateFolder() throws IOException {
        library("classes/org/bytedeco/cuda/linux-x86_64/libnvrtc.so.13");
        library("classes/org/bytedeco/cuda/linux-x86_64/libnvrtc-builtins.so.13.1");

        Path found = cache.resolve("nvrtc-13.1/libnvrtc.so.13");
        assertThat(find()).isEqualTo(new Result.Found(found));
        assertThat(found.resolveSibling("libnvrtc-builtins.so.13.1")).hasContent("library");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(found.getParent())))
                .isEqualTo("rwx------");

        Files.writeString(found, "touched"); // of the same size, so taken as it is
        assertThat(find()).isEqualTo(new Result.Found(found));
        assertThat(found).hasContent("touched");
    }

    @Test
    void anArtifactWithoutItsBuiltinsIsNoUse() {
        library("classes/org/bytedeco/cuda/linux-x86_64/libnvrtc.so.13");

        assertThat(find()).isInstanceOf(Result.Missing.class);
    }

    private Result find() {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
            RedistNvrtc redist = new RedistNvrtc(loader, "x86_64", cache);
            return new NvrtcSearch(new LibrarySearch(environment, root), DRIVER, redist).find();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Path library(String name) {
        try {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, "library");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
