package dev.sheaf.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rewritten classes answer as the compiler's do, and have no class made for their lambdas at run time.
class DesugarTest {
    private static final String FOLDER = "dev/sheaf/build";

    @TempDir
    private Path folder;

    private Path compiled;
    private Path rewritten;

    @BeforeEach
    void copySamples() throws Exception {
        compiled = folder.resolve("compiled");
        rewritten = folder.resolve("rewritten");
        Files.createDirectories(compiled.resolve(FOLDER));
        Path tests = Path.of(DesugarTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        for (Path file : files(tests)) {
            if (file.toString().contains("Samples")) {
                Files.copy(file, compiled.resolve(FOLDER).resolve(file.getFileName()));
            }
        }
        Files.writeString(compiled.resolve("text"), "not a class");
    }

    private void rewrite() throws IOException {
        Desugar.main(new String[] {compiled.toString(), rewritten.toString()});
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                LambdaSamples.class,
                ReferenceSamples.class,
                RecordSamples.class,
                SwitchSamples.class,
                TraceSamples.class
            })
    void answersStay(Class<?> samples) throws Exception {
        rewrite();
        assertThat(answers(samples, rewritten)).isEqualTo(answers(samples, compiled));
    }

    @Test
    void placesThatMakeClassesGo() throws IOException {
        rewrite();
        assertThat(places(compiled)).contains("typeSwitch", "enumSwitch", "metafactory", "altMetafactory", "bootstrap");
        assertThat(places(rewritten))
                .contains("altMetafactory", "typeSwitch of constants")
                .doesNotContain("typeSwitch", "enumSwitch", "metafactory", "bootstrap");
    }

    @Test
    void rewrittenClassesAreVerified() throws IOException {
        rewrite();
        for (Path file : classes(rewritten)) {
            assertThat(ClassFile.of().verify(file)).as(file.toString()).isEmpty();
        }
    }

    @Test
    void nothingButTheCodeAndTheNestChanges() throws IOException {
        rewrite();
        for (Path file : classes(compiled)) {
            Path after = rewritten.resolve(compiled.relativize(file));
            assertThat(Outline.of(after)).as(file.toString()).isEqualTo(Outline.of(file));
        }
    }

    @Test
    void classesOfLambdasNameTheFileAndTheLineOfTheLambda() throws IOException {
        rewrite();
        List<Path> lambdas = classes(rewritten).stream()
                .filter(file -> file.toString().contains("$$Lambda"))
                .toList();
        assertThat(lambdas).isNotEmpty().allSatisfy(file -> {
            ClassModel lambda = ClassFile.of().parse(file);
            assertThat(lambda.findAttribute(Attributes.sourceFile())).isPresent();
            assertThat(lambda.methods())
                    .anyMatch(method -> method.code().stream()
                            .flatMap(code -> code.elementStream())
                            .anyMatch(LineNumber.class::isInstance));
        });
    }

    @Test
    void compiledClassesStayAsTheyAre() throws IOException {
        List<String> before = contents(compiled);
        rewrite();
        assertThat(contents(compiled)).isEqualTo(before);
    }

    @Test
    void theSameClassesAreMadeAgain() throws IOException {
        rewrite();
        List<String> once = contents(rewritten);
        rewrite();
        assertThat(contents(rewritten)).isEqualTo(once);
    }

    @Test
    void whatStaysTheSameIsNotWrittenAgain() throws IOException {
        rewrite();
        FileTime before = FileTime.fromMillis(0);
        for (Path file : files(rewritten)) {
            Files.setLastModifiedTime(file, before);
        }
        Files.writeString(compiled.resolve("text"), "changed");
        rewrite();
        for (Path file : files(rewritten)) {
            assertThat(Files.getLastModifiedTime(file).equals(before))
                    .as(file.toString())
                    .isEqualTo(!file.endsWith("text"));
        }
        assertThat(rewritten.resolve("text")).hasContent("changed");
    }

    @Test
    void rewrittenClassesNeedNoFurtherChange() throws IOException {
        rewrite();
        Path again = folder.resolve("again");
        Desugar.main(new String[] {rewritten.toString(), again.toString()});
        assertThat(contents(again)).isEqualTo(contents(rewritten));
    }

    @Test
    void whatIsGoneIsNotKept() throws IOException {
        rewrite();
        for (Path file : classes(compiled)) {
            Files.delete(file);
        }
        rewrite();
        assertThat(contents(rewritten)).hasSize(1).allMatch(file -> file.startsWith("text "));
    }

    @Test
    void otherFilesAreCopied() throws IOException {
        rewrite();
        assertThat(rewritten.resolve("text")).hasContent("not a class");
    }

    @Test
    void aFolderThatIsMissingHasNoClasses() throws IOException {
        Desugar.main(new String[] {folder.resolve("missing").toString(), rewritten.toString()});
        assertThat(rewritten).isEmptyDirectory();
    }

    @Test
    void bothFoldersAreNeeded() {
        assertThatThrownBy(() -> Desugar.main(new String[] {"one"})).isInstanceOf(IllegalArgumentException.class);
    }

    private static String answers(Class<?> samples, Path folder) throws Exception {
        URL[] urls = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Object made = loader.loadClass(samples.getName()).getConstructor().newInstance();
            return ((Supplier<?>) made).get().toString();
        }
    }

    private static List<String> places(Path folder) throws IOException {
        return classes(folder).stream()
                .flatMap(DesugarTest::placesIn)
                .distinct()
                .toList();
    }

    private static Stream<String> placesIn(Path file) {
        try {
            return ClassFile.of().parse(file).methods().stream()
                    .flatMap(method -> method.code().stream())
                    .flatMap(code -> code.elementStream())
                    .filter(InvokeDynamicInstruction.class::isInstance)
                    .map(site -> place((InvokeDynamicInstruction) site));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String place(InvokeDynamicInstruction site) {
        String name = site.bootstrapMethod().methodName();
        return name.equals("typeSwitch") && !TypeSwitch.fits(site) ? name + " of constants" : name;
    }

    private static List<Path> classes(Path folder) throws IOException {
        return files(folder).stream()
                .filter(file -> file.toString().endsWith(".class"))
                .toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static List<String> contents(Path folder) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files(folder)) {
            found.add(folder.relativize(file) + " " + Arrays.hashCode(Files.readAllBytes(file)));
        }
        return found;
    }
}
