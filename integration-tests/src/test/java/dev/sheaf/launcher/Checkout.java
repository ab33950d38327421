package dev.sheaf.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A made-up checkout around the real launcher: a few sources, a Maven that only copies files, and JDKs whose
/// `java` prints what it was asked to run.
final class Checkout {
    /// What the launcher needs beside bash; everything else on the machine is out of its sight.
    private static final List<String> TOOLS = List.of(
            "awk", "bash", "cat", "chmod", "cp", "find", "ln", "mkdir", "mv", "readlink", "rm", "sh", "sleep", "tee");

    private static final long TIME_LIMIT_SECONDS = 60;

    private final Path root;
    private final Path tools;
    private final Map<String, String> environment = new HashMap<>();

    Checkout(Path folder) throws IOException {
        root = Files.createDirectories(folder.resolve("check out"));
        tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : TOOLS) {
            script(tools.resolve(tool), "#!/bin/sh\nexec " + onPath(tool) + " \"$@\"\n");
        }
        executable("sheaf", Files.readString(launcher()));
        executable("mvnw", """
                #!/bin/sh
                echo "$@" >>maven.log
                echo "mvnw with $JAVA_HOME"
                [ ! -f broken ] || { echo 'A.java:1: ; expected'; exit 1; }
                [ ! -f slow ] || sleep 1
                mkdir -p cli/target/quick/lib
                : >cli/target/quick/lib/engine.jar
                : >cli/target/quick/sheaf-cli-1.jar
                chmod 600 cli/target/quick/lib/engine.jar
                case "$*" in *'-pl benchmarks'*) ;; *) exit 0 ;; esac
                mkdir -p benchmarks/target/quick/lib
                : >benchmarks/target/quick/lib/duckdb.jar
                : >benchmarks/target/quick/sheaf-benchmarks-1.jar
                """);
        source("pom.xml");
        source(".mvn/jvm.config");
        source("cli/pom.xml");
        source("cli/src/main/java/A.java");
        source("cli/src/main/java/B.java");
        source("benchmarks/pom.xml");
        source("benchmarks/src/main/java/C.java");
        with("PATH", tools.toString());
        with("SHEAF_JDK_SEARCH", "");
    }

    private static Path launcher() {
        return Path.of(System.getProperty("user.dir")).resolveSibling("sheaf");
    }

    private static Path onPath(String tool) {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            Path candidate = Path.of(folder, tool);
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        throw new IllegalStateException(tool + " is not on the PATH, but the launcher needs it");
    }

    Path root() {
        return root;
    }

    Checkout with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /// Puts a folder with a `java` in front of the tools.
    Checkout withOnPath(Path folder) {
        return with("PATH", folder + ":" + tools);
    }

    /// A JDK of that version in `folder`/`name`.
    static Path jdk(Path folder, String name, String version) throws IOException {
        Path home = jre(folder, name, version);
        script(home.resolve("bin/javac"), "#!/bin/sh\n");
        return home;
    }

    /// A JDK without its compiler.
    static Path jre(Path folder, String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), """
                #!/bin/sh
                echo "java of NAME"
                for argument in "$@"; do echo "<$argument>"; done
                """.replace("NAME", name));
        return home;
    }

    /// Writes a file that is older than any build, as in a checkout of yesterday.
    void source(String name) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "as committed\n");
        FileTime yesterday = FileTime.from(Instant.now().minusSeconds(86_400));
        for (Path path = file; !path.equals(root); path = path.getParent()) {
            Files.setLastModifiedTime(path, yesterday);
        }
    }

    /// Changes a file after the last build.
    void edit(String name) throws IOException {
        Files.writeString(root.resolve(name), "edited\n");
    }

    void executable(String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        script(root.resolve(name), text);
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// How often Maven was asked to package the command line.
    long builds() throws IOException {
        Path log = root.resolve("maven.log");
        if (!Files.exists(log)) {
            return 0;
        }
        return Files.readAllLines(log).stream()
                .filter(line -> line.endsWith(" package"))
                .count();
    }

    Outcome sheaf(String... arguments) throws IOException {
        return start(root.resolve("sheaf"), root, arguments).outcome();
    }

    /// Starts the launcher by that path, from that folder.
    Running start(Path launcher, Path from, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(onPath("bash").toString(), launcher.toString()));
        command.addAll(List.of(arguments));
        return run(command, from);
    }

    private Running run(List<String> command, Path from) throws IOException {
        Path out = Files.createTempFile(root.getParent(), "out", ".txt");
        Path err = Files.createTempFile(root.getParent(), "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(from.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        return new Running(builder.start(), out, err);
    }

    /// Runs the launcher by a line of bash, in which it is `"$0"`; interrupts are heard even where a script in the
    /// background has them ignored.
    Running shell(String script) throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.exists(Path.of("/proc/self/status"))) {
            command.addAll(List.of(onPath("env").toString(), "--default-signal=INT"));
        }
        command.addAll(List.of(
                onPath("bash").toString(), "-c", script, root.resolve("sheaf").toString()));
        return run(command, root);
    }

    /// A launcher at work.
    record Running(Process process, Path out, Path err) {
        Outcome outcome() throws IOException {
            try {
                if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException("the launcher did not end; it said " + Files.readString(err));
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
                throw new UncheckedIOException(new IOException("interrupted while the launcher ran", e));
            }
            return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
        }
    }

    /// What came of a run.
    record Outcome(int exitCode, String out, String err) {}
}
