package dev.sheaf.cuda.kernel;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The CUDA compiler of this machine.
record Nvcc(Path path) {
    /// The release that makes what Sheaf ships.
    static final String SHIPPED = "13.0";

    private static final Pattern RELEASE = Pattern.compile("release ([0-9.]+),");

    /// How a run ended: its exit status and what it said.
    record Outcome(int status, String log) {}

    /// That on the PATH, else that of the toolkit.
    static Optional<Nvcc> find() {
        Stream<Path> onPath = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(Path::of);
        Stream<Path> toolkits = Stream.of(System.getenv("CUDA_HOME"), System.getenv("CUDA_PATH"), "/usr/local/cuda")
                .filter(home -> home != null)
                .map(home -> Path.of(home, "bin"));
        return Stream.concat(onPath, toolkits)
                .map(bin -> bin.resolve("nvcc"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Nvcc::new);
    }

    /// Compiles `unit.cu` in the folder to machine code for all architectures, into `image`.
    Outcome compile(Path folder, List<Integer> architectures, List<String> options) {
        List<String> command = command("-no-compress");
        architectures.forEach(
                architecture -> command.add("-gencode=arch=compute_" + architecture + ",code=sm_" + architecture));
        command.addAll(options);
        command.addAll(List.of("-o", "image", "unit.cu"));
        return run(command, folder);
    }

    /// Compiles `unit.cu` in the folder to what Sheaf ships: machine code for Hopper, and PTX, which the driver
    /// translates, for all devices from Ampere on.
    byte[] ship(Path folder) throws IOException {
        List<String> command = command("-compress-mode=size");
        command.addAll(List.of("-gencode=arch=compute_90,code=sm_90", "-gencode=arch=compute_80,code=compute_80"));
        command.addAll(List.of("-o", "image", "unit.cu"));
        Outcome outcome = run(command, folder);
        if (!outcome.equals(new Outcome(0, ""))) {
            throw new AssertionError(outcome.log());
        }
        return Files.readAllBytes(folder.resolve("image"));
    }

    private List<String> command(String compression) {
        return new ArrayList<>(List.of(path.toString(), "-fatbin", compression, "--std=c++17", "--fmad=false"));
    }

    /// Its release, as `13.0`.
    String version() {
        Matcher release = RELEASE.matcher(
                run(List.of(path.toString(), "--version"), Path.of(".")).log());
        return release.find() ? release.group(1) : "";
    }

    private static Outcome run(List<String> command, Path folder) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
