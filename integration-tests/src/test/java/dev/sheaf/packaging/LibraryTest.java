package dev.sheaf.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program of a user's own, with frames, files and SQL, runs without any flag on the class path and as a module, and
/// nothing is written to its standard error.
class LibraryTest {
    private static final long TIME_LIMIT_SECONDS = 120;

    private static final String PROGRAM = """
            package user;

            import static dev.sheaf.expr.Expressions.col;
            import static dev.sheaf.expr.Expressions.count;
            import static dev.sheaf.expr.Expressions.sum;

            import dev.sheaf.column.Table;
            import dev.sheaf.frame.LazyFrame;
            import dev.sheaf.sql.SqlSession;
            public class Program {
                public static void main(String[] arguments) {
                    String file = arguments[0];
                    try (Table table = Table.of("k", new String[] {"a", "b", "a"}, "v", new int[] {1, 2, 3})) {
                        LazyFrame.of(table).sinkParquet(file);
                    }
                    try (Table sums = LazyFrame.scanParquet(file)
                            .filter(col("v").gt(0))
                            .groupBy("k")
                            .agg(sum("v").as("total"), count().as("n"))
                            .sort("k")
                            .collect()) {
                        sums.rows().forEach(row -> System.out.println(row.get("k") + " " + row.get("total")));
                    }
                    SqlSession sql = new SqlSession();
                    try (Table top = sql.query("FROM '" + file + "' SELECT max(v) || '!' AS m WHERE k = 'a'").collect()) {
                        top.rows().forEach(row -> System.out.println(row.get("m")));
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path source;
    private Path classes;

    @BeforeEach
    void write() throws IOException {
        source = Files.createDirectories(folder.resolve("src/user")).resolve("Program.java");
        classes = folder.resolve("classes");
        Files.writeString(source, PROGRAM);
    }

    @Test
    void onTheClassPath() throws Exception {
        String classPath = System.getProperty("java.class.path");
        compile("-cp", classPath, source.toString());

        assertRuns("-cp", classes + File.pathSeparator + classPath, "user.Program");
    }

    /// The readers of files are on the class path: the jars of Parquet are no modules.
    @Test
    void onTheModulePath() throws Exception {
        Map<Boolean, List<Path>> entries = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .collect(Collectors.partitioningBy(LibraryTest::isModule));
        String modules = joined(entries.get(true));
        Path descriptor = Files.writeString(folder.resolve("src/module-info.java"), """
                module user {
                    requires dev.sheaf.sql;
                }
                """);
        compile("-cp", folder.toString(), "-p", modules, descriptor.toString(), source.toString());

        assertRuns(
                "-cp",
                joined(entries.get(false)),
                "-p",
                classes + File.pathSeparator + modules,
                "-m",
                "user/user.Program");
    }

    private static boolean isModule(Path entry) {
        return Files.exists(entry)
                && (Files.isRegularFile(entry) || Files.exists(entry.resolve("module-info.class")))
                && ModuleFinder.of(entry).findAll().stream()
                        .anyMatch(found -> found.descriptor().name().matches("dev\\.sheaf\\.(engine|frame|sql)"));
    }

    private static String joined(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private void compile(String... arguments) {
        List<String> all = new ArrayList<>(List.of("-d", classes.toString()));
        all.addAll(List.of(arguments));
        StringWriter messages = new StringWriter();
        PrintWriter out = new PrintWriter(messages, true);
        int exitCode = ToolProvider.findFirst("javac").orElseThrow().run(out, out, all.toArray(String[]::new));
        assertThat(exitCode).as(messages.toString()).isZero();
    }

    private void assertRuns(String... arguments) throws Exception {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        command.add(folder.resolve("t.parquet").toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(err)).isEmpty();
        assertThat(Files.readString(out)).isEqualTo("a 4\nb 2\n3!\n");
        assertThat(process.exitValue()).isZero();
    }
}
