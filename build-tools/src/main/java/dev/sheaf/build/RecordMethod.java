package dev.sheaf.build;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// `equals`, `hashCode` or `toString` of a record that has none of its own, as
/// [java.lang.runtime.ObjectMethods] makes it.
///
/// @param name what the record is called where it is declared
record RecordMethod(InvokeDynamicInstruction site, String name) implements AddedMethod {
    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
    private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");
    private static final int SELF = 0;
    private static final int OTHER = 1;
    private static final int OTHER_RECORD = 2;
    private static final int FIRST_GETTER = 2;

    static boolean fits(InvokeDynamicInstruction site) {
        return site.bootstrapMethod().owner().displayName().equals("ObjectMethods");
    }

    static RecordMethod of(InvokeDynamicInstruction site, ClassModel type) {
        String name = type.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(found -> found.classes().stream())
                .filter(inner -> inner.innerClass().equals(type.thisClass()))
                .flatMap(inner -> inner.innerName().stream())
                .map(Utf8Entry::stringValue)
                .findFirst()
                .orElse(type.thisClass().asSymbol().displayName());
        return new RecordMethod(site, name);
    }

    @Override
    public void write(CodeBuilder code) {
        switch (site.name().stringValue()) {
            case "equals" -> writeEquals(code);
            case "hashCode" -> writeHashCode(code);
            default -> writeToString(code);
        }
    }

    private ClassDesc type() {
        return (ClassDesc) site.bootstrapArgs().getFirst();
    }

    private List<DirectMethodHandleDesc> components() {
        return site.bootstrapArgs().stream()
                .skip(FIRST_GETTER)
                .map(DirectMethodHandleDesc.class::cast)
                .toList();
    }

    private static ClassDesc typeOf(DirectMethodHandleDesc component) {
        return component.invocationType().returnType();
    }

    private void load(CodeBuilder code, int record, DirectMethodHandleDesc component) {
        code.aload(record).getfield(type(), component.methodName(), typeOf(component));
    }

    private void writeEquals(CodeBuilder code) {
        Label compared = code.newLabel();
        Label different = code.newLabel();
        code.aload(SELF).aload(OTHER).if_acmpne(compared).iconst_1().ireturn().labelBinding(compared);
        code.aload(OTHER).instanceOf(type()).ifeq(different);
        code.aload(OTHER).checkcast(type()).astore(OTHER_RECORD);
        for (DirectMethodHandleDesc component : components()) {
            load(code, SELF, component);
            load(code, OTHER_RECORD, component);
            leaveIfDifferent(code, typeOf(component), different);
        }
        code.iconst_1().ireturn().labelBinding(different).iconst_0().ireturn();
    }

    /// Floating-point numbers are compared as their boxes are: NaN is NaN, and -0.0 is not 0.0.
    private static void leaveIfDifferent(CodeBuilder code, ClassDesc type, Label different) {
        switch (TypeKind.from(type)) {
            case REFERENCE ->
                code.invokestatic(
                                OBJECTS,
                                "equals",
                                MethodTypeDesc.of(
                                        ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object))
                        .ifeq(different);
            case LONG -> code.lcmp().ifne(different);
            case FLOAT, DOUBLE ->
                code.invokestatic(
                                Conversion.boxOf(type), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, type, type))
                        .ifne(different);
            default -> code.if_icmpne(different);
        }
    }

    private void writeHashCode(CodeBuilder code) {
        code.iconst_0();
        for (DirectMethodHandleDesc component : components()) {
            ClassDesc type = typeOf(component);
            ClassDesc hashed = type.isPrimitive() ? type : ConstantDescs.CD_Object;
            code.loadConstant(31).imul();
            load(code, SELF, component);
            code.invokestatic(
                            type.isPrimitive() ? Conversion.boxOf(type) : OBJECTS,
                            "hashCode",
                            MethodTypeDesc.of(ConstantDescs.CD_int, hashed))
                    .iadd();
        }
        code.ireturn();
    }

    private void writeToString(CodeBuilder code) {
        code.new_(BUILDER).dup().invokespecial(BUILDER, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        String before = name + "[";
        for (DirectMethodHandleDesc component : components()) {
            append(code.loadConstant(before + component.methodName() + "="), ConstantDescs.CD_String);
            load(code, SELF, component);
            append(code, appended(typeOf(component)));
            before = ", ";
        }
        append(code.loadConstant(components().isEmpty() ? before + "]" : "]"), ConstantDescs.CD_String);
        code.invokevirtual(BUILDER, "toString", MethodTypeDesc.of(ConstantDescs.CD_String))
                .areturn();
    }

    private static void append(CodeBuilder code, ClassDesc type) {
        code.invokevirtual(BUILDER, "append", MethodTypeDesc.of(BUILDER, type));
    }

    private static ClassDesc appended(ClassDesc type) {
        return switch (TypeKind.from(type)) {
            case REFERENCE -> ConstantDescs.CD_Object;
            case BYTE, SHORT -> ConstantDescs.CD_int;
            default -> type;
        };
    }
}
