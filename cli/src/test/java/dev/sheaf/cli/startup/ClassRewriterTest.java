package dev.sheaf.cli.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassRewriterTest {
    private static final ClassLoader OWN = ClassRewriterTest.class.getClassLoader();
    private static final ClassRewriter REWRITER = new ClassRewriter(OWN);

    /// What is rewritten: switches in an interface and a class, and records of every type of field.
    sealed interface Shape {
        record Dot() implements Shape {}

        record Line(double length, float width) implements Shape {}

        record Polygon(
                byte a,
                short b,
                char c,
                int d,
                long e,
                boolean f,
                @Nullable String name) implements Shape {}

        default String kind() {
            return switch (this) {
                case Dot _ -> "dot";
                case Line(double length, float _) when length < 1 -> "short line";
                case Line _ -> "line";
                case Polygon _ -> "polygon";
            };
        }
    }

    /// Runs in its own class loader, with rewritten classes.
    public static final class Answers implements Supplier<List<Object>> {
        @Override
        public List<Object> get() {
            Shape polygon = new Shape.Polygon((byte) 1, (short) -2, 'c', 4, 5L << 40, true, null);
            Shape same = new Shape.Polygon((byte) 1, (short) -2, 'c', 4, 5L << 40, true, null);
            Shape other = new Shape.Polygon((byte) 1, (short) -2, 'c', 4, 5L << 40, true, "x");
            Shape line = new Shape.Line(0.5, -0f);
            List<Object> answers = new ArrayList<>();
            for (Shape shape : List.of(polygon, line, new Shape.Line(2, Float.NaN), new Shape.Dot())) {
                answers.add(shape.kind());
                answers.add(shape.hashCode());
                answers.add(shape.toString());
            }
            answers.add(polygon.equals(same));
            answers.add(polygon.equals(other));
            answers.add(polygon.equals(line));
            answers.add(line.equals(new Shape.Line(0.5, 0f)));
            answers.add(new Shape.Line(2, Float.NaN).equals(new Shape.Line(2, Float.NaN)));
            answers.add(size("text") + size(7) + size(List.of()));
            try {
                answers.add(size(null));
            } catch (NullPointerException expected) {
                answers.add("null is refused");
            }
            for (@Nullable RoundingMode mode : new RoundingMode[] {RoundingMode.UP, RoundingMode.DOWN, null}) {
                answers.add(direction(mode));
            }
            return answers;
        }

        private static String direction(@Nullable RoundingMode mode) {
            return switch (mode) {
                case UP -> "away";
                case null -> "none";
                case RoundingMode other when other.ordinal() > 1 -> "later";
                case DOWN -> "towards";
                default -> "other";
            };
        }

        private static int size(@Nullable Object value) {
            return switch (value) {
                case String text when text.isEmpty() -> 0;
                case String text -> text.length();
                case Integer number -> number;
                default -> -1;
            };
        }
    }

    /// Loads this test's nested classes, rewritten.
    private static final class Rewritten extends ClassLoader {
        Rewritten() {
            super(OWN);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(ClassRewriterTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = REWRITER.rewrite(bytesOf(name));
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }
    }

    private static byte[] bytesOf(String name) {
        try (InputStream in = OWN.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return Objects.requireNonNull(in).readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void rewrittenClassesDoTheSame() throws ReflectiveOperationException {
        Supplier<?> answers = (Supplier<?>) Class.forName(Answers.class.getName(), true, new Rewritten())
                .getDeclaredConstructor()
                .newInstance();
        assertThat(answers.getClass()).isNotEqualTo(Answers.class);
        assertThat(answers.get()).isEqualTo(new Answers().get());
    }

    @Test
    void switchesAndRecordsHaveNoCallSitesLeftButForText() {
        assertThat(callSites(bytesOf(Shape.class.getName()))).containsExactly("typeSwitch");
        assertThat(callSites(REWRITER.rewrite(bytesOf(Shape.class.getName())))).isEmpty();
        assertThat(callSites(REWRITER.rewrite(bytesOf(Shape.Line.class.getName()))))
                .containsExactly("toString");
    }

    private static List<String> callSites(byte[] bytes) {
        return ClassFile.of().parse(bytes).methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .filter(InvokeDynamicInstruction.class::isInstance)
                .map(call -> ((InvokeDynamicInstruction) call).name().stringValue())
                .toList();
    }

    @Test
    void classesWithNothingToDoAreTheSameBytes() {
        byte[] bytes = bytesOf(ClassRewriterTest.class.getName());
        assertThat(REWRITER.rewrite(bytes)).isSameAs(bytes);
    }

    @Test
    void oldClassesGetAVersionThatIsCached() throws ReflectiveOperationException {
        byte[] rewritten = REWRITER.rewrite(oldClass());
        assertThat(ClassFile.of().parse(rewritten).majorVersion()).isEqualTo(ClassFile.JAVA_8_VERSION);
        Class<?> loaded = new ClassLoader(OWN) {
            Class<?> define() {
                return defineClass("Old", rewritten, 0, rewritten.length);
            }
        }.define();
        assertThat(loaded.getMethod("sign", int.class).invoke(null, -5)).isEqualTo(-1);
        assertThat(loaded.getMethod("sign", int.class).invoke(null, 5)).isEqualTo(1);
    }

    /// As a compiler of Java 5 would make it: with a branch and no map of the stack.
    private static byte[] oldClass() {
        MethodTypeDesc type = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
        return ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
                .build(
                        ClassDesc.of("Old"),
                        made -> made.withVersion(ClassFile.JAVA_5_VERSION, 0)
                                .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
                                .withMethodBody("sign", type, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> {
                                    Label positive = code.newLabel();
                                    code.iload(0).ifge(positive).iconst_m1().ireturn();
                                    code.labelBinding(positive).iconst_1().ireturn();
                                }));
    }

    @Test
    void jarsKeepWhatIsNotAClass(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("some.jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            put(out, "Old.class", oldClass());
            put(out, "META-INF/services/some.Service", "some.Provider".getBytes(StandardCharsets.UTF_8));
        }
        new JarRewriter(OWN).rewriteAll(folder);
        try (ZipFile file = new ZipFile(jar.toFile())) {
            assertThat(read(file, "META-INF/services/some.Service")).asString().isEqualTo("some.Provider");
            assertThat(ClassFile.of().parse(read(file, "Old.class")).majorVersion())
                    .isEqualTo(ClassFile.JAVA_8_VERSION);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(jar);
        }
    }

    private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(bytes);
        out.closeEntry();
    }

    private static byte[] read(ZipFile file, String name) throws IOException {
        return file.getInputStream(file.getEntry(name)).readAllBytes();
    }
}
