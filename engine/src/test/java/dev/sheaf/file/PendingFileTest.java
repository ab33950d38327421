package dev.sheaf.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "modes, links and pipes of Unix")
class PendingFileTest {
    private static final int SOMEBODY = 12_345;

    @TempDir
    Path folder;

    private static void write(Path path, String text) {
        try (PendingFile file = PendingFile.create(path)) {
            file.write(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)));
            file.commit();
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static boolean isSuperuser(Path file) throws IOException {
        return Files.getAttribute(file, "unix:uid").equals(0);
    }

    @Test
    void theModeOfAReplacedFileIsKept() throws IOException {
        for (String mode : List.of("rw-------", "rw-rw-r--", "r--r-----", "rwxr-xr-x")) {
            Path file = Files.writeString(folder.resolve(mode), "old");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

            write(file, "new");

            assertThat(file).hasContent("new");
            assertThat(mode(file)).isEqualTo(mode);
        }
    }

    @Test
    void whatReplacesAFileIsNobodyElsesToReadMeanwhile() throws IOException {
        Path file = Files.createFile(folder.resolve("a"), PrivateFolder.ownerOnly("rw-------"));

        try (PendingFile _ = PendingFile.create(file)) {
            Path unfinished = folder.resolve(names().getFirst());
            assertThat(unfinished.getFileName().toString()).matches("\\.sheaf-[0-9a-f]{16}\\.unfinished");
            assertThat(mode(unfinished)).isEqualTo("rw-------");
        }
        assertThat(names()).containsExactly("a");
    }

    @Test
    void ownerAndGroupOfAReplacedFileAreKeptWhereTheSystemLetsUs() throws IOException {
        Path file = Files.createFile(folder.resolve("a"));
        assumeTrue(isSuperuser(file), "only the superuser gives files away");
        Files.setAttribute(file, "unix:uid", SOMEBODY);
        Files.setAttribute(file, "unix:gid", SOMEBODY + 1);

        write(file, "new");

        assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(SOMEBODY);
        assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(SOMEBODY + 1);
    }

    @Test
    void aNewFileHasTheModeThatTheUserGivesNewFiles() throws IOException {
        write(folder.resolve("ours"), "");

        assertThat(mode(folder.resolve("ours"))).isEqualTo(mode(Files.createFile(folder.resolve("plain"))));
    }

    @Test
    void aLinkStaysAndItsTargetIsReplaced() throws IOException {
        Path target =
                Files.writeString(Files.createDirectory(folder.resolve("far")).resolve("target"), "old");
        Path near = Files.createSymbolicLink(folder.resolve("near"), Path.of("far/target"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("near"));

        write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(near).isSymbolicLink();
        assertThat(target).isRegularFile().hasContent("new");
    }

    @Test
    void theTargetOfADanglingLinkIsMade() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("target"));

        write(link, "new");

        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("target")).isRegularFile().hasContent("new");
    }

    @Test
    void linksInACircleAreSaid() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("link"));

        assertThatThrownBy(() -> PendingFile.create(link)).hasMessageContaining("lead in a circle");
    }

    @Test
    void aLinkThatAnotherUserMadeInASharedFolderIsNotFollowed() throws IOException {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        assumeTrue(isSuperuser(shared), "only the superuser gives files away");
        Files.setAttribute(shared, "unix:mode", 01777);
        Path mine = Files.writeString(folder.resolve("mine"), "old");
        Path link = Files.createSymbolicLink(shared.resolve("out.csv"), mine);
        new ProcessBuilder("chown", "-h", Integer.toString(SOMEBODY), link.toString())
                .start()
                .onExit()
                .join();

        assertThatThrownBy(() -> PendingFile.create(link)).hasMessageContaining("a symbolic link that another user");
        assertThat(mine).hasContent("old");
    }

    @Test
    @Timeout(60)
    void aPipeIsWrittenToAndStaysAPipe() throws Exception {
        Path pipe = pipe("pipe");
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(pipe);
            } catch (IOException failure) {
                throw new AssertionError(failure);
            }
        });

        write(pipe, "text");

        assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo("text");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(pipe).exists();
    }

    @Test
    void aDeviceBehindALinkIsWrittenTo() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/null"));

        write(link, "text");

        assertThat(link).isSymbolicLink();
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    @Test
    void aNameAsLongAsTheSystemAllowsWillDo() throws IOException {
        Path file = folder.resolve("n".repeat(251) + ".csv");

        write(file, "text");

        assertThat(file).hasContent("text");
    }

    @Test
    void whatWritersOfThisProcessHaveNotFinishedStays() throws IOException {
        try (PendingFile first = PendingFile.create(folder.resolve("a"));
                PendingFile second = PendingFile.create(folder.resolve("b"))) {
            first.commit();
            second.commit();
        }
        assertThat(names()).containsExactly("a", "b");
    }

    @Test
    void whatAKilledProcessLeftGoesAndWhatALiveOneWritesStays() throws Exception {
        Process killed = writer();
        killed.destroyForcibly().waitFor();
        assertThat(names()).hasSize(1);
        Process live = writer();
        try {
            assertThat(names()).as("the live one removed the other's").hasSize(1);

            write(folder.resolve("a"), "text");

            assertThat(names()).hasSize(2).contains("a");
            live.getOutputStream().close();
            assertThat(live.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(names()).containsExactly("a", "child");
        } finally {
            live.destroyForcibly();
        }
    }

    @Test
    @Timeout(60)
    void whatOnlyLooksUnfinishedStays() throws Exception {
        Path pipe = pipe(".sheaf-0000000000000000.unfinished");
        Path other = Files.writeString(folder.resolve(".sheaf-notes.unfinished"), "mine");
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Path link = Files.createSymbolicLink(folder.resolve(".sheaf-0000000000000001.unfinished"), victim);

        write(folder.resolve("a"), "text");

        assertThat(List.of(pipe, other, victim, link)).allMatch(Files::exists);
    }

    @Test
    void whatAnotherUserLeftStays() throws IOException {
        Path file = Files.createFile(folder.resolve(".sheaf-0000000000000002.unfinished"));
        assumeTrue(isSuperuser(file), "only the superuser gives files away");
        Files.setAttribute(file, "unix:uid", SOMEBODY);

        write(folder.resolve("a"), "text");

        assertThat(file).exists();
    }

    private Path pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    /// A process that has begun to write `child` and goes on once its standard input ends.
    private Process writer() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(
                List.of(PendingFileTest.class.getName(), folder.resolve("child").toString()));
        Process process = new ProcessBuilder(command).start();
        assertThat(process.getInputStream().read()).isEqualTo('w');
        return process;
    }

    /// Starts a file, says so, and completes it when standard input ends.
    public static void main(String[] arguments) throws IOException {
        try (PendingFile file = PendingFile.create(Path.of(arguments[0]))) {
            System.out.write('w');
            System.out.flush();
            System.in.readAllBytes();
            file.commit();
        }
    }
}
