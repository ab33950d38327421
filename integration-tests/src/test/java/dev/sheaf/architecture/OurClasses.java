package dev.sheaf.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The compiled classes of all modules, without their tests; read once.
///
/// Jars hold what the build makes of them, where bodies of lambdas are seen less well: those of a jar are read
/// from the folder beside it.
final class OurClasses {
    static final JavaClasses IMPORTED = new ClassFileImporter().importPaths(folders());

    private OurClasses() {}

    private static List<Path> folders() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .filter(OurClasses::isOurs)
                .map(entry -> Files.isDirectory(entry) ? entry : entry.resolveSibling("classes"))
                .map(OurClasses::present)
                .toList();
    }

    /// Jars of modules are called sheaf-*; without a jar, modules are folders named classes.
    private static boolean isOurs(Path entry) {
        String name = entry.getFileName().toString();
        return name.equals("classes") || (name.startsWith("sheaf-") && !name.endsWith("-tests.jar"));
    }

    private static Path present(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalStateException("no compiled classes in " + folder + "; build all modules together");
        }
        return folder;
    }
}
