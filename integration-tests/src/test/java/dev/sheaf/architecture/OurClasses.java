package dev.sheaf.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/// The compiled classes of all modules, without their tests; read once.
final class OurClasses {
    static final JavaClasses IMPORTED = new ClassFileImporter()
            .withImportOption(location -> !location.contains("test-classes") && !location.contains("-tests.jar"))
            .importPackages("dev.sheaf");

    private OurClasses() {}
}
