package dev.sheaf.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakFolderTest {
    @TempDir
    private Path temporary;

    @Test
    void oneRunHasItToItself() {
        Path path = temporary.resolve("new").resolve("5eaf");
        try (SoakFolder folder = SoakFolder.open(path)) {
            assertThat(folder.path()).isDirectory();
            // Another process gets our message; within one process, Java itself refuses.
            assertThatThrownBy(() -> SoakFolder.open(path)).isInstanceOf(OverlappingFileLockException.class);
        }
        SoakFolder.open(path).close();
    }

    @Test
    void whatRanBeforeIsForgotten() throws IOException {
        Path journal = Files.writeString(temporary.resolve("io.journal"), "done");
        try (SoakFolder folder = SoakFolder.open(temporary)) {
            folder.clear();
        }

        assertThat(journal).doesNotExist();
    }
}
