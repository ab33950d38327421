package dev.sheaf.build;

import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// A place that makes a lambda, in the terms of [java.lang.invoke.LambdaMetafactory].
///
/// @param method the method of the interface
/// @param factory from captured values to the interface
/// @param erased what the interface's method takes and returns
/// @param actual the same with the type arguments of this place
/// @param body what is called: first with the captured values, then with the arguments
record LambdaSite(
        String method,
        MethodTypeDesc factory,
        MethodTypeDesc erased,
        MethodTypeDesc actual,
        DirectMethodHandleDesc body) {

    /// Whether a class can be made here. Lambdas that are serialised or have further interfaces stay as they
    /// are.
    static boolean fits(InvokeDynamicInstruction site) {
        return site.bootstrapMethod().owner().displayName().equals("LambdaMetafactory")
                && site.bootstrapMethod().methodName().equals("metafactory")
                && of(site).isConvertible();
    }

    static LambdaSite of(InvokeDynamicInstruction site) {
        List<ConstantDesc> arguments = site.bootstrapArgs();
        return new LambdaSite(
                site.name().stringValue(),
                site.typeSymbol(),
                (MethodTypeDesc) arguments.get(0),
                (MethodTypeDesc) arguments.get(2),
                (DirectMethodHandleDesc) arguments.get(1));
    }

    List<ClassDesc> captured() {
        return factory.parameterList();
    }

    /// What the body takes, the object that it is called on included.
    ClassDesc bodyParameter(int index) {
        return body.invocationType().parameterType(index);
    }

    ClassDesc bodyResult() {
        return body.invocationType().returnType();
    }

    boolean isConstructor() {
        return body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
    }

    /// How many local variables the parameters before this one take.
    int slot(int parameter) {
        int slot = 1;
        for (int i = 0; i < parameter; i++) {
            slot += TypeKind.from(erased.parameterType(i)).slotSize();
        }
        return slot;
    }

    private boolean isConvertible() {
        for (int i = 0; i < erased.parameterCount(); i++) {
            if (!Conversion.isCast(erased.parameterType(i), actual.parameterType(i))) {
                return false;
            }
        }
        return Conversion.isCast(actual.returnType(), erased.returnType());
    }
}
