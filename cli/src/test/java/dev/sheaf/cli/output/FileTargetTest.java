package dev.sheaf.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.io.text.FileTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileTargetTest {
    @TempDir
    private Path folder;

    @Test
    void aFileAppearsWhenItIsComplete() throws IOException {
        Path file = folder.resolve("result.csv");
        Files.writeString(file, "before");

        try (FileTarget target = new FileTarget(file)) {
            target.append("a\n");
            assertThat(file).hasContent("before");
            target.commit();
        }

        assertThat(file).hasContent("a\n");
        assertThat(folder).isDirectoryContaining("glob:**/result.csv").isDirectoryNotContaining("glob:**unfinished");
    }

    @Test
    void withoutACommitNothingIsLeft() {
        try (FileTarget target = new FileTarget(folder.resolve("result.csv"))) {
            target.append("a\n");
        }

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkStaysALink() throws IOException {
        Path file = Files.createFile(folder.resolve("file.csv"));
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), file);

        try (FileTarget target = new FileTarget(link)) {
            target.append("a\n");
            target.commit();
        }

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("a\n");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aDeviceIsWrittenToAndStaysADevice() {
        Path device = Path.of("/dev/null");

        try (FileTarget target = new FileTarget(device)) {
            target.append("a\n");
            target.commit();
        }

        assertThat(Files.isRegularFile(device)).isFalse();
        assertThat(device).exists();
    }

    @Test
    void placesWhereNoFileCanBeAreNamed() {
        assertThatThrownBy(() -> new FileTarget(folder))
                .hasMessage("cannot write " + folder + ": it is a folder; name a file in it");
        assertThatThrownBy(() -> new FileTarget(folder.resolve("no/where.csv")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("there is no folder " + folder.resolve("no"));
    }
}
