package dev.sheaf.cli.startup;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;

/// A call whose code the JDK would spin at run time, and the same code as a method's.
sealed interface CallSite {
    /// Parameters and result.
    MethodTypeDesc type();

    /// Writes the code of a static method of this type.
    void write(CodeBuilder code);

    /// What a call is, if it is known here.
    static Optional<CallSite> of(InvokeDynamicInstruction call) {
        String owner = call.bootstrapMethod().owner().displayName();
        List<ConstantDesc> arguments = call.bootstrapArgs();
        return switch (owner + "." + call.name().stringValue()) {
            case "SwitchBootstraps.typeSwitch" ->
                arguments.stream().allMatch(ClassDesc.class::isInstance)
                        ? Optional.of(new TypeSwitch(
                                call.typeSymbol(),
                                arguments.stream().map(ClassDesc.class::cast).toList()))
                        : Optional.empty();
            case "SwitchBootstraps.enumSwitch" ->
                arguments.stream().allMatch(String.class::isInstance)
                        ? Optional.of(new EnumSwitch(
                                call.typeSymbol(),
                                arguments.stream().map(String.class::cast).toList()))
                        : Optional.empty();
            case "ObjectMethods.hashCode" -> Optional.of(new HashCode(call.typeSymbol(), fields(arguments)));
            case "ObjectMethods.equals" -> Optional.of(new Equals(call.typeSymbol(), fields(arguments)));
            default -> Optional.empty();
        };
    }

    /// The handles that read the fields follow the class and the names.
    private static List<Field> fields(List<ConstantDesc> arguments) {
        return arguments.stream()
                .skip(2)
                .map(DirectMethodHandleDesc.class::cast)
                .map(getter -> new Field(
                        getter.owner(),
                        getter.methodName(),
                        getter.invocationType().returnType()))
                .toList();
    }

    /// A field of a record.
    record Field(ClassDesc owner, String name, ClassDesc type) {
        /// The class whose static methods hash and compare values of the type.
        ClassDesc methods() {
            return switch (type.descriptorString()) {
                case "Z" -> ConstantDescs.CD_Boolean;
                case "B" -> ConstantDescs.CD_Byte;
                case "S" -> ConstantDescs.CD_Short;
                case "C" -> ConstantDescs.CD_Character;
                case "I" -> ConstantDescs.CD_Integer;
                case "J" -> ConstantDescs.CD_Long;
                case "F" -> ConstantDescs.CD_Float;
                case "D" -> ConstantDescs.CD_Double;
                default -> ClassDesc.of("java.util.Objects");
            };
        }

        /// The type as those methods take it.
        ClassDesc taken() {
            return type.isPrimitive() ? type : ConstantDescs.CD_Object;
        }

        void load(CodeBuilder code, int local) {
            code.aload(local).getfield(owner, name, type);
        }
    }

    /// A switch over the class of a value: from label `restart` on, the first that the value is an instance of; the
    /// number of labels if there is none, and -1 for null.
    record TypeSwitch(MethodTypeDesc type, List<ClassDesc> labels) implements CallSite {
        @Override
        public void write(CodeBuilder code) {
            Label present = code.newLabel();
            code.aload(0).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
            for (int label = 0; label < labels.size(); label++) {
                Label next = code.newLabel();
                code.iload(1).loadConstant(label).if_icmpgt(next);
                code.aload(0).instanceOf(labels.get(label)).ifeq(next);
                code.loadConstant(label).ireturn().labelBinding(next);
            }
            code.loadConstant(labels.size()).ireturn();
        }
    }

    /// A switch over constants of an enum that has a case for null, by the numbers that a [TypeSwitch] gives.
    record EnumSwitch(MethodTypeDesc type, List<String> labels) implements CallSite {
        @Override
        public void write(CodeBuilder code) {
            ClassDesc constants = type.parameterType(0);
            Label present = code.newLabel();
            code.aload(0).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
            for (int label = 0; label < labels.size(); label++) {
                Label next = code.newLabel();
                code.iload(1).loadConstant(label).if_icmpgt(next);
                code.aload(0).getstatic(constants, labels.get(label), constants).if_acmpne(next);
                code.loadConstant(label).ireturn().labelBinding(next);
            }
            code.loadConstant(labels.size()).ireturn();
        }
    }

    /// `hashCode` of a record.
    record HashCode(MethodTypeDesc type, List<Field> fields) implements CallSite {
        private static final int FACTOR = 31;

        @Override
        public void write(CodeBuilder code) {
            code.iconst_0();
            for (Field field : fields) {
                code.loadConstant(FACTOR).imul();
                field.load(code, 0);
                MethodTypeDesc hash = MethodTypeDesc.of(ConstantDescs.CD_int, field.taken());
                code.invokestatic(field.methods(), "hashCode", hash).iadd();
            }
            code.ireturn();
        }
    }

    /// `equals` of a record.
    record Equals(MethodTypeDesc type, List<Field> fields) implements CallSite {
        private static final int OTHER = 2;

        @Override
        public void write(CodeBuilder code) {
            ClassDesc self = type.parameterType(0);
            Label differ = code.newLabel();
            Label compare = code.newLabel();
            code.aload(0).aload(1).if_acmpne(compare).iconst_1().ireturn().labelBinding(compare);
            code.aload(1).instanceOf(self).ifeq(differ);
            code.aload(1).checkcast(self).astore(OTHER);
            fields.forEach(field -> compare(code, field, differ));
            code.iconst_1().ireturn().labelBinding(differ).iconst_0().ireturn();
        }

        private static void compare(CodeBuilder code, Field field, Label differ) {
            field.load(code, 0);
            field.load(code, OTHER);
            boolean primitive = field.type().isPrimitive();
            ClassDesc result = primitive ? ConstantDescs.CD_int : ConstantDescs.CD_boolean;
            MethodTypeDesc taken = MethodTypeDesc.of(result, field.taken(), field.taken());
            code.invokestatic(field.methods(), primitive ? "compare" : "equals", taken);
            if (primitive) {
                code.ifne(differ);
            } else {
                code.ifeq(differ);
            }
        }
    }
}
