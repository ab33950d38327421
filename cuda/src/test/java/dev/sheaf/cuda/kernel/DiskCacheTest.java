package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskCacheTest {
    private static final String KEY = "0123abcd";
    private static final byte[] CUBIN = {1, 2, 3, 4, 5};

    @TempDir
    private Path parent;

    private Path folder;
    private DiskCache cache;

    @BeforeEach
    void open() throws IOException {
        folder = parent.resolve("kernels");
        cache = DiskCache.open(folder, 1000);
    }

    @Test
    void whatWasWrittenIsReadAlsoByAnotherInstance() throws IOException {
        cache.write(KEY, CUBIN);

        assertThat(cache.read(KEY)).contains(CUBIN);
        assertThat(DiskCache.open(folder, 1000).read(KEY)).contains(CUBIN);
        assertThat(cache.read("other")).isEmpty();
        assertThat(files()).containsExactly(KEY + ".cubin");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(KEY + ".cubin"))))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 39, 40, 44})
    void aChangedByteIsNoticedAndTheEntryReplaced(int position) throws IOException {
        cache.write(KEY, CUBIN);
        byte[] bytes = Files.readAllBytes(folder.resolve(KEY + ".cubin"));
        bytes[position] ^= 1;
        Files.write(folder.resolve(KEY + ".cubin"), bytes);

        assertThat(cache.read(KEY)).isEmpty();
        cache.write(KEY, CUBIN);
        assertThat(cache.read(KEY)).contains(CUBIN);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 39, 40, 44})
    void aTruncatedEntryIsAbsent(int length) throws IOException {
        cache.write(KEY, CUBIN);
        Path file = folder.resolve(KEY + ".cubin");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));

        assertThat(cache.read(KEY)).isEmpty();
    }

    @Test
    void anEntryUnderAnotherNameIsAbsent() throws IOException {
        cache.write(KEY, CUBIN);
        Files.move(folder.resolve(KEY + ".cubin"), folder.resolve("beef.cubin"));

        assertThat(cache.read("beef")).isEmpty();
    }

    @Test
    void entriesThatWereNotUsedForLongestGo() throws IOException {
        for (int i = 0; i < 3; i++) {
            cache.write("key" + i, new byte[260]);
            age("key" + i + ".cubin", Duration.ofMinutes(10 - i));
        }
        cache.read("key0");

        cache.write("key3", new byte[260]);

        assertThat(files()).containsExactlyInAnyOrder("key0.cubin", "key2.cubin", "key3.cubin");
    }

    @Test
    void whatADeadProcessLeftIsCleanedUp() throws IOException {
        Files.writeString(folder.resolve("old.tmp"), "unfinished");
        Files.writeString(folder.resolve("new.tmp"), "being written");
        age("old.tmp", Duration.ofHours(2));

        cache.write(KEY, CUBIN);

        assertThat(files()).containsExactlyInAnyOrder("new.tmp", KEY + ".cubin");
    }

    @Test
    void aFolderThatWentAwayIsNoError() throws IOException {
        Files.delete(folder);

        cache.write(KEY, CUBIN);

        assertThat(cache.read(KEY)).isEmpty();
    }

    @Test
    void aFolderForEverybodyIsRefused() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> DiskCache.open(folder, 1000)).isInstanceOf(IOException.class);
    }

    private void age(String name, Duration age) throws IOException {
        Files.setLastModifiedTime(
                folder.resolve(name), FileTime.from(Instant.now().minus(age)));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
