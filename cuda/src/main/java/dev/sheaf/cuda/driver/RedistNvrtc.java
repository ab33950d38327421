package dev.sheaf.cuda.driver;

import dev.sheaf.file.PrivateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The NVRTC library inside the Maven artifact `org.bytedeco:cuda-redist` (classifier `linux-x86_64`), unpacked
/// once into the user's cache, since a library can only be loaded from a file.
final class RedistNvrtc {
    /// The oldest major version whose machine code this binding was written for.
    private static final int OLDEST_MAJOR = 12;

    private static final int MINORS = 10;

    private final ClassLoader classes;
    private final String folder;
    private final Path cache;

    RedistNvrtc(ClassLoader classes, String architecture, Path cache) {
        this.classes = classes;
        this.folder = "org/bytedeco/cuda/linux-" + architecture + "/";
        this.cache = cache;
    }

    static RedistNvrtc ofClassPath(Map<String, String> environment) {
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x86_64";
        Path cache = PrivateFolder.cache(environment);
        return new RedistNvrtc(ClassLoader.getSystemClassLoader(), architecture, cache);
    }

    /// The newest NVRTC on the class path that is not newer than `newestMajor`.
    Optional<Path> unpack(int newestMajor) {
        return IntStream.iterate(newestMajor, major -> major >= OLDEST_MAJOR, major -> major - 1)
                .boxed()
                .flatMap(major -> unpackVersion(major).stream())
                .findFirst();
    }

    /// NVRTC looks for its built-in functions beside itself, under a name with its full version.
    private Optional<Path> unpackVersion(int major) {
        String library = "libnvrtc.so." + major;
        Optional<String> builtins = Stream.iterate(MINORS - 1, minor -> minor >= 0, minor -> minor - 1)
                .map(minor -> "libnvrtc-builtins.so." + major + "." + minor)
                .filter(name -> classes.getResource(folder + name) != null)
                .findFirst();
        if (classes.getResource(folder + library) == null || builtins.isEmpty()) {
            return Optional.empty();
        }
        try {
            Path target = PrivateFolder.open(cache.resolve(builtins.get().replace("libnvrtc-builtins.so.", "nvrtc-")));
            copy(builtins.get(), target);
            return Optional.of(copy(library, target));
        } catch (IOException failure) {
            System.getLogger("dev.sheaf.cuda")
                    .log(System.Logger.Level.WARNING, "{0} cannot be unpacked: {1}", library, failure.getMessage());
            return Optional.empty();
        }
    }

    /// Copies a library unless it is there in full size.
    private Path copy(String name, Path target) throws IOException {
        URL resource = java.util.Objects.requireNonNull(classes.getResource(folder + name));
        Path file = target.resolve(name);
        long size = resource.openConnection().getContentLengthLong();
        if (Files.isRegularFile(file) && Files.size(file) == size) {
            return file;
        }
        Path fresh = Files.createTempFile(target, name, ".tmp");
        try (InputStream in = resource.openStream()) {
            Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
            return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
