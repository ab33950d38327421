package dev.sheaf.cuda.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds the NVRTC library: `SHEAF_NVRTC`, then the dynamic linker's folders, then the CUDA toolkit, then the
/// artifact cuda-redist on the class path. Within a place, the newest version that the driver can follow is
/// taken.
final class NvrtcSearch {
    private static final Pattern FILE = Pattern.compile("libnvrtc\\.so\\.(\\d+)(?:\\..*)?");

    private final LibrarySearch search;
    private final int driverMajor;
    private final RedistNvrtc redist;
    private final List<String> tooNew = new ArrayList<>();

    /// @param driverMajor the major CUDA version of the driver, which loads no machine code of a newer NVRTC
    NvrtcSearch(LibrarySearch search, int driverMajor, RedistNvrtc redist) {
        this.search = search;
        this.driverMajor = driverMajor;
        this.redist = redist;
    }

    /// What was found: a library, or nothing for a reason.
    sealed interface Result {
        record Found(Path library) implements Result {}

        record Missing(String reason) implements Result {}
    }

    Result find() {
        Optional<String> wanted = search.variable("SHEAF_NVRTC");
        if (wanted.isPresent()) {
            return fromVariable(wanted.get());
        }
        return search.foldersWith("libnvrtc.so").stream()
                .flatMap(folder -> newestIn(folder).stream())
                .findFirst()
                .or(this::fromToolkit)
                .or(() -> redist.unpack(driverMajor))
                .<Result>map(Result.Found::new)
                .orElseGet(this::missing);
    }

    /// What the user says is taken as it is: a library, or a folder that has one.
    private Result fromVariable(String value) {
        Path path = Path.of(value);
        Optional<Path> library = Files.isDirectory(path) ? newestIn(path) : Optional.of(path);
        return library.filter(Files::isRegularFile)
                .<Result>map(Result.Found::new)
                .orElseGet(() -> new Result.Missing(
                        "SHEAF_NVRTC names " + value + ", which is no NVRTC library" + tooNewNote()));
    }

    private Optional<Path> fromToolkit() {
        return toolkits()
                .flatMap(home -> Stream.of("lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib", "lib")
                        .map(home::resolve))
                .flatMap(folder -> newestIn(folder).stream())
                .findFirst();
    }

    private Stream<Path> toolkits() {
        return Stream.concat(
                Stream.of("CUDA_HOME", "CUDA_PATH")
                        .flatMap(name -> search.variable(name).stream().map(Path::of)),
                Stream.of(search.under("/usr/local/cuda"), search.under("/opt/cuda")));
    }

    private Optional<Path> newestIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> isUsable(file)).max(Comparator.comparingInt(NvrtcSearch::major));
        } catch (IOException _) {
            return Optional.empty(); // no such folder
        }
    }

    private boolean isUsable(Path file) {
        int major = major(file);
        if (major > driverMajor) {
            tooNew.add(file.toString());
        }
        return major >= 0 && major <= driverMajor;
    }

    /// The version in the name, or -1 if this is not NVRTC.
    private static int major(Path file) {
        Matcher matcher = FILE.matcher(String.valueOf(file.getFileName()));
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    private Result missing() {
        return new Result.Missing("NVRTC, the compiler of kernels, was not found: no libnvrtc.so." + driverMajor
                + " in the library path, CUDA_HOME or the class path" + tooNewNote()
                + ". Install the CUDA toolkit (or its package cuda-nvrtc), add org.bytedeco:cuda-redist to the class"
                + " path, or set SHEAF_NVRTC to the library");
    }

    private String tooNewNote() {
        return tooNew.isEmpty()
                ? ""
                : " (" + tooNew.getFirst() + " is newer than the driver, which supports CUDA " + driverMajor + ")";
    }
}
