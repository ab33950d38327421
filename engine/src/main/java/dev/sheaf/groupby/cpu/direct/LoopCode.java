package dev.sheaf.groupby.cpu.direct;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The method of a [DirectLoop] while it is written: what all parts of it read, and the locals of the row.
final class LoopCode {
    private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
    private static final ClassDesc LAYOUT = ClassDesc.of(ValueLayout.class.getName());
    private static final ClassDesc MASKS = ClassDesc.of(MaskBits.class.getName());
    private static final ClassDesc INPUTS = ClassDesc.of(DirectLoop.Inputs.class.getName());
    private static final int INPUTS_SLOT = 5;

    final DirectLoop.Shape shape;
    final CodeBuilder code;

    /// The local that holds the number of the row.
    final int row;

    /// The local that holds the slot of its key.
    final int slot;

    /// Where the loop ends before a row that it does not take.
    final Label stop;

    private final int maskBytes;
    private final int maskOrigin;
    private final int maskTable;
    private final int maskIndex;

    LoopCode(DirectLoop.Shape shape, CodeBuilder code) {
        this.shape = shape;
        this.code = code;
        this.row = code.allocateLocal(TypeKind.INT);
        this.slot = code.allocateLocal(TypeKind.INT);
        this.maskBytes = code.allocateLocal(TypeKind.REFERENCE);
        this.maskOrigin = code.allocateLocal(TypeKind.INT);
        this.maskTable = code.allocateLocal(TypeKind.REFERENCE);
        this.maskIndex = code.allocateLocal(TypeKind.INT);
        this.stop = code.newLabel();
    }

    /// Puts a component of the inputs on the stack.
    CodeBuilder input(String component, ClassDesc type) {
        return code.aload(INPUTS_SLOT).invokevirtual(INPUTS, component, MethodTypeDesc.of(type));
    }

    /// A new local that holds one of the segments or arrays of a component.
    int element(String component, ClassDesc type, int index) {
        int local = code.allocateLocal(TypeKind.REFERENCE);
        input(component, type.arrayType()).loadConstant(index).aaload().astore(local);
        return local;
    }

    /// The same of segments.
    int segment(String component, int index) {
        return element(component, SEGMENT, index);
    }

    /// Copies what masks are read from into locals.
    void takeMasks() {
        if (shape.masks() > 0) {
            input("masks", MASKS).invokevirtual(MASKS, "bytes", MethodTypeDesc.of(ConstantDescs.CD_byte.arrayType()));
            code.astore(maskBytes);
            input("masks", MASKS).invokevirtual(MASKS, "origin", MethodTypeDesc.of(ConstantDescs.CD_int));
            code.istore(maskOrigin);
            code.ldc(HiddenClasses.LONGS).astore(maskTable);
        }
    }

    /// `index = (bytes[row - origin] & most) << stride`: the compiler knows what the table may be indexed by.
    void readMasks() {
        if (shape.masks() > 0) {
            code.aload(maskBytes).iload(row).iload(maskOrigin).isub().baload();
            code.loadConstant((1 << shape.masks()) - 1).iand();
            code.loadConstant(MaskTable.stride(shape)).ishl().istore(maskIndex);
        }
    }

    /// Puts a number of the row's in the table of [MaskTable] on the stack.
    CodeBuilder tableAt(int number) {
        code.aload(maskTable).iload(maskIndex);
        return (number == 0 ? code : code.loadConstant(number).iadd()).laload();
    }

    /// Makes a number on the stack 0 where a mask leaves the row out; -1 is no mask.
    void mask(int number) {
        if (number >= 0) {
            tableAt(number).land();
        }
    }

    /// Puts a layout on the stack.
    CodeBuilder layout(String constant, String name) {
        return code.getstatic(LAYOUT, constant, LAYOUT.nested(name));
    }

    /// Reads from the segment, the layout and the position on the stack.
    CodeBuilder get(String name, ClassDesc type) {
        return code.invokeinterface(
                SEGMENT, "get", MethodTypeDesc.of(type, LAYOUT.nested(name), ConstantDescs.CD_long));
    }
}
