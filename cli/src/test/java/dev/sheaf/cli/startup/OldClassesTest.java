package dev.sheaf.cli.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldClassesTest {
    private static final MethodTypeDesc INT_TO_INT = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

    @TempDir
    Path folder;

    private Path jar;

    @BeforeEach
    void nameJar() {
        jar = folder.resolve("classes.jar");
    }

    @Test
    void classesOfJava5BecomeVerifiable() throws ReflectiveOperationException, IOException {
        write(ClassFile.JAVA_5_VERSION, StackMapsOption.DROP_STACK_MAPS);

        assertThat(OldClasses.renew(jar)).isTrue();

        try (JarFile renewed = new JarFile(jar.toFile());
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
            byte[] bytes =
                    renewed.getInputStream(renewed.getEntry("Absolute.class")).readAllBytes();
            assertThat(ClassFile.of().parse(bytes).majorVersion()).isEqualTo(ClassFile.JAVA_7_VERSION);
            assertThat(loader.loadClass("Absolute").getMethod("of", int.class).invoke(null, -3))
                    .isEqualTo(3);
            assertThat(renewed.getInputStream(renewed.getEntry("text")).readAllBytes())
                    .containsExactly(1, 2);
        }
        assertThat(OldClasses.renew(jar)).isFalse();
        assertThat(folder).isDirectoryContaining(jar::equals).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void otherJarsStayAsTheyAre() throws IOException {
        write(ClassFile.JAVA_8_VERSION, StackMapsOption.GENERATE_STACK_MAPS);
        byte[] before = Files.readAllBytes(jar);

        OldClasses.main(new String[] {jar.toString()});

        assertThat(Files.readAllBytes(jar)).isEqualTo(before);
    }

    /// `static int of(int x) { return x < 0 ? -x : x; }`, whose branch needs a stack map.
    private void write(int version, StackMapsOption maps) throws IOException {
        byte[] type = ClassFile.of(maps)
                .build(
                        ClassDesc.of("Absolute"),
                        made -> made.withVersion(version, 0)
                                .withMethodBody("of", INT_TO_INT, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> {
                                    Label positive = code.newLabel();
                                    code.iload(0)
                                            .ifge(positive)
                                            .iload(0)
                                            .ineg()
                                            .ireturn()
                                            .labelBinding(positive)
                                            .iload(0)
                                            .ireturn();
                                })
                                .withFlags(ClassFile.ACC_PUBLIC));
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("Absolute.class"));
            zip.write(type);
            zip.putNextEntry(new ZipEntry("text"));
            zip.write(new byte[] {1, 2});
        }
    }
}
