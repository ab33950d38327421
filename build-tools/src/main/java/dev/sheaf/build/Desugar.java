package dev.sheaf.build;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Copies compiled classes for the jar, and gives lambdas a class of their own and pattern switches a method.
///
/// The compiler leaves both to the virtual machine: each place that makes a lambda or switches over types has a
/// class made for it the first time it is reached. The first query of a process reaches some 700, and making
/// them took a third of its processor time, for threads that wait and for the compilers, which compile the code
/// that makes classes. Here they are made once, at build time. Programs mean the same afterwards.
///
/// The compiled classes stay as they are: tests of their own module and of the architecture read those.
public final class Desugar {
    private static final String SUFFIX = ".class";

    private final ClassFile format = ClassFile.of(
            ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(Desugar.class.getClassLoader())
                    .orElse(ClassHierarchyResolver.defaultResolver())
                    .cached()));
    private final Map<String, byte[]> files = new TreeMap<>();
    private final Map<String, NestChange> nests = new TreeMap<>();

    private Desugar() {}

    /// Copies a folder of classes and other files. They and what they were compiled against are on the class
    /// path of this class.
    ///
    /// @param folders the folder to read, and the one to write, where other files go
    /// @throws IOException if a file cannot be read or written
    public static void main(String[] folders) throws IOException {
        if (folders.length != 2) {
            throw new IllegalArgumentException("two folders are needed: of compiled classes, and for the jar");
        }
        Desugar made = new Desugar();
        made.read(Path.of(folders[0]));
        made.rewrite();
        made.write(Path.of(folders[1]));
    }

    private void read(Path folder) throws IOException {
        for (Path file : below(folder)) {
            if (Files.isRegularFile(file)) {
                files.put(name(folder, file), Files.readAllBytes(file));
            }
        }
    }

    private void rewrite() {
        List.copyOf(files.keySet()).stream()
                .filter(name -> name.endsWith(SUFFIX))
                .forEach(this::rewrite);
        nests.values().forEach(this::join);
    }

    private void rewrite(String file) {
        DesugaredClass changed = DesugaredClass.of(format, parsed(file));
        if (changed.isChanged()) {
            files.put(file, changed.bytes());
            changed.nested().forEach((name, bytes) -> files.put(name + SUFFIX, bytes));
            nests.computeIfAbsent(changed.nestHost(), NestChange::new)
                    .add(changed.nested().keySet());
        }
    }

    private void join(NestChange nest) {
        String host = nest.host() + SUFFIX;
        files.put(host, nest.apply(format, parsed(host)));
    }

    private ClassModel parsed(String file) {
        return format.parse(files.get(file));
    }

    /// Leaves alone what stays the same: jars of unchanged files are not made anew, nor what is compiled with them.
    private void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Path old : below(folder).reversed()) {
            if (!old.equals(folder) && !isKept(folder, old)) {
                Files.delete(old);
            }
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path target = folder.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            if (!Files.exists(target) || !Arrays.equals(Files.readAllBytes(target), file.getValue())) {
                Files.write(target, file.getValue());
            }
        }
    }

    private boolean isKept(Path folder, Path old) throws IOException {
        return Files.isDirectory(old) ? below(old).size() > 1 : files.containsKey(name(folder, old));
    }

    private static String name(Path folder, Path file) {
        return folder.relativize(file).toString().replace(File.separatorChar, '/');
    }

    /// All files and folders in a folder and itself, those below behind those above; none if it does not exist.
    private static List<Path> below(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.naturalOrder()).toList();
        }
    }
}
