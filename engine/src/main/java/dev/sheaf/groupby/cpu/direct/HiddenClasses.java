package dev.sheaf.groupby.cpu.direct;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.util.function.Consumer;

/// Generates hidden classes of one method, in the package of who asks.
final class HiddenClasses {
    private HiddenClasses() {}

    /// An array of longs that a made method was given, as a constant that it may load.
    static final DynamicConstantDesc<Object> LONGS = DynamicConstantDesc.ofNamed(
            ConstantDescs.ofConstantBootstrap(
                    ClassDesc.of(MethodHandles.class.getName()), "classData", ConstantDescs.CD_Object),
            ConstantDescs.DEFAULT_NAME,
            ConstantDescs.CD_long.arrayType());

    /// An instance of a new class, in the package of `definer`, that implements an interface by one method.
    static <T> T make(
            MethodHandles.Lookup definer,
            Class<T> type,
            String method,
            MethodTypeDesc signature,
            Consumer<CodeBuilder> body) {
        return make(definer, type, method, signature, new long[0], body);
    }

    /// An instance of a new class whose one method may load `longs` as the constant [#LONGS].
    static <T> T make(
            MethodHandles.Lookup definer,
            Class<T> type,
            String method,
            MethodTypeDesc signature,
            long[] longs,
            Consumer<CodeBuilder> body) {
        ClassDesc name = ClassDesc.of(definer.lookupClass().getPackageName(), "Generated" + type.getSimpleName());
        byte[] bytes = ClassFile.of()
                .build(
                        name,
                        made -> made.withFlags(AccessFlag.FINAL, AccessFlag.SUPER)
                                .withInterfaceSymbols(ClassDesc.of(type.getName()))
                                .withMethodBody(
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void,
                                        0,
                                        code -> code.aload(0)
                                                .invokespecial(
                                                        ConstantDescs.CD_Object,
                                                        ConstantDescs.INIT_NAME,
                                                        ConstantDescs.MTD_void)
                                                .return_())
                                .withMethodBody(method, signature, ClassFile.ACC_PUBLIC, body::accept));
        try {
            MethodHandles.Lookup made = definer.defineHiddenClassWithClassData(bytes, longs, true);
            return type.cast(made.findConstructor(made.lookupClass(), MethodType.methodType(void.class))
                    .invoke());
        } catch (Throwable impossible) {
            throw new AssertionError(type.getName(), impossible);
        }
    }
}
