package dev.sheaf.cli.startup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Rewrites the classes of all jars of a folder.
public final class JarRewriter {
    /// Where the lower byte of its version lies in a class.
    private static final int VERSION_AT = 7;

    /// What a class with something to rewrite has among its constants.
    private static final List<String> SIGNS =
            List.of("java/lang/runtime/SwitchBootstraps", "java/lang/runtime/ObjectMethods");

    private final ClassRewriter classes;

    /// A rewriter of jars that are on the class path of `loader`.
    public JarRewriter(ClassLoader loader) {
        this.classes = new ClassRewriter(loader);
    }

    /// Replaces the jars of a folder in which classes change.
    ///
    /// @throws IOException if the folder cannot be read or written; jars are then whole, rewritten or not
    public void rewriteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path jar :
                    files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                rewrite(jar);
            }
        }
    }

    private void rewrite(Path jar) throws IOException {
        Path target = Files.createTempFile(jar.getParent(), jar.getFileName().toString(), ".new");
        try {
            boolean changed;
            try (InputStream in = Files.newInputStream(jar);
                    OutputStream out = Files.newOutputStream(target)) {
                changed = copy(new ZipInputStream(in), new ZipOutputStream(out));
            }
            if (changed) {
                Files.move(target, jar, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(target);
        }
    }

    private boolean copy(ZipInputStream in, ZipOutputStream out) throws IOException {
        boolean changed = false;
        ZipEntry entry;
        while ((entry = in.getNextEntry()) != null) {
            byte[] bytes = in.readAllBytes();
            byte[] written = isCandidate(entry.getName(), bytes) ? classes.rewrite(bytes) : bytes;
            changed |= !Arrays.equals(written, bytes);
            ZipEntry copy = new ZipEntry(entry.getName());
            copy.setTime(entry.getTime());
            out.putNextEntry(copy);
            out.write(written);
            out.closeEntry();
        }
        out.finish();
        return changed;
    }

    private static boolean isCandidate(String name, byte[] bytes) {
        if (!name.endsWith(".class") || name.startsWith("META-INF/")) {
            return false;
        }
        String constants = new String(bytes, StandardCharsets.ISO_8859_1);
        return bytes[VERSION_AT] < ClassRewriter.FIRST_CACHED_VERSION
                || SIGNS.stream().anyMatch(constants::contains);
    }
}
