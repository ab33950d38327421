package dev.sheaf.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.file.PrivateFolder;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SpillFolderTest {
    private static final int ROWS = 1 << 18;
    private static final int KILLS = 4;
    private static final int SIDE_BY_SIDE = 3;
    private static final int LIMIT_BLOCKS = 256;
    private static final String NOTHING = "1";
    private static final String SMALL = "1000000";

    @TempDir
    Path base;

    private List<Path> left() throws Exception {
        try (Stream<Path> files = Files.list(base)) {
            return files.toList();
        }
    }

    @Test
    void foldersOfTheLivingStay() throws Exception {
        try (SpillFolder first = SpillFolder.create(base);
                SpillFolder second = SpillFolder.create(base)) {
            SpillFolder.cleanUp(base);
            assertThat(left()).containsExactlyInAnyOrder(first.path(), second.path());
        }
        assertThat(left()).isEmpty();
    }

    /// Locks belong to processes: a look at our own must not give them up.
    @Test
    void otherProcessesLeaveFoldersOfTheLivingAlone() throws Exception {
        try (SpillFolder first = SpillFolder.create(base);
                SpillFolder second = SpillFolder.create(base)) {
            SpillFolder.cleanUp(base);
            assertThat(spiller("1", SMALL).start().waitFor()).isZero();
            assertThat(left()).containsExactlyInAnyOrder(first.path(), second.path());
        }
    }

    @Test
    void processesThatSpillSideBySideDoNotDisturbEachOther() throws Exception {
        List<Process> children = new ArrayList<>();
        for (int i = 0; i < SIDE_BY_SIDE; i++) {
            children.add(spiller("12", SMALL).start());
        }
        for (Process child : children) {
            assertThat(child.waitFor()).isZero();
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void whatIsNotOursStays() throws Exception {
        Path other = Files.createDirectory(base.resolve("sheaf-spillway"));
        Path fresh = Files.createDirectory(base.resolve("sheaf-spill-1-made-just-now"));
        SpillFolder.cleanUp(base);
        SpillFolder.cleanUp(base.resolve("missing"));
        assertThat(left()).containsExactlyInAnyOrder(other, fresh);
    }

    /// Another user may put anything into a shared folder.
    @Test
    @Timeout(60)
    @DisabledOnOs(OS.WINDOWS)
    void neitherAPipeNorALinkInPlaceOfALockIsOpened() throws Exception {
        Path pipe = Files.createDirectory(base.resolve("sheaf-spill-1-pipe")).resolve("lock");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path link = Files.createDirectory(base.resolve("sheaf-spill-1-link")).resolve("lock");
        Files.createSymbolicLink(link, Files.createFile(base.resolve("mine")));

        SpillFolder.create(base).close();

        assertThat(List.of(pipe, link, base.resolve("mine"))).allMatch(Files::exists);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkToAFolderIsNotFollowed() throws Exception {
        Path target = Files.createDirectory(base.resolve("target"));
        Path lock = Files.createFile(target.resolve("lock"));
        Path file = Files.createFile(target.resolve("notes.spill"));
        Files.createSymbolicLink(base.resolve("sheaf-spill-1-link"), target);

        SpillFolder.create(base).close();

        assertThat(List.of(lock, file)).allMatch(Files::exists);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatOtherUsersLeftStays() throws Exception {
        Path theirs = Files.createDirectory(base.resolve("sheaf-spill-1-theirs"));
        Files.createFile(theirs.resolve("lock"));
        assumeTrue(Files.getAttribute(theirs, "unix:uid").equals(0), "only the superuser gives files away");
        Files.setAttribute(theirs, "unix:uid", 12_345);

        SpillFolder.create(base).close();

        assertThat(left()).containsExactly(theirs);
    }

    @Test
    void unlessGivenTheFolderIsTheUsersOwn() throws Exception {
        Path folder = QueryContext.create().spillFolder();
        try (SpillFolder spill = SpillFolder.create(folder)) {
            assertThat(spill.path()).hasParentRaw(folder);
        }
        assertThat(folder).isEqualTo(PrivateFolder.temporary()).isDirectory();
        assertThat(PrivateFolder.open(folder)).isEqualTo(folder);
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() {
        assertThatThrownBy(() -> SpillFolder.create(base.resolve("missing")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot spill to " + base.resolve("missing"));
    }

    @Test
    void aCancelledQueryLeavesNothing() throws Exception {
        Cancellation cancellation = new Cancellation();
        try (MemoryPool pool = MemoryPool.create();
                Table table = keys(ROWS)) {
            QueryContext context = context(pool, NOTHING)
                    .spillFolder(base)
                    .cancellation(cancellation)
                    .progress((_, done, _) -> {
                        if (done > ROWS / 2) {
                            cancellation.cancel("enough");
                        }
                    })
                    .build();
            assertThatThrownBy(() -> GroupBy.on(table, "k").aggregate(context, Expressions.sum("k")))
                    .isInstanceOf(QueryCancelledException.class);
            assertThat(context.spill().bytesWritten()).isPositive();
            assertThat(pool.usedBytes()).isZero();
        }
        assertThat(left()).isEmpty();
    }

    /// Child processes that spill are killed at random moments; the next one removes what they left.
    @Test
    void whatKilledProcessesLeaveIsRemovedByTheNext() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < KILLS; i++) {
            Process child = spiller("100", NOTHING).start();
            while (left().isEmpty() && child.isAlive()) {
                Thread.sleep(5);
            }
            Thread.sleep(random.nextInt(60));
            child.destroyForcibly().waitFor();
        }
        assertThat(left()).isNotEmpty();
        SpillFolder.cleanUp(base);
        assertThat(left()).isEmpty();
    }

    /// A limit on the size of files stands for a full disk.
    @Test
    void aFullDiskIsSaidAndTheFilesAreGone() throws Exception {
        List<String> java = spiller("1", NOTHING).command();
        ProcessBuilder limited = new ProcessBuilder("sh", "-c", "ulimit -f " + LIMIT_BLOCKS + "; exec \"$@\"", "sh");
        limited.command().addAll(java);
        Path output = base.resolve("output");
        Process child = limited.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output))
                .contains("UncheckedIOException: cannot write the spill file")
                .contains("free disk space");
        assertThat(child.exitValue()).isNotZero();
        assertThat(left()).containsExactly(output);
    }

    private ProcessBuilder spiller(String times, String memory) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(SpillFolderTest.class.getName(), base.toString(), times, memory));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /// Groups keys that are all different, so often, with so many bytes for groups.
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        try (MemoryPool pool = MemoryPool.create();
                Table table = keys(ROWS)) {
            for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
                QueryContext context =
                        context(pool, arguments[2]).spillFolder(folder).build();
                GroupBy.on(table, "k").aggregate(context, Expressions.sum("k")).close();
            }
        }
    }

    private static Table keys(int rows) {
        long[] keys = new long[rows];
        for (int i = 0; i < rows; i++) {
            keys[i] = i * 0x9E3779B97F4A7C15L;
        }
        return Table.of("k", keys);
    }

    private static QueryContext.Builder context(MemoryPool pool, String memory) {
        return QueryContext.builder().pool(pool).threads(2).settings(new Settings(Map.of("cpu.spill.bytes", memory)));
    }
}
