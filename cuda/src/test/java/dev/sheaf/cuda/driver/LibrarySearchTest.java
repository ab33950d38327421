package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrarySearchTest {
    @TempDir
    private Path root;

    @Test
    void nothingIsFoundOnAnEmptyMachine() {
        assertThat(new LibrarySearch(Map.of(), root).named("libcuda.so.1")).isEmpty();
    }

    @Test
    void theLibraryPathComesFirstThenTheCacheThenTheUsualFolders() throws IOException {
        Path inPath = file(root.resolve("own/libcuda.so.1"));
        Path inCache = file(root.resolve("opt/nvidia/libcuda.so.1"));
        Path usual = file(root.resolve("usr/lib64/libcuda.so.1"));
        cache(
                "glibc-ld.so.cache1.1\u0007\u0000/opt/nvidia/libcuda.so.1\u0000libc.so.6\u0000/opt/other/libcuda.so\u0000");

        LibrarySearch search = new LibrarySearch(Map.of("LD_LIBRARY_PATH", "/no/where:" + inPath.getParent()), root);

        assertThat(search.named("libcuda.so.1")).containsExactly(inPath, inCache, usual);
    }

    @Test
    void foldersOfACachedLibraryAreFoundByAPrefix() throws IOException {
        cache("\u0000/opt/toolkit/libnvrtc.so.13\u0000/opt/else/libfoo.so\u0000");

        assertThat(new LibrarySearch(Map.of(), root).foldersWith("libnvrtc.so"))
                .contains(root.resolve("opt/toolkit"))
                .doesNotContain(root.resolve("opt/else"));
    }

    @Test
    void anEmptyVariableCountsAsUnset() {
        assertThat(new LibrarySearch(Map.of("SHEAF_NVRTC", " "), root).variable("SHEAF_NVRTC"))
                .isEmpty();
    }

    private static Path file(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.writeString(path, "library");
    }

    private void cache(String contents) throws IOException {
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(root.resolve("etc/ld.so.cache"), contents, StandardCharsets.ISO_8859_1);
    }
}
