package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFolderTest {
    @TempDir
    private Path parent;

    @Test
    void aNewFolderIsForTheUserAlone() throws IOException {
        Path folder = PrivateFolder.open(parent.resolve("a/b"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(folder).isEmptyDirectory();
        assertThat(PrivateFolder.open(folder)).isEqualTo(folder);
    }

    @Test
    void aFolderThatOthersMayEnterIsRefused() throws IOException {
        Path folder = Files.createDirectory(parent.resolve("open"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThatThrownBy(() -> PrivateFolder.open(folder))
                .isInstanceOf(IOException.class)
                .hasMessage(folder + " is open to other users; chmod 700 it, or set SHEAF_CACHE");
    }

    @Test
    void aLinkIsRefused() throws IOException {
        Path target = PrivateFolder.open(parent.resolve("target"));
        Path link = Files.createSymbolicLink(parent.resolve("link"), target);

        assertThatThrownBy(() -> PrivateFolder.open(link)).hasMessage(link + " is not a folder");
    }

    @Test
    void theCacheIsWhereTheUserSaysOrWhereCachesAre() {
        assertThat(PrivateFolder.cacheRoot(Map.of(), "/home/me")).isEqualTo(Path.of("/home/me/.cache/sheaf"));
        assertThat(PrivateFolder.cacheRoot(Map.of("XDG_CACHE_HOME", "/x"), "/home/me"))
                .isEqualTo(Path.of("/x/sheaf"));
        assertThat(PrivateFolder.cacheRoot(Map.of("XDG_CACHE_HOME", "/x", "SHEAF_CACHE", "/y"), "/home/me"))
                .isEqualTo(Path.of("/y"));
    }
}
