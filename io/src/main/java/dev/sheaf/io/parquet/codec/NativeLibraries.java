package dev.sheaf.io.parquet.codec;

import com.github.luben.zstd.util.ZstdVersion;
import dev.sheaf.file.PendingFile;
import dev.sheaf.file.PrivateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.OSInfo;
import org.xerial.snappy.SnappyLoader;

/// The native libraries of snappy and zstd, unpacked once for all processes of a user.
///
/// Each library unpacks itself into the temporary folder whenever a process starts, and a process that is killed leaves
/// its copy there. Where the system property `sheaf.native.folder` names a folder, as the command line does, they are
/// unpacked to it once and loaded from there. A library's user who sets it has them in one class loader only: the
/// virtual machine does not load a file twice.
final class NativeLibraries {
    /// The folder, which is made for the user alone.
    static final String FOLDER = "sheaf.native.folder";

    private static final String ZSTD_PATH = "ZstdNativePath";

    private NativeLibraries() {}

    /// Called before snappy is used; unpacks it the first time.
    static void snappy() {
        boolean _ = Snappy.IS_UNPACKED;
    }

    /// Called before zstd is used; unpacks it the first time.
    static void zstd() {
        boolean _ = Zstd.IS_UNPACKED;
    }

    private static final class Snappy {
        static final boolean IS_UNPACKED = unpack();

        private static boolean unpack() {
            String system = OSInfo.getNativeLibFolderPathForCurrentOS();
            String name = System.mapLibraryName("snappyjava");
            Path file = fileFor("snappy-" + jarName(SnappyLoader.class) + "-" + system, name);
            if (file == null || System.getProperty(SnappyLoader.KEY_SNAPPY_LIB_PATH) != null) {
                return false;
            }
            if (!isThere(SnappyLoader.class, "/org/xerial/snappy/native/" + system + "/" + name, file)) {
                return false;
            }
            System.setProperty(SnappyLoader.KEY_SNAPPY_LIB_PATH, String.valueOf(file.getParent()));
            System.setProperty(SnappyLoader.KEY_SNAPPY_LIB_NAME, String.valueOf(file.getFileName()));
            return true;
        }
    }

    private static final class Zstd {
        static final boolean IS_UNPACKED = unpack();

        private static boolean unpack() {
            String name = "libzstd-jni-" + ZstdVersion.VERSION + ".so";
            String machine = System.getProperty("os.arch");
            Path file = fileFor("zstd-" + machine, name);
            if (file == null
                    || System.getProperty(ZSTD_PATH) != null
                    || !isThere(ZstdVersion.class, "/linux/" + machine + "/" + name, file)) {
                return false;
            }
            System.setProperty(ZSTD_PATH, file.toString());
            return true;
        }
    }

    /// `snappy-java-1.1.10.8.jar`: tells versions apart.
    private static String jarName(Class<?> type) {
        var source = type.getProtectionDomain().getCodeSource();
        String location = source == null ? "" : source.getLocation().getPath();
        return location.substring(location.lastIndexOf('/') + 1);
    }

    /// A file in the folder that the property names; null if it names none.
    private static @Nullable Path fileFor(String key, String name) {
        String folder = System.getProperty(FOLDER, "");
        return folder.isEmpty() ? null : Path.of(folder, key.replace('/', '-') + "-" + name);
    }

    /// Whether the library is in its file, unpacked now if need be.
    private static boolean isThere(Class<?> inJar, String resource, Path file) {
        try (InputStream library = Files.isRegularFile(file) ? null : inJar.getResourceAsStream(resource)) {
            PrivateFolder.open(Objects.requireNonNull(file.toAbsolutePath().getParent()));
            if (library != null) {
                try (PendingFile copy = PendingFile.create(file)) {
                    copy.write(MemorySegment.ofArray(library.readAllBytes()));
                    copy.commit();
                }
            }
            return Files.isRegularFile(file);
        } catch (IOException | RuntimeException unwritable) {
            System.getLogger("dev.sheaf.io")
                    .log(System.Logger.Level.DEBUG, "native codecs go to the temporary folder: {0}", unwritable);
            return false;
        }
    }
}
