package dev.sheaf.build;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Instructions that turn the value on the stack from one type to another, by the rules of lambdas.
final class Conversion {
    private record Box(ClassDesc primitive, ClassDesc type, String unboxing) {}

    private static final List<Box> BOXES = List.of(
            new Box(ConstantDescs.CD_boolean, ConstantDescs.CD_Boolean, "booleanValue"),
            new Box(ConstantDescs.CD_byte, ConstantDescs.CD_Byte, "byteValue"),
            new Box(ConstantDescs.CD_char, ConstantDescs.CD_Character, "charValue"),
            new Box(ConstantDescs.CD_short, ConstantDescs.CD_Short, "shortValue"),
            new Box(ConstantDescs.CD_int, ConstantDescs.CD_Integer, "intValue"),
            new Box(ConstantDescs.CD_long, ConstantDescs.CD_Long, "longValue"),
            new Box(ConstantDescs.CD_float, ConstantDescs.CD_Float, "floatValue"),
            new Box(ConstantDescs.CD_double, ConstantDescs.CD_Double, "doubleValue"));

    private Conversion() {}

    /// Whether one is the other, or both are objects.
    static boolean isCast(ClassDesc from, ClassDesc to) {
        return from.equals(to) || (!from.isPrimitive() && !to.isPrimitive());
    }

    static void convert(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (from.equals(to)) {
            return;
        }
        if (from.isPrimitive()) {
            fromPrimitive(code, from, to);
        } else if (to.isPrimitive()) {
            unbox(code, from, to);
        } else if (!to.equals(ConstantDescs.CD_Object)) {
            code.checkcast(to);
        }
    }

    /// Takes away the value of a type, which may be none.
    static void drop(CodeBuilder code, ClassDesc type) {
        switch (TypeKind.from(type).slotSize()) {
            case 1 -> code.pop();
            case 2 -> code.pop2();
            default -> {}
        }
    }

    private static void fromPrimitive(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (to.isPrimitive()) {
            code.conversion(TypeKind.from(from), TypeKind.from(to));
        } else {
            ClassDesc box = boxOf(from);
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, from));
        }
    }

    /// A type that is no box, such as Object, holds the box of what is wanted.
    private static void unbox(CodeBuilder code, ClassDesc from, ClassDesc to) {
        Box box = BOXES.stream()
                .filter(known -> known.type().equals(from))
                .findFirst()
                .orElseGet(() -> box(to));
        if (!box.type().equals(from)) {
            code.checkcast(box.type());
        }
        code.invokevirtual(box.type(), box.unboxing(), MethodTypeDesc.of(box.primitive()));
        if (!box.primitive().equals(to)) {
            code.conversion(TypeKind.from(box.primitive()), TypeKind.from(to));
        }
    }

    /// The class of a primitive type's objects.
    static ClassDesc boxOf(ClassDesc primitive) {
        return box(primitive).type();
    }

    private static Box box(ClassDesc primitive) {
        return BOXES.stream()
                .filter(known -> known.primitive().equals(primitive))
                .findFirst()
                .orElseThrow();
    }
}
