package dev.sheaf.build;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// A switch over types as a method that asks for one type after the other. Other labels, such as constants,
/// stay as they are.
record TypeSwitch(InvokeDynamicInstruction site) implements AddedMethod {
    private static final ClassDesc ENUM = ClassDesc.of("java.lang.Enum");
    private static final int OPERAND = 0;
    private static final int RESTART = 1;

    static boolean fits(InvokeDynamicInstruction site) {
        return site.bootstrapMethod().owner().displayName().equals("SwitchBootstraps")
                && !site.typeSymbol().parameterType(OPERAND).isPrimitive()
                && site.bootstrapArgs().stream().allMatch(label -> isType(label) || isName(label, site));
    }

    private static boolean isType(ConstantDesc label) {
        return label instanceof ClassDesc type && !type.isPrimitive();
    }

    /// In a switch over one enum's constants texts are their names.
    private static boolean isName(ConstantDesc label, InvokeDynamicInstruction site) {
        return label instanceof String && site.bootstrapMethod().methodName().equals("enumSwitch");
    }

    /// Returns -1 for null, else the number of the first label from the restart on that the operand is of.
    @Override
    public void write(CodeBuilder code) {
        List<ConstantDesc> labels = site.bootstrapArgs();
        Label present = code.newLabel();
        code.aload(OPERAND).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
        for (int label = 0; label < labels.size(); label++) {
            Label next = code.newLabel();
            code.iload(RESTART).loadConstant(label).if_icmpgt(next);
            ask(code.aload(OPERAND), labels.get(label)).ifeq(next);
            code.loadConstant(label).ireturn().labelBinding(next);
        }
        code.loadConstant(labels.size()).ireturn();
    }

    private static CodeBuilder ask(CodeBuilder code, ConstantDesc label) {
        if (label instanceof ClassDesc type) {
            return code.instanceOf(type);
        }
        return code.invokevirtual(ENUM, "name", MethodTypeDesc.of(ConstantDescs.CD_String))
                .loadConstant(label)
                .invokevirtual(
                        ConstantDescs.CD_String,
                        "equals",
                        MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object));
    }
}
