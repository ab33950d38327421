package dev.sheaf.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The jar that users get, after it was packed: added to Spark's own class path it is all that the plugin needs.
class OneJarTest {
    private static final Path JAR = Path.of(System.getProperty("sheaf.jar"));
    private static final String ANSWER = "[k0,500,62375.0]\n[k1,500,62500.0]\n1 on Sheaf, 2 splits\n";
    private static final long TIME_LIMIT_SECONDS = 300;

    @TempDir
    private Path folder;

    @Test
    void holdsNoNameThatSparkHas() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream().filter(entry -> entry.getName().endsWith(".class")))
                    .allMatch(entry -> entry.getName().matches("(dev/sheaf|sheaf/shaded)/.*"));
            assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .isEqualTo("dev.sheaf.spark");
            assertThat(new String(
                            jar.getInputStream(jar.getEntry("META-INF/NOTICE")).readAllBytes(), UTF_8))
                    .contains("The Sheaf authors", "Apache Parquet Format Structures");
        }
    }

    /// By `spark-submit --jars`, which gives the jar a class loader of its own, below Spark's.
    @Test
    void isAllThatSparkNeeds() throws Exception {
        assertThat(output(submitted("local[2]", List.of("--jars", JAR.toString()))))
                .isEqualTo(ANSWER);
    }

    /// On the class path of the driver and of executors that are processes of their own.
    @Test
    void isAllThatExecutorsNeed() throws Exception {
        TestSessions.makeHome();
        String withJar = JAR + File.pathSeparator + classPath();
        List<String> options =
                List.of("--driver-class-path", withJar, "--conf", "spark.executor.extraClassPath=" + withJar);

        assertThat(output(submitted("local-cluster[2,1,1024]", options))).isEqualTo(ANSWER);
    }

    private List<String> submitted(String master, List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--"))
                .toList());
        command.addAll(List.of("-Xmx700m", "-XX:TieredStopAtLevel=1", "-cp", classPath(options)));
        command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", master));
        command.addAll(options);
        settings().forEach(setting -> command.addAll(List.of("--conf", setting)));
        command.addAll(List.of("--class", "dev.sheaf.spark.JarProgram", "spark-internal"));
        command.add(folder.resolve("files").toString());
        return command;
    }

    /// SparkSubmit's scripts put the driver's class path before Spark's own jars; the class itself does not.
    private static String classPath(List<String> options) {
        return options.contains("--driver-class-path")
                ? options.get(options.indexOf("--driver-class-path") + 1)
                : classPath();
    }

    private static List<String> settings() {
        return List.of(
                "spark.plugins=dev.sheaf.spark.SheafPlugin",
                "spark.ui.enabled=false",
                "spark.driver.host=localhost",
                "spark.driver.bindAddress=127.0.0.1",
                "spark.sql.warehouse.dir=" + TestSessions.folder("warehouse"));
    }

    /// Spark's jars, with its own structures of Parquet in the place of those that Sheaf is compiled with, and the
    /// program.
    private static String classPath() {
        List<String> entries = new ArrayList<>(files(Path.of(System.getProperty("sheaf.spark.jars"))));
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !entry.matches(".*(sheaf-(engine|io|cuda|spark)|parquet-format-structures).*\\.jar"))
                .forEach(entries::add);
        entries.add(JarProgram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return String.join(File.pathSeparator, entries);
    }

    private static List<String> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String output(List<String> command) throws Exception {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        return Files.readString(out);
    }
}
