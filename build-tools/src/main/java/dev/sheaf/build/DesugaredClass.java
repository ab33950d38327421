package dev.sheaf.build;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RuntimeInvisibleTypeAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One class without the places that have classes made at run time, and the classes of its lambdas.
final class DesugaredClass {
    private final ClassFile format;
    private final ClassModel before;
    private final String nestHost;
    private final Map<String, byte[]> nested = new LinkedHashMap<>();
    private final List<AddedMethod> added = new ArrayList<>();
    private byte[] bytes = {};
    private int line;

    private DesugaredClass(ClassFile format, ClassModel before) {
        this.format = format;
        this.before = before;
        this.nestHost = NestChange.host(before);
    }

    static DesugaredClass of(ClassFile format, ClassModel before) {
        DesugaredClass made = new DesugaredClass(format, before);
        if (before.methods().stream().anyMatch(DesugaredClass::hasSite)) {
            made.bytes = format.transformClass(before, made.change());
        }
        return made;
    }

    /// Whether anything was there to change.
    boolean isChanged() {
        return !nested.isEmpty() || !added.isEmpty();
    }

    byte[] bytes() {
        return bytes;
    }

    /// The classes of lambdas by internal name.
    Map<String, byte[]> nested() {
        return nested;
    }

    String nestHost() {
        return nestHost;
    }

    private static boolean hasSite(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .anyMatch(InvokeDynamicInstruction.class::isInstance);
    }

    private ClassTransform change() {
        CodeTransform sites = this::replace;
        return ClassTransform.transformingMethodBodies(DesugaredClass::hasSite, sites)
                .andThen(ClassTransform.endHandler(this::addMethods));
    }

    /// Annotations of local variables name places in the code, which move: copied as they are they would keep
    /// the old ones.
    private void replace(CodeBuilder code, CodeElement element) {
        switch (element) {
            case InvokeDynamicInstruction site when isMethod(code, site) || isLambda(code, site) -> {}
            case RuntimeVisibleTypeAnnotationsAttribute found ->
                code.with(RuntimeVisibleTypeAnnotationsAttribute.of(found.annotations()));
            case RuntimeInvisibleTypeAnnotationsAttribute found ->
                code.with(RuntimeInvisibleTypeAnnotationsAttribute.of(found.annotations()));
            case LineNumber found -> {
                line = found.line();
                code.with(found);
            }
            default -> code.with(element);
        }
    }

    private boolean isMethod(CodeBuilder code, InvokeDynamicInstruction site) {
        Optional<AddedMethod> made = AddedMethod.of(site, before);
        if (made.isPresent()) {
            boolean isInterface = before.flags().has(AccessFlag.INTERFACE);
            String name = AddedMethod.PREFIX + added.size();
            code.invokestatic(before.thisClass().asSymbol(), name, site.typeSymbol(), isInterface);
            added.add(made.get());
        }
        return made.isPresent();
    }

    private boolean isLambda(CodeBuilder code, InvokeDynamicInstruction site) {
        if (!LambdaSite.fits(site)) {
            return false;
        }
        String name = LambdaClass.name(before.thisClass().asInternalName(), nested.size());
        LambdaClass made = new LambdaClass(name, before, line, LambdaSite.of(site));
        nested.put(name, made.bytes(format, before.majorVersion()));
        made.makeInstance(code);
        return true;
    }

    private void addMethods(ClassBuilder type) {
        for (int i = 0; i < added.size(); i++) {
            added.get(i).define(type, AddedMethod.PREFIX + i);
        }
    }
}
