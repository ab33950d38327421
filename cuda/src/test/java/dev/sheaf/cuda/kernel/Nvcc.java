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
import java.util.stream.Stream;

/// The CUDA compiler of this machine.
record Nvcc(Path path) {
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
        List<String> command =
                new ArrayList<>(List.of(path.toString(), "-fatbin", "-no-compress", "--std=c++17", "--fmad=false"));
        architectures.forEach(
                architecture -> command.add("-gencode=arch=compute_" + architecture + ",code=sm_" + architecture));
        command.addAll(options);
        command.addAll(List.of("-o", "image", "unit.cu"));
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
