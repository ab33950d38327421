package dev.sheaf.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sheaf.cli.datagen.GroupByDataset;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Files that are missing, cut off, damaged, or that do not fit on the disk.
@ExtendWith(PoolCheck.class)
class BadFileTest {
    private static final long ROWS = 2_000;
    private static final int CUTS = 60;
    private static final int FLIPS = 150;
    private static final long TIME_LIMIT_SECONDS = 120;

    @TempDir
    private Path folder;

    private byte[] written(MemoryPool pool) throws IOException {
        Path file = folder.resolve("good.parquet");
        LazyFrame.scan(new GroupByDataset(ROWS, 10, 5, false, 0, 1, true))
                .sink(FileFormats.of(file), file, context(pool));
        return Files.readAllBytes(file);
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).threads(2).build();
    }

    private static void read(Path file, MemoryPool pool) {
        String sql = "SELECT id1, sum(v1) AS v1, min(id3) AS id3, avg(v3) AS v3 FROM '" + file + "' GROUP BY id1";
        try (Table result = LazyFrame.of(new SqlSession().plan(sql)).collect(context(pool))) {
            assertThat(result.rowCount()).isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void aFileThatIsNotThereIsNamed(MemoryPool pool) {
        assertThatThrownBy(() -> read(folder.resolve("salse.parquet"), pool))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("salse.parquet");
    }

    @Test
    void anEmptyFileIsSaidToBeEmpty(MemoryPool pool) throws IOException {
        Path file = Files.createFile(folder.resolve("empty.parquet"));
        assertThatThrownBy(() -> read(file, pool))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty.parquet is empty");
    }

    @Test
    void aFileOfAnotherKindIsSaidToBeOne(MemoryPool pool) throws IOException {
        Path file = Files.writeString(folder.resolve("text.parquet"), "id1,v1\na,1\n");
        assertThatThrownBy(() -> read(file, pool))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text.parquet is not a Parquet file");
    }

    @Test
    void aFileWithNothingButTheMarksOfParquetIsSaidToBeDamaged(MemoryPool pool) throws IOException {
        for (String contents : List.of("PAR1", "PAR1PAR1PAR1PAR1")) {
            Path file = Files.writeString(folder.resolve("marks.parquet"), contents);
            assertThatThrownBy(() -> read(file, pool))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("marks.parquet");
        }
    }

    @Test
    void aFileThatIsCutOffIsSaidToBeDamaged(MemoryPool pool) throws IOException {
        byte[] whole = written(pool);
        for (int cut = 1; cut < CUTS; cut++) {
            Path file = folder.resolve("cut.parquet");
            Files.write(file, Arrays.copyOf(whole, (int) ((long) whole.length * cut / CUTS)));
            assertThatThrownBy(() -> read(file, pool))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("cut.parquet");
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void aFileWithWrongBytesGivesAnAnswerOrIsSaidToBeDamaged(MemoryPool pool) throws IOException {
        byte[] whole = written(pool);
        RandomCases.run(FLIPS, random -> {
            byte[] damaged = whole.clone();
            for (int count = random.nextInt(1, 5); count > 0; count--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Path file = Files.write(folder.resolve("damaged.parquet"), damaged);
            try {
                read(file, pool);
            } catch (CorruptFileException | IllegalArgumentException | ArithmeticException expected) {
                assertThat(expected).hasMessageMatching("(?s).+");
            }
            PoolCheck.assertEmpty(pool);
        });
    }

    /// A process that may write no more than a few blocks to a file stands for a disk that is full.
    @Test
    void aResultThatDoesNotFitOnTheDiskIsAnErrorAndLeavesNoFile() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: there is no /bin/bash to limit a process with");
        Path file = folder.resolve("large.parquet");
        Path log = folder.resolve("log.txt");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        "/bin/bash",
                        "-c",
                        "ulimit -f 64; exec \"$@\"",
                        "sheaf",
                        java,
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sheaf.cli.Main",
                        "datagen",
                        "groupby",
                        "--rows",
                        "200000",
                        "--groups",
                        "100",
                        "-o",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(log)).isNotZero();
        assertThat(Files.readString(log)).contains("large.parquet").doesNotContain("\tat ");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(Path::getFileName).map(Path::toString)).containsExactly("log.txt");
        }
    }
}
