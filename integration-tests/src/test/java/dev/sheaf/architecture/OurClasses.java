package dev.sheaf.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;

/// The compiled classes of all modules, without their tests; read once.
final class OurClasses {
    static final JavaClasses IMPORTED = new ClassFileImporter()
            .withImportOption(location -> !location.contains("test-classes") && !location.contains("-tests.jar"))
            .withImportOption(location -> !isCopy(location))
            .importPackages("dev.sheaf");

    private OurClasses() {}

    /// The jar for Spark has the classes of other modules, too.
    private static boolean isCopy(Location location) {
        return location.contains("sheaf-spark_") && !location.contains("/dev/sheaf/spark/");
    }
}
