package dev.sheaf.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cli.Main;
import dev.sheaf.launcher.Checkout.Outcome;
import dev.sheaf.launcher.Checkout.Running;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// That `--memory-limit` bounds the process: the launcher, the real virtual machine and the real command line, and what
/// Linux says was the most memory that the process had.
@EnabledOnOs(value = OS.LINUX, disabledReason = "memory is read from /proc")
class ProcessMemoryTest {
    /// What the heap and the virtual machine may take beside the limit.
    private static final long BESIDE_BYTES = 250_000_000;

    /// So little that a query may be refused, which has to be said.
    private static final int SMALLEST_LIMIT = 16;

    private static final List<String> QUERIES = List.of(
            "SELECT id3, sum(v1), avg(v3) FROM 'x.parquet' GROUP BY id3|-o|out.parquet",
            "SELECT id1, id2, id3, id4, id5, id6, sum(v3) FROM 'x.parquet' GROUP BY 1, 2, 3, 4, 5, 6|-o|out.csv",
            "SELECT * FROM 'x.parquet' ORDER BY id3, v3|-o|out.csv",
            "SELECT id6, list(v3) FROM 'x.parquet' GROUP BY 1|-o|out.json",
            "SELECT * FROM 'x.parquet'|-o|out.parquet",
            "SELECT * FROM 'x.parquet'|--format|json");

    @TempDir
    private static Path folder;

    private static Checkout checkout;

    @BeforeAll
    static void checkOut() throws IOException {
        checkout = new Checkout(folder);
        Path jdk = Checkout.jdk(folder, "jdk", System.getProperty("java.version"));
        Files.writeString(jdk.resolve("bin/java"), """
                #!/bin/sh
                case "$*" in *-XX:AOTMode=*) exit 1 ;; esac
                exec '%s/bin/java' "$@"
                """.formatted(System.getProperty("java.home")));
        checkout.with("JAVA_HOME", jdk.toString());
        writeClassPath(checkout.root().resolve("prepared.jar"));
        checkout.executable("mvnw", """
                #!/bin/sh
                mkdir -p cli/target/quick/lib
                cp prepared.jar cli/target/quick/lib/
                cp prepared.jar cli/target/quick/sheaf-cli-1.jar
                """);
        Path table = checkout.root().resolve("x.parquet");
        int made = Main.run(
                new String[] {"datagen", "groupby", "--rows", "200k", "-o", table.toString()},
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        assertThat(made).isZero();
    }

    /// A jar that stands for the class path of this test.
    private static void writeClassPath(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALLEST_LIMIT, 64, 256})
    void theMemoryLimitBoundsTheProcess(int limit) throws Exception {
        List<String> tooLarge = new ArrayList<>();
        for (String query : QUERIES) {
            List<String> arguments = new ArrayList<>(List.of("sql", "--memory-limit", limit + "MB"));
            arguments.addAll(List.of(query.split("\\|", -1)));
            Running running =
                    checkout.start(checkout.root().resolve("sheaf"), checkout.root(), arguments.toArray(String[]::new));
            long most = mostMemory(running.process());
            Outcome outcome = running.outcome();
            boolean refused = limit == SMALLEST_LIMIT && outcome.err().startsWith("sheaf: no room for ");
            assertThat(outcome.exitCode()).as(query + ": " + outcome.err()).isEqualTo(refused ? 1 : 0);
            assertThat(most).as("memory of " + query).isPositive();
            if (most > limit * 1_000_000L + BESIDE_BYTES) {
                tooLarge.add(most / 1_000_000 + " MB: " + query);
            }
        }
        assertThat(tooLarge).isEmpty();
    }

    /// The high-water mark, read until the process is gone; bash, which it is at first, has a mark of its own.
    private static long mostMemory(Process process) throws InterruptedException {
        long most = 0;
        while (process.isAlive()) {
            most = Math.max(most, highWaterMark(process));
            Thread.sleep(5);
        }
        return most;
    }

    private static long highWaterMark(Process process) {
        try {
            return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException gone) {
            return 0;
        }
    }
}
