package dev.sheaf.cli.startup;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes a class that does the same and starts sooner.
final class ClassRewriter {
    /// The first version whose classes the start-up cache takes.
    static final int FIRST_CACHED_VERSION = ClassFile.JAVA_6_VERSION;

    private static final int PRIVATE_STATIC = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

    private final ClassHierarchyResolver hierarchy;

    /// A rewriter for classes whose superclasses `loader` finds.
    ClassRewriter(ClassLoader loader) {
        this.hierarchy =
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver());
    }

    /// The class, or its very bytes if there is nothing to do.
    byte[] rewrite(byte[] bytes) {
        ClassModel model = ClassFile.of().parse(bytes);
        boolean old = model.majorVersion() < FIRST_CACHED_VERSION;
        if (!old && model.methods().stream().noneMatch(ClassRewriter::hasSites)) {
            return bytes;
        }
        ClassFile.StackMapsOption maps = old
                ? ClassFile.StackMapsOption.GENERATE_STACK_MAPS
                : ClassFile.StackMapsOption.STACK_MAPS_WHEN_REQUIRED;
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy), maps)
                .build(model.thisClass().asSymbol(), type -> rewrite(model, old, type));
    }

    private static boolean hasSites(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .anyMatch(element -> site(element).isPresent());
    }

    private static Optional<CallSite> site(CodeElement element) {
        return element instanceof InvokeDynamicInstruction call ? CallSite.of(call) : Optional.empty();
    }

    private static void rewrite(ClassModel model, boolean old, ClassBuilder type) {
        List<Consumer<ClassBuilder>> made = new ArrayList<>();
        for (ClassElement element : model) {
            if (element instanceof ClassFileVersion && old) {
                type.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else if (element instanceof MethodModel method && method.code().isPresent()) {
                type.transformMethod(method, calls(model, made));
            } else {
                type.with(element);
            }
        }
        made.forEach(method -> method.accept(type));
    }

    /// Has call sites call methods, which are added to `made`.
    private static MethodTransform calls(ClassModel model, List<Consumer<ClassBuilder>> made) {
        boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
        return MethodTransform.transformingCode((code, element) -> {
            Optional<CallSite> site = site(element);
            if (site.isEmpty()) {
                code.with(element);
                return;
            }
            String name = "$site" + made.size();
            made.add(type -> type.withMethodBody(name, site.get().type(), PRIVATE_STATIC, site.get()::write));
            code.invokestatic(model.thisClass().asSymbol(), name, site.get().type(), isInterface);
        });
    }
}
