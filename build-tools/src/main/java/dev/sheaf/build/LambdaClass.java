package dev.sheaf.build;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// The class of one lambda: its captured values as fields, and the method of its interface, which calls the
/// body.
///
/// A lambda that captures nothing is one object, as the virtual machine makes it. Unlike the virtual machine's, its
/// class is seen in stack traces, with the line that makes the lambda.
final class LambdaClass {
    private static final String MARK = "$$Lambda";
    private static final String INSTANCE = "INSTANCE";
    private static final String FACTORY = "of";
    private static final int FIELD_FLAGS = ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL;

    private final ClassDesc type;
    private final ClassModel owner;
    private final int line;
    private final LambdaSite site;
    private final MethodTypeDesc constructor;

    /// @param owner the class with the lambda
    /// @param line where it is in the file of the owner, 0 if that is not known
    LambdaClass(String name, ClassModel owner, int line, LambdaSite site) {
        this.type = ClassDesc.ofInternalName(name);
        this.owner = owner;
        this.line = line;
        this.site = site;
        this.constructor = MethodTypeDesc.of(ConstantDescs.CD_void, site.captured());
    }

    /// The internal name of the class of a lambda.
    static String name(String owner, int number) {
        return owner + MARK + number;
    }

    /// Takes the captured values from the stack and leaves the lambda.
    void makeInstance(CodeBuilder code) {
        if (site.captured().isEmpty()) {
            code.getstatic(type, INSTANCE, site.factory().returnType());
        } else {
            code.invokestatic(type, FACTORY, site.factory());
        }
    }

    byte[] bytes(ClassFile format, int version) {
        return format.build(type, made -> {
            made.withVersion(version, 0)
                    .withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC)
                    .withInterfaceSymbols(site.factory().returnType())
                    .with(NestHostAttribute.of(ClassDesc.ofInternalName(NestChange.host(owner))));
            owner.findAttribute(Attributes.sourceFile()).ifPresent(made::with);
            defineFields(made);
            made.withMethodBody(ConstantDescs.INIT_NAME, constructor, ClassFile.ACC_PRIVATE, this::writeConstructor);
            if (site.captured().isEmpty()) {
                defineInstance(made);
            } else {
                made.withMethodBody(FACTORY, site.factory(), ClassFile.ACC_STATIC, this::writeFactory);
            }
            made.withMethodBody(site.method(), site.erased(), ClassFile.ACC_PUBLIC, this::writeMethod);
        });
    }

    private void defineFields(ClassBuilder made) {
        List<ClassDesc> captured = site.captured();
        for (int i = 0; i < captured.size(); i++) {
            made.withField(field(i), captured.get(i), FIELD_FLAGS);
        }
    }

    private static String field(int index) {
        return "captured" + index;
    }

    private void defineInstance(ClassBuilder made) {
        ClassDesc shown = site.factory().returnType();
        made.withField(INSTANCE, shown, ClassFile.ACC_STATIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC);
        made.withMethodBody(
                ConstantDescs.CLASS_INIT_NAME,
                ConstantDescs.MTD_void,
                ClassFile.ACC_STATIC,
                code -> code.new_(type)
                        .dup()
                        .invokespecial(type, ConstantDescs.INIT_NAME, constructor)
                        .putstatic(type, INSTANCE, shown)
                        .return_());
    }

    private void writeConstructor(CodeBuilder code) {
        code.aload(0).invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        int slot = 1;
        for (int i = 0; i < site.captured().size(); i++) {
            ClassDesc value = site.captured().get(i);
            code.aload(0).loadLocal(TypeKind.from(value), slot).putfield(type, field(i), value);
            slot += TypeKind.from(value).slotSize();
        }
        code.return_();
    }

    private void writeFactory(CodeBuilder code) {
        code.new_(type).dup();
        int slot = 0;
        for (ClassDesc value : site.captured()) {
            code.loadLocal(TypeKind.from(value), slot);
            slot += TypeKind.from(value).slotSize();
        }
        code.invokespecial(type, ConstantDescs.INIT_NAME, constructor).areturn();
    }

    private void writeMethod(CodeBuilder code) {
        if (line > 0) {
            code.lineNumber(line);
        }
        if (site.isConstructor()) {
            code.new_(site.body().owner()).dup();
        }
        int captured = site.captured().size();
        for (int i = 0; i < captured; i++) {
            ClassDesc value = site.captured().get(i);
            code.aload(0).getfield(type, field(i), value);
            Conversion.convert(code, value, site.bodyParameter(i));
        }
        for (int i = 0; i < site.erased().parameterCount(); i++) {
            ClassDesc erased = site.erased().parameterType(i);
            ClassDesc actual = site.actual().parameterType(i);
            code.loadLocal(TypeKind.from(erased), site.slot(i));
            Conversion.convert(code, erased, actual);
            Conversion.convert(code, actual, site.bodyParameter(captured + i));
        }
        callBody(code);
        writeReturn(code);
    }

    /// Private methods of the nest are called like others: `invokespecial` is for one's own class alone.
    private void callBody(CodeBuilder code) {
        ClassDesc owner = site.body().owner();
        String name = site.body().methodName();
        MethodTypeDesc takes = MethodTypeDesc.ofDescriptor(site.body().lookupDescriptor());
        boolean isInterface = site.body().isOwnerInterface();
        switch (site.body().kind()) {
            case STATIC, INTERFACE_STATIC -> code.invokestatic(owner, name, takes, isInterface);
            case CONSTRUCTOR -> code.invokespecial(owner, ConstantDescs.INIT_NAME, takes);
            case VIRTUAL, SPECIAL -> code.invokevirtual(owner, name, takes);
            case INTERFACE_VIRTUAL, INTERFACE_SPECIAL -> code.invokeinterface(owner, name, takes);
            case GETTER, SETTER, STATIC_GETTER, STATIC_SETTER -> throw new IllegalStateException(site.toString());
        }
    }

    private void writeReturn(CodeBuilder code) {
        ClassDesc erased = site.erased().returnType();
        if (erased.equals(ConstantDescs.CD_void)) {
            Conversion.drop(code, site.bodyResult());
        } else {
            Conversion.convert(code, site.bodyResult(), site.actual().returnType());
            Conversion.convert(code, site.actual().returnType(), erased);
        }
        code.return_(TypeKind.from(erased));
    }
}
