package dev.sheaf.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.launcher.Checkout.Outcome;
import dev.sheaf.launcher.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class LauncherTest {
    @TempDir
    private Path folder;

    private Path jdks;
    private Checkout checkout;

    @BeforeEach
    void checkOut() throws IOException {
        jdks = Files.createDirectories(folder.resolve("installed jdks"));
        checkout = new Checkout(folder);
    }

    @Nested
    class FindsAJdk {
        @Test
        void withoutAnyItSaysWhatToInstallAndWhereItLooked() throws IOException {
            Outcome outcome = checkout.with("SHEAF_JDK_SEARCH", jdks + ":" + folder.resolve("nowhere"))
                    .sheaf("--version");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err())
                    .startsWith("sheaf: no JDK 25.0.3 or newer found")
                    .contains("Install one, for instance Eclipse Temurin 25", "set JAVA_HOME")
                    .containsPattern("JAVA_HOME +not set")
                    .containsPattern("PATH +no java")
                    .containsPattern("installed jdks +searched")
                    .containsPattern("nowhere +no such folder");
        }

        @Test
        void withoutAnyToolsOnThePathItStillSaysSo() throws IOException {
            Outcome outcome = checkout.with("PATH", "").sheaf("test");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err()).startsWith("sheaf: no JDK 25.0.3 or newer found");
            assertThat(checkout.builds()).isZero();
        }

        @Test
        void namesTheOnesThatAreNotFit() throws IOException {
            Path old = Checkout.jdk(jdks, "jdk-17", "17.0.15");
            Checkout.jdk(jdks, "jdk-25-first", "25");
            Checkout.jdk(jdks, "jdk-25-faulty", "25.0.2");
            Checkout.jre(jdks, "jre-25", "25.0.4");

            Outcome outcome = checkout.with("JAVA_HOME", folder.toString())
                    .withOnPath(old.resolve("bin"))
                    .with("SHEAF_JDK_SEARCH", jdks.toString())
                    .sheaf("--version");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err())
                    .containsPattern("JAVA_HOME +\\S+ is not a JDK")
                    .containsPattern("PATH +version 17.0.15, too old: .*jdk-17")
                    .containsPattern("jdk-25-first +version 25, too old")
                    .containsPattern("jdk-25-faulty +version 25.0.2, too old")
                    .containsPattern("jre-25 +version 25.0.4, but without the compiler");
        }

        @Test
        void javaHomeComesFirst() throws IOException {
            Path mine = Checkout.jdk(folder, "mine", "26.0.1");
            Path other = Checkout.jdk(folder, "other", "25.0.9");

            Outcome outcome = checkout.with("JAVA_HOME", mine.toString())
                    .withOnPath(other.resolve("bin"))
                    .sheaf("--version");

            assertThat(outcome.out()).startsWith("java of mine\n");
        }

        @Test
        void anOldJavaHomeIsPassedOverForTheOneOnThePath() throws IOException {
            Path old = Checkout.jdk(folder, "old", "21.0.8");
            Path other = Checkout.jdk(folder, "other", "25.0.3");
            Path links = Files.createDirectories(folder.resolve("links"));
            Files.createSymbolicLink(links.resolve("java"), other.resolve("bin/java"));

            Outcome outcome = checkout.with("JAVA_HOME", old.toString())
                    .withOnPath(links)
                    .with("SHEAF_JDK_SEARCH", jdks.toString())
                    .sheaf("--version");

            assertThat(outcome.out()).startsWith("java of other\n");
        }

        @Test
        void ofTheInstalledOnesTheNewestOfTheTestedRelease() throws IOException {
            Checkout.jdk(jdks, "a", "25.0.4");
            Checkout.jdk(jdks, "b", "25.0.11");
            Checkout.jdk(jdks, "c", "25.0.5");
            Checkout.jdk(jdks, "d", "26.0.1");
            Checkout.jdk(jdks, "e", "24.0.9");

            Outcome outcome = checkout.with("SHEAF_JDK_SEARCH", jdks.toString()).sheaf("--version");

            assertThat(outcome.out()).startsWith("java of b\n");
        }

        @Test
        void aNewerReleaseWillDo() throws IOException {
            Checkout.jdk(jdks, "a", "26-ea");
            Checkout.jdk(jdks, "Mac.jdk/Contents/Home", "27.0.1+9");

            Outcome outcome = checkout.with("SHEAF_JDK_SEARCH", jdks.toString()).sheaf("--version");

            assertThat(outcome.out()).startsWith("java of Mac.jdk/Contents/Home\n");
        }
    }

    @Nested
    class Runs {
        @BeforeEach
        void install() throws IOException {
            checkout.with("SHEAF_JDK_SEARCH", jdks.toString());
            Checkout.jdk(jdks, "the jdk", "25.0.3");
        }

        @Test
        void handsTheArgumentsOnAsTheyAre() throws IOException {
            Outcome outcome = checkout.sheaf("sql", "select * from 'a b.parquet'", "", "$HOME", "*");

            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.out())
                    .contains("<--enable-native-access=ALL-UNNAMED>\n")
                    .endsWith("<dev.sheaf.cli.Main>\n<sql>\n<select * from 'a b.parquet'>\n<>\n<$HOME>\n<*>\n");
        }

        @Test
        void thatTheClassPathHasTheJarsInAFixedOrder() throws IOException {
            Path lib = checkout.root().toRealPath().resolve("target/dist/lib");

            assertThat(checkout.sheaf("--version").out())
                    .contains("<-cp>\n<" + lib.resolve("engine.jar") + ":" + lib.resolve("sheaf-cli-1.jar") + ">\n");
        }

        @Test
        void fromAnotherFolderThroughALink() throws IOException {
            Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("check out", "sheaf"));
            Path farLink = Files.createSymbolicLink(jdks.resolve("far link"), link);

            Outcome outcome = checkout.start(farLink, jdks, "demo").outcome();

            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.out()).endsWith("<dev.sheaf.cli.Main>\n<demo>\n");
            assertThat(checkout.builds()).isEqualTo(1);
        }

        @Test
        void takesMoreJvmOptionsFromTheEnvironment() throws IOException {
            Outcome outcome = checkout.with("SHEAF_JAVA_OPTS", "-Xmx3g -Da=b").sheaf("demo");

            assertThat(outcome.out()).contains("<-Xmx3g>\n<-Da=b>\n");
        }

        @Test
        void theShellOfJavaHasTheJarsAndTheImports() throws IOException {
            Path jdk = Checkout.jdk(jdks, "with a shell", "25.0.9");
            Files.copy(jdk.resolve("bin/java"), jdk.resolve("bin/jshell"));

            Outcome outcome = checkout.with("SHEAF_JAVA_OPTS", "-Da=b").sheaf("jshell", "-v", "my file.jsh");

            Path root = checkout.root().toRealPath();
            assertThat(outcome.out())
                    .contains("<-R--enable-native-access=ALL-UNNAMED>\n", "<-R-Xlog:cds=off>\n<-R-Da=b>\n")
                    .contains("<--class-path>\n<" + root.resolve("target/dist/lib/engine.jar") + ":")
                    .endsWith("<--startup>\n<DEFAULT>\n<--startup>\n<" + root.resolve("cli/src/main/jshell/sheaf.jsh")
                            + ">\n<-v>\n<my file.jsh>\n");
        }

        @Test
        void usesTheStartUpCacheOnceThereIsOne() throws IOException {
            assertThat(checkout.sheaf("demo").out()).doesNotContain("AOTCache");
            Files.createFile(checkout.root().resolve("target/dist/sheaf.aot"));

            assertThat(checkout.sheaf("demo").out()).containsPattern("<-XX:AOTCache=.*/target/dist/sheaf.aot>\n");
        }

        @Test
        void makesTheStartUpCacheAnewForAnotherJdk() throws IOException {
            checkout.sheaf("demo");
            Files.createFile(checkout.root().resolve("target/dist/sheaf.aot"));
            Checkout.jdk(jdks, "newer", "25.0.4");

            assertThat(checkout.sheaf("demo").out())
                    .startsWith("java of newer\n")
                    .doesNotContain("AOTCache");
            assertThat(checkout.builds()).isEqualTo(1);
        }
    }

    @Nested
    class Surroundings {
        @BeforeEach
        void install() throws IOException {
            checkout.with("SHEAF_JDK_SEARCH", jdks.toString());
        }

        private void javaThat(String script) throws IOException {
            Path java = Checkout.jdk(jdks, "the jdk", "25.0.3").resolve("bin/java");
            Files.writeString(java, "#!/bin/sh\n" + script + "\n");
        }

        /// Java takes no locale at all where any of its categories is not installed; LC_ALL stands for all of them.
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "A=b                | LC_ALL=C.UTF-8 SHEAF_LOCALE=",
                    "LANG=C             | LC_ALL=C.UTF-8 SHEAF_LOCALE=C",
                    "LANG=xx_XX.UTF-8   | LC_ALL=C.UTF-8 SHEAF_LOCALE=xx_XX.UTF-8",
                    "LC_ALL=POSIX       | LC_ALL=C.UTF-8 SHEAF_LOCALE=POSIX",
                    "LC_CTYPE=C.UTF-8   | LC_ALL=C.UTF-8 SHEAF_LOCALE=unset",
                    "LANG=C.UTF-8       | LC_ALL=C.UTF-8 SHEAF_LOCALE=unset"
                })
        void areUtf8WhateverTheLocaleSays(String variable, String expected) throws IOException {
            javaThat("echo \"LC_ALL=$LC_ALL SHEAF_LOCALE=${SHEAF_LOCALE-unset}\"");
            int equals = variable.indexOf('=');

            Outcome outcome = checkout.with(variable.substring(0, equals), variable.substring(equals + 1))
                    .sheaf("demo");

            assertThat(outcome.out()).isEqualTo(expected + "\n");
        }

        @Test
        void aClosedStandardInputIsAnEmptyOne() throws IOException {
            javaThat("cat && echo read");
            checkout.shell("\"$0\" demo </dev/null").outcome();

            assertThat(checkout.shell("\"$0\" sql - <&-").outcome()).isEqualTo(new Outcome(0, "read\n", ""));
        }

        @Test
        void whatIsWrittenToAClosedStandardOutputFails() throws IOException {
            javaThat("echo lost || { echo failed >&2; exit 1; }");
            checkout.sheaf("demo");

            Outcome outcome = checkout.shell("\"$0\" sql - >&-").outcome();

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err()).endsWith("failed\n");
        }

        /// A signal to the launcher alone, while it waits for a program that does not end of it.
        @Test
        void anInterruptIsNotForgotten() throws Exception {
            javaThat("echo ran");
            checkout.sheaf("demo");
            Path started = folder.resolve("started");
            Path find = folder.resolve("tools/find");
            String real = Files.readString(find);
            Files.writeString(find, "#!/bin/sh\ntrap '' INT\n: >'" + started + "'\nsleep 2\n" + real);
            Running running = checkout.shell("exec \"$0\" demo");
            while (!Files.exists(started) && running.process().isAlive()) {
                Thread.sleep(10);
            }

            new ProcessBuilder("kill", "-INT", Long.toString(running.process().pid()))
                    .start()
                    .waitFor();

            assertThat(running.outcome()).isEqualTo(new Outcome(130, "", ""));
        }

        @Test
        void theJarsAreForOthersToReadAsTheUserLetsThem() throws IOException {
            javaThat("echo ran");
            checkout.sheaf("demo");
            Path lib = checkout.root().resolve("target/dist/lib");

            assertThat(Files.getPosixFilePermissions(lib.resolve("engine.jar")))
                    .isEqualTo(Files.getPosixFilePermissions(Files.createFile(lib.resolve("new"))));
        }

        @ParameterizedTest
        @CsvSource({
            "--memory-limit 16MB,      , <-Xmx96m>",
            "--memory-limit=2GiB,      , <-Xmx256m>",
            "--memory-limit 2048m, 4GiB, <-Xmx256m>",
            "--threads 2,        1.5GiB, <-Xmx192m>",
            "--threads 2,              , <-XX:MaxRAMPercentage=12.5>",
            "--memory-limit much,      , <-XX:MaxRAMPercentage=12.5>",
        })
        void theHeapIsSizedByTheMemoryLimit(String arguments, String variable, String heap) throws IOException {
            Checkout.jdk(jdks, "the jdk", "25.0.3");
            if (variable != null) {
                checkout.with("SHEAF_MEMORY_LIMIT", variable);
            }

            Outcome outcome = checkout.sheaf(("sql " + arguments + " SELECT").split(" ", -1));

            assertThat(outcome.out()).contains(heap);
            assertThat(outcome.out().contains("-Xmx")).isEqualTo(heap.contains("-Xmx"));
        }

        @Test
        void ofTheVirtualMachineLittleElseIsSet() throws IOException {
            Checkout.jdk(jdks, "the jdk", "25.0.3");

            assertThat(checkout.sheaf("demo")
                            .out()
                            .lines()
                            .filter(line -> line.startsWith("<-XX:") && !line.contains("NotifyFreqLog=")))
                    .containsExactly("<-XX:+UseParallelGC>", "<-XX:MaxRAMPercentage=12.5>");
        }

        @Test
        void theCommandLineIsToldEveryCommandOfTheLauncher() throws IOException {
            javaThat("echo \"$SHEAF_COMMANDS\"");
            String main = Files.readString(checkout.root().resolve("sheaf"));
            List<String> cases = Pattern.compile("^  ([a-z-]+)\\)$", Pattern.MULTILINE)
                    .matcher(
                            main.substring(main.indexOf("\nmain() {"), main.indexOf("\n}", main.indexOf("\nmain() {"))))
                    .results()
                    .map(match -> match.group(1))
                    .sorted()
                    .toList();

            assertThat(checkout.sheaf("help").out().lines().map(line -> line.replaceAll("[ |].*", "")))
                    .filteredOn(line -> !line.isEmpty())
                    .containsExactlyInAnyOrderElementsOf(cases)
                    .contains("test", "bench", "soak", "docs", "api");
        }
    }

    @Nested
    class Builds {
        @BeforeEach
        void install() throws IOException {
            checkout.with("SHEAF_JDK_SEARCH", jdks.toString());
            Checkout.jdk(jdks, "the jdk", "25.0.3");
        }

        @Test
        void onceAndSaysSo() throws IOException {
            Outcome first = checkout.sheaf("demo");
            Outcome second = checkout.sheaf("demo");

            assertThat(first.err()).startsWith("sheaf: building (the first run takes about");
            assertThat(second.err()).isEmpty();
            assertThat(checkout.builds()).isEqualTo(1);
        }

        @Test
        void againWhenASourceChanged() throws IOException {
            checkout.sheaf("demo");
            checkout.edit("cli/src/main/java/A.java");

            assertThat(checkout.sheaf("demo").err()).startsWith("sheaf: sources changed, building");
            assertThat(checkout.builds()).isEqualTo(2);
        }

        @Test
        void againWhenASourceIsGone() throws IOException {
            checkout.sheaf("demo");
            Files.delete(checkout.root().resolve("cli/src/main/java/B.java"));

            checkout.sheaf("demo");

            assertThat(checkout.builds()).isEqualTo(2);
        }

        @Test
        void againWhenAPomChanged() throws IOException {
            checkout.sheaf("demo");
            checkout.edit("cli/pom.xml");

            checkout.sheaf("demo");

            assertThat(checkout.builds()).isEqualTo(2);
        }

        @Test
        void notForTheBenchmarks() throws IOException {
            checkout.sheaf("demo");
            checkout.edit("benchmarks/src/main/java/C.java");

            assertThat(checkout.sheaf("demo").err()).isEmpty();
            assertThat(checkout.builds()).isEqualTo(1);
        }

        @Test
        void showsTheWholeErrorAndKeepsTheOldJarsOutOfUse() throws IOException {
            checkout.sheaf("demo");
            checkout.edit("broken");
            checkout.edit("cli/src/main/java/A.java");

            Outcome outcome = checkout.sheaf("demo");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).contains("A.java:1: ; expected", "sheaf: the build failed");
        }

        @Test
        void onceWhenTwoStartTogether() throws IOException {
            checkout.edit("slow");
            Running one = checkout.start(checkout.root().resolve("sheaf"), folder, "demo");
            Running two = checkout.start(checkout.root().resolve("sheaf"), folder, "demo");

            assertThat(one.outcome().exitCode()).isZero();
            assertThat(two.outcome().exitCode()).isZero();
            assertThat(checkout.builds()).isEqualTo(1);
        }

        @Test
        void afterAnotherThatWasKilled() throws IOException, InterruptedException {
            Process gone = new ProcessBuilder("true").start();
            gone.waitFor();
            Files.createDirectories(checkout.root().resolve("target"));
            Files.createSymbolicLink(checkout.root().resolve("target/launcher.lock"), Path.of("" + gone.pid()));

            assertThat(checkout.sheaf("demo").exitCode()).isZero();
            assertThat(checkout.root().resolve("target/launcher.lock")).doesNotExist();
        }
    }

    @Nested
    class Benchmarks {
        @BeforeEach
        void install() throws IOException {
            checkout.with("SHEAF_JDK_SEARCH", jdks.toString());
            Checkout.jdk(jdks, "the jdk", "25.0.3");
        }

        @Test
        void haveAClassPathOfTheirOwn() throws IOException {
            Outcome outcome = checkout.sheaf("bench", "groupby", "--rows", "1e4");

            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.out())
                    .containsPattern("<-cp>\n<.*/target/dist-bench/lib/\\*>\n")
                    .endsWith("<dev.sheaf.benchmarks.Bench>\n<groupby>\n<--rows>\n<1e4>\n");
            assertThat(checkout.root().resolve("target/dist-bench/lib/duckdb.jar"))
                    .exists();
            assertThat(checkout.root().resolve("target/dist/lib/duckdb.jar")).doesNotExist();
        }

        @Test
        void areBuiltOnceAndWhenTheyOrWhatTheyMeasureChanged() throws IOException {
            checkout.sheaf("bench");
            assertThat(checkout.sheaf("bench").err()).isEmpty();

            checkout.edit("benchmarks/src/main/java/C.java");
            assertThat(checkout.sheaf("bench").err()).startsWith("sheaf: building the benchmarks");
            assertThat(checkout.builds()).isEqualTo(3);

            checkout.edit("cli/src/main/java/A.java");
            assertThat(checkout.sheaf("bench").err()).contains("sources changed", "building the benchmarks");
            assertThat(checkout.builds()).isEqualTo(5);
        }
    }

    @Nested
    class Soak {
        @BeforeEach
        void install() throws IOException {
            checkout.with("SHEAF_JDK_SEARCH", jdks.toString());
            Checkout.jdk(jdks, "the jdk", "25.0.3");
        }

        @Test
        void compilesTheTestsAndHandsTheArgumentsOn() throws IOException {
            Outcome outcome = checkout.sheaf("soak", "io", "--seed", "7");

            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.out()).endsWith("<dev.sheaf.benchmarks.Bench>\n<soak>\n<io>\n<--seed>\n<7>\n");
            assertThat(Files.readAllLines(checkout.root().resolve("maven.log")))
                    .last()
                    .asString()
                    .endsWith("-Dquick test-compile");
        }

        @Test
        void doesNotStartOnTestsThatDoNotCompile() throws IOException {
            checkout.sheaf("bench");
            checkout.edit("broken");

            Outcome outcome = checkout.sheaf("soak", "--list");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).contains("A.java:1: ; expected", "sheaf: the build failed");
        }
    }

    @Nested
    class Documentation {
        private Path jdk;

        @BeforeEach
        void install() throws IOException {
            checkout.with("SHEAF_JDK_SEARCH", jdks.toString());
            jdk = Checkout.jdk(jdks, "the jdk", "25.0.3");
            Files.copy(jdk.resolve("bin/java"), jdk.resolve("bin/javadoc"));
            for (String module : List.of("engine", "cuda", "frame", "io", "sql", "jdbc", "plot", "arrow")) {
                checkout.source(module + "/src/main/java/dev/sheaf/" + module + "/A.java");
            }
            checkout.source("docs/api/dev.sheaf.engine.txt");
            checkout.source("docs/api/dev.sheaf.sql.txt");
            checkout.executable("mvnw", """
                    #!/bin/sh
                    echo "$@" >>maven.log
                    mkdir -p target/docs-work
                    echo 'a.jar:b.jar' >target/docs-work/class-path
                    """);
        }

        @Test
        void isOfTheExportedPackagesOfAllModulesTogether() throws IOException {
            Outcome outcome = checkout.sheaf("docs");

            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.out())
                    .contains("<-Werror>\n", "<-classpath>\n<a.jar:b.jar>\n")
                    .endsWith("<dev.sheaf.engine>\n<dev.sheaf.sql>\n");
            assertThat(checkout.root().resolve("target/docs-work")).doesNotExist();
        }

        @Test
        void thatHasAWarningIsAnError() throws IOException {
            Files.writeString(jdk.resolve("bin/javadoc"), "#!/bin/sh\necho 'warning: no such link' >&2; exit 1\n");

            Outcome outcome = checkout.sheaf("docs");

            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err()).endsWith("warning: no such link\n");
        }

        @Test
        void theTextOfTheApiIsWrittenByItsTest() throws IOException {
            assertThat(checkout.sheaf("api").exitCode()).isZero();
            assertThat(Files.readString(checkout.root().resolve("maven.log")))
                    .contains("-Dtest=ApiTest", "-Dsheaf.api.update=true");
        }
    }

    @Nested
    class Tests {
        @BeforeEach
        void install() throws IOException {
            checkout.with("SHEAF_JDK_SEARCH", jdks.toString());
            Checkout.jdk(jdks, "the jdk", "25.0.3");
        }

        @Test
        void sumsTheTotalsOfTheModulesOnTheLastLine() throws IOException {
            checkout.executable("mvnw", """
                    #!/bin/sh
                    echo "maven $@ with $JAVA_HOME"
                    echo '[ERROR] Tests run: 9, Failures: 3, Errors: 0, Skipped: 2, Time elapsed: 0.1 s -- in A'
                    echo '[ERROR] Tests run: 10, Failures: 3, Errors: 1, Skipped: 2'
                    echo '[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0'
                    echo '[INFO] BUILD FAILURE'
                    exit 7
                    """);

            Outcome outcome = checkout.sheaf("test", "-Dtest=A B");

            assertThat(outcome.exitCode()).isEqualTo(7);
            assertThat(outcome.out())
                    .startsWith("maven -B -ntp --fail-at-end verify -Dtest=A B with " + jdks.resolve("the jdk") + "\n")
                    .endsWith("[INFO] BUILD FAILURE\n9 passed, 4 failed, 2 skipped\n");
        }

        @Test
        void withoutANetworkAnInstalledMavenWillDo() throws IOException {
            checkout.executable("mvnw", "#!/bin/sh\necho 'curl: Failed to fetch' >&2; exit 1\n");
            checkout.executable(
                    "bin/mvn", "#!/bin/sh\necho '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0'\n");

            Outcome outcome =
                    checkout.withOnPath(checkout.root().resolve("bin")).sheaf("test");

            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.out()).endsWith("\n1 passed, 0 failed, 0 skipped\n");
        }

        @Test
        void saysZeroWhenNothingRan() throws IOException {
            assertThat(checkout.sheaf("test").out()).endsWith("\n0 passed, 0 failed, 0 skipped\n");
        }
    }
}
