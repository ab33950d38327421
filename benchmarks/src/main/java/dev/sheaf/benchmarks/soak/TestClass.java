package dev.sheaf.benchmarks.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What matters here of a compiled test class.
///
/// @param module the folder of its module
/// @param name its binary name
/// @param parent the binary name of what it extends
/// @param isAbstract whether it is there to be extended
/// @param methods its methods by name and descriptor
record TestClass(String module, String name, String parent, boolean isAbstract, Map<String, Body> methods) {
    private static final String CASES = "dev.sheaf.testing.RandomCases";
    private static final String JUPITER = "org.junit.jupiter.";

    /// A method.
    ///
    /// @param isTest whether JUnit runs it
    /// @param calls what it calls, the bodies of its lambdas included
    /// @param cases how many cases each of its calls of `RandomCases.run` has in full, -1 where that is computed
    record Body(String name, boolean isTest, List<MethodRef> calls, List<Integer> cases) {}

    static TestClass read(String module, Path file) {
        try {
            ClassModel model = ClassFile.of().parse(file);
            return new TestClass(
                    module,
                    nameOf(model.thisClass().asSymbol()),
                    model.superclass().map(type -> nameOf(type.asSymbol())).orElse(""),
                    model.flags().has(AccessFlag.ABSTRACT),
                    model.methods().stream()
                            .collect(Collectors.toMap(
                                    method -> method.methodName().stringValue()
                                            + method.methodType().stringValue(),
                                    TestClass::body)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file, unreadable);
        }
    }

    private static Body body(MethodModel method) {
        List<MethodRef> calls = new ArrayList<>();
        List<Integer> cases = new ArrayList<>();
        List<CodeElement> code = method.code().map(CodeModel::elementList).orElse(List.of());
        for (int i = 0; i < code.size(); i++) {
            switch (code.get(i)) {
                case InvokeInstruction call when isRun(call) -> cases.add(countBefore(code, i, call));
                case InvokeInstruction call ->
                    calls.add(new MethodRef(
                            nameOf(call.owner().asSymbol()),
                            call.name().stringValue(),
                            call.type().stringValue()));
                case InvokeDynamicInstruction lambda -> calls.addAll(implementations(lambda));
                default -> {}
            }
        }
        return new Body(method.methodName().stringValue(), isTest(method), calls, cases);
    }

    private static boolean isRun(InvokeInstruction call) {
        return nameOf(call.owner().asSymbol()).equals(CASES) && call.name().equalsString("run");
    }

    /// The constant that was pushed first of the call's arguments: it stands before the lambda, which may have
    /// captured values of its own, and before the second number, if the call has two.
    private static int countBefore(List<CodeElement> code, int call, InvokeInstruction run) {
        int wanted = run.type().stringValue().startsWith("(II") ? 2 : 1;
        for (int i = call - 1; i >= 0; i--) {
            if (code.get(i) instanceof InvokeInstruction) {
                return -1;
            }
            if (code.get(i) instanceof ConstantInstruction constant
                    && constant.constantValue() instanceof Integer number
                    && --wanted == 0) {
                return number;
            }
        }
        return -1;
    }

    private static List<MethodRef> implementations(InvokeDynamicInstruction lambda) {
        return lambda.bootstrapArgs().stream()
                .filter(DirectMethodHandleDesc.class::isInstance)
                .map(DirectMethodHandleDesc.class::cast)
                .map(handle -> new MethodRef(nameOf(handle.owner()), handle.methodName(), handle.lookupDescriptor()))
                .toList();
    }

    private static boolean isTest(MethodModel method) {
        return method.findAttribute(Attributes.runtimeVisibleAnnotations())
                .map(annotations -> annotations.annotations().stream()
                        .map(Annotation::classSymbol)
                        .map(TestClass::nameOf)
                        .anyMatch(name -> name.startsWith(JUPITER) && name.endsWith("Test")))
                .orElse(false);
    }

    /// The binary name of a class; of an array, that of nothing.
    private static String nameOf(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.startsWith("L")
                ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.')
                : "";
    }

    Optional<Body> method(String name, String descriptor) {
        return Optional.ofNullable(methods.get(name + descriptor));
    }
}
