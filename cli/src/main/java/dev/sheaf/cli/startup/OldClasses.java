package dev.sheaf.cli.startup;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Gives classes of a format older than Java 6's the stack maps of newer ones.
///
/// The JDK keeps no class in its start-up cache that has none. picocli is compiled for Java 5, so each process read,
/// parsed and verified 150 classes of it, a tenth of what `SELECT 1` costs. Instructions stay as they are.
public final class OldClasses {
    /// The first class format whose classes are refused without stack maps.
    private static final int WITH_MAPS = ClassFile.JAVA_7_VERSION;

    /// Where the major version lies in the bytes of a class.
    private static final int MAJOR_VERSION = 6;

    private final ClassFile files;

    private OldClasses(ClassLoader types) {
        this.files = ClassFile.of(
                ConstantPoolSharingOption.NEW_POOL, // else methods are copied as they are
                StackMapsOption.GENERATE_STACK_MAPS,
                ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(types)));
    }

    /// Rewrites those of the jars that have such classes.
    ///
    /// @param arguments the jars, which find all their types in themselves and in the JDK
    public static void main(String[] arguments) throws IOException {
        for (String jar : arguments) {
            renew(Path.of(jar));
        }
    }

    /// Whether the jar had such classes. It is replaced when it is complete.
    static boolean renew(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile());
                URLClassLoader types =
                        new URLClassLoader(new URL[] {path.toUri().toURL()})) {
            List<JarEntry> entries = Collections.list(jar.entries());
            boolean found = false;
            for (JarEntry entry : entries) {
                found |= isOld(entry, bytes(jar, entry));
            }
            if (found) {
                Path renewed = path.resolveSibling(path.getFileName() + ".new");
                try (OutputStream out = Files.newOutputStream(renewed)) {
                    new OldClasses(types).write(jar, entries, out);
                }
                Files.move(renewed, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return found;
        }
    }

    private void write(JarFile jar, List<JarEntry> entries, OutputStream out) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (JarEntry entry : entries) {
                byte[] bytes = bytes(jar, entry);
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTimeLocal(entry.getTimeLocal());
                zip.putNextEntry(copy);
                zip.write(isOld(entry, bytes) ? renewed(bytes) : bytes);
                zip.closeEntry();
            }
        }
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
        return jar.getInputStream(entry).readAllBytes();
    }

    private static boolean isOld(JarEntry entry, byte[] bytes) {
        return entry.getName().endsWith(".class")
                && ByteBuffer.wrap(bytes).getShort(MAJOR_VERSION) < ClassFile.JAVA_6_VERSION;
    }

    private byte[] renewed(byte[] bytes) {
        ClassModel model = files.parse(bytes);
        ClassTransform methods = ClassTransform.transformingMethodBodies((code, element) -> code.with(element));
        return files.transformClass(model, methods.andThen((type, element) -> {
            if (element instanceof ClassFileVersion) {
                type.withVersion(WITH_MAPS, 0);
            } else {
                type.with(element);
            }
        }));
    }
}
