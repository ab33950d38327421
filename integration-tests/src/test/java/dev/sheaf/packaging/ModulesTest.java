package dev.sheaf.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModulesTest {
    private static final Set<String> OURS =
            Set.of("dev.sheaf.engine", "dev.sheaf.cuda", "dev.sheaf.frame", "dev.sheaf.sql", "dev.sheaf.jdbc");

    @ParameterizedTest
    @ValueSource(strings = {"dev.sheaf.engine", "dev.sheaf.cuda", "dev.sheaf.frame", "dev.sheaf.sql", "dev.sheaf.jdbc"})
    void needsNothingButTheJdkAndOurs(String module) {
        List<String> needed = descriptor(module).requires().stream()
                .filter(requires -> !requires.modifiers().contains(Requires.Modifier.STATIC))
                .map(Requires::name)
                .filter(name -> !OURS.contains(name))
                .toList();

        assertThat(needed).allMatch(name -> ModuleFinder.ofSystem().find(name).isPresent());
    }

    @Test
    void theModulePathHoldsAllOfThem() {
        Configuration resolved = ModuleLayer.boot()
                .configuration()
                .resolveAndBind(ModuleFinder.of(), ModuleFinder.of(modulePath()), OURS);

        assertThat(resolved.findModule("dev.sheaf.engine")).isPresent();
        assertThat(resolved.findModule("dev.sheaf.frame")).isPresent();
        assertThat(resolved.findModule("dev.sheaf.cuda")).isPresent();
        assertThat(resolved.findModule("dev.sheaf.sql")).isPresent();
    }

    /// JSpecify is ours alone: `requires transitive static` would ask every modular user for it.
    @Test
    void aModularProgramCompilesWithoutJSpecify(@TempDir Path folder) throws IOException {
        Path descriptor = Files.writeString(folder.resolve("module-info.java"), """
                module user {
                    requires dev.sheaf.sql;
                }
                """);
        Path program = Files.writeString(folder.resolve("Program.java"), """
                class Program {
                    dev.sheaf.column.Table table;
                }
                """);
        String ours = String.join(
                File.pathSeparator,
                Arrays.stream(modulePath()).map(Path::toString).toList());
        StringWriter messages = new StringWriter();

        int exitCode = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        new PrintWriter(messages, true),
                        new PrintWriter(messages, true),
                        "-Xlint:all",
                        "-d",
                        folder.resolve("classes").toString(),
                        "-cp",
                        folder.toString(),
                        "-p",
                        ours,
                        descriptor.toString(),
                        program.toString());

        assertThat(messages.toString()).isEmpty();
        assertThat(exitCode).isZero();
    }

    private static ModuleDescriptor descriptor(String module) {
        return ModuleFinder.of(modulePath()).find(module).orElseThrow().descriptor();
    }

    /// The entries of the class path that are ours and are modules.
    private static Path[] modulePath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(ModulesTest::isOurs)
                .toArray(Path[]::new);
    }

    private static boolean isOurs(Path entry) {
        if (!Files.exists(entry.resolve("module-info.class"))
                && !entry.toString().endsWith(".jar")) {
            return false;
        }
        return ModuleFinder.of(entry).findAll().stream()
                .map(ModuleReference::descriptor)
                .anyMatch(found -> OURS.contains(found.name()) && !found.isAutomatic());
    }
}
