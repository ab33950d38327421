package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A program that was started without a flag reads every codec and writes all but zstd, and the JVM prints no warning.
@ExtendWith(PoolCheck.class)
class NoFlagsTest {

    @TempDir
    Path folder;

    @Test
    void nothingIsPrintedAsAWarning(MemoryPool pool) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        try (Table table = EveryCodec.table();
                DuckDb duckDb = new DuckDb()) {
            EveryCodec.CODECS.forEach(codec -> lines.add(EveryCodec.line(Path.of(codec + ".parquet"), table)));
            lines.add("setting parquet.codec: zstd is written by native code, which this program has not allowed; use "
                    + "snappy or gzip, or start Java with --enable-native-access=ALL-UNNAMED");
            Path ours = folder.resolve("ours.parquet");
            ParquetFiles.write(ours, table.schema(), ParquetFiles.context(pool), table);
            for (String codec : List.of("snappy", "gzip", "zstd", "lz4_raw")) {
                Path file = folder.resolve("duckdb-" + codec + ".parquet");
                duckDb.copy("SELECT * FROM '" + ours + "'", file, "CODEC " + codec);
                others.add(file);
                lines.add(EveryCodec.line(file, table));
            }
        }
        Path errors = folder.resolve("errors.txt");
        Process process = new ProcessBuilder(command(others))
                .redirectError(errors.toFile())
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        assertThat(printed.lines()).containsExactlyElementsOf(lines);
        assertThat(errors).isEmptyFile();
        assertThat(folder.resolve("zstd.parquet")).doesNotExist();
        try (DuckDb duckDb = new DuckDb();
                Table table = EveryCodec.table()) {
            for (String codec : EveryCodec.CODECS) {
                String source = " FROM '" + folder.resolve(codec + ".parquet") + "'";
                long sum = Arrays.stream(table.ints("number")).asLongStream().sum();
                assertThat(duckDb.rows("SELECT sum(number)::BIGINT, count(DISTINCT text)" + source))
                        .isEqualTo(List.of(List.of(sum, (long) distinct(table))));
            }
        }
    }

    private static int distinct(Table table) {
        return (int) Arrays.stream(table.strings("text")).distinct().count();
    }

    /// No flag for the JVM, and no logging library on the class path, as in a program that has none.
    private List<String> command(List<Path> files) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String ours = Arrays.stream(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.contains("slf4j-nop") && !entry.contains("logback"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", ours, EveryCodec.class.getName(), folder.toString()));
        files.forEach(file -> command.add(file.toString()));
        return command;
    }
}
