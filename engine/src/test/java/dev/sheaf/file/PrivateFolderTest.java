package dev.sheaf.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "modes and links of Unix")
class PrivateFolderTest {
    @TempDir
    Path base;

    @Test
    void aNewFolderIsForItsOwnerAlone() throws IOException {
        Path folder = PrivateFolder.open(base.resolve("a/b"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(PrivateFolder.open(folder)).isEqualTo(folder);
    }

    @Test
    void foldersThatOthersMayEnterAreRefused() throws IOException {
        Path folder = Files.createDirectory(base.resolve("open"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThatThrownBy(() -> PrivateFolder.open(folder)).hasMessageContaining("is open to other users");
    }

    @Test
    void linksAndFilesAreRefused() throws IOException {
        Path folder = PrivateFolder.open(base.resolve("folder"));
        Path link = Files.createSymbolicLink(base.resolve("link"), folder);
        Path file = Files.createFile(base.resolve("file"));

        assertThatThrownBy(() -> PrivateFolder.open(link)).hasMessageContaining("is not a folder");
        assertThatThrownBy(() -> PrivateFolder.open(file)).hasMessageContaining("is not a folder");
    }

    @Test
    void aFolderOfAnotherUserIsRefused() throws IOException {
        Path folder = PrivateFolder.open(base.resolve("theirs"));
        assumeTrue(Files.getAttribute(folder, "unix:uid").equals(0), "only the superuser gives files away");
        Files.setAttribute(folder, "unix:uid", 12_345);

        assertThatThrownBy(() -> PrivateFolder.open(folder)).hasMessageContaining("belongs to another user");
    }

    @Test
    void theCacheIsWhereTheUserKeepsCaches() {
        assertThat(PrivateFolder.cache(Map.of("SHEAF_CACHE", "/c", "XDG_CACHE_HOME", "/x")))
                .isEqualTo(Path.of("/c"));
        assertThat(PrivateFolder.cache(Map.of("XDG_CACHE_HOME", "/x"))).isEqualTo(Path.of("/x/sheaf"));
        assertThat(PrivateFolder.cache(Map.of())).endsWithRaw(Path.of(".cache/sheaf"));
    }
}
