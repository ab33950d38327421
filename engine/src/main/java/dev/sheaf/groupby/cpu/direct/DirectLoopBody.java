package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Writes the method of a [DirectLoop]. Every row is tested before any of its states is touched.
///
/// [LoopKeys] finds the slot of a row, here its values are read and tested, [LoopFields] adds them to the state.
final class DirectLoopBody {
    private static final ClassDesc DOUBLE_CLASS = ClassDesc.of("java.lang.Double");

    /// Values of 64 bits may be added as long as they are of fewer than so many, [StoreChoice] sees to the rest.
    static final int SAFE_BITS = 40;

    private static final int TO = 2;

    private final DirectLoop.Shape shape;
    private final CodeBuilder code;
    private final LoopCode loop;
    private final LoopKeys keys;
    private final LoopFields fields;
    private final int[] columns;
    private final int[] values;

    DirectLoopBody(DirectLoop.Shape shape, CodeBuilder code) {
        this.shape = shape;
        this.code = code;
        this.columns = new int[shape.values().size()];
        this.values = new int[columns.length];
        this.loop = new LoopCode(shape, code);
        this.keys = new LoopKeys(loop);
        this.fields = new LoopFields(loop, values);
    }

    void write() {
        takeInputs();
        fields.takeBounds();
        Label next = code.newLabel();
        Label end = code.newLabel();
        Label full = code.newLabel();
        code.iload(LoopKeys.FROM).istore(loop.row);
        keys.startTexts();
        code.labelBinding(next);
        code.iload(loop.row).iload(TO).if_icmpge(end);
        loop.readMasks();
        keys.findSlot();
        for (int value = 0; value < values.length; value++) {
            readValue(value);
        }
        testValues();
        if (shape.many()) {
            fields.testFull(full);
        }
        fields.update(false);
        fields.update(true);
        code.iinc(loop.row, 1).goto_(next);
        if (shape.many()) {
            code.labelBinding(full);
            loop.input("full", ConstantDescs.CD_int.arrayType())
                    .iconst_0()
                    .iload(loop.slot)
                    .iastore();
        }
        code.labelBinding(loop.stop).iload(loop.row).ireturn();
        code.labelBinding(end).iload(TO).ireturn();
    }

    /// Copies what the loop reads into locals.
    private void takeInputs() {
        loop.takeMasks();
        keys.takeInputs();
        for (int value = 0; value < columns.length; value++) {
            columns[value] = loop.segment("values", value);
            values[value] = code.allocateLocal(isDouble(value) ? TypeKind.DOUBLE : TypeKind.LONG);
        }
    }

    private boolean isDouble(int value) {
        StorageKind lane = shape.values().get(value).lane();
        return lane == StorageKind.FLOAT32 || lane == StorageKind.FLOAT64;
    }

    private void readValue(int number) {
        Value value = shape.values().get(number);
        if (isDouble(number)) {
            readDouble(number, value);
            return;
        }
        ColumnReads.whole(code, value.lane(), columns[number], loop.row);
        loop.mask(value.mask());
        code.lstore(values[number]);
    }

    /// Tests values of as many bits all at once.
    private void testValues() {
        int[] tested = shape.values().stream()
                .mapToInt(Value::bits)
                .filter(bits -> bits > 0)
                .distinct()
                .toArray();
        for (int bits : tested) {
            boolean first = true;
            for (int value = 0; value < values.length; value++) {
                if (shape.values().get(value).bits() == bits) {
                    code.lload(values[value]);
                    if (bits == Long.SIZE) {
                        code.loadConstant(1L << SAFE_BITS).ladd();
                    }
                    if (!first) {
                        code.lor();
                    }
                    first = false;
                }
            }
            code.loadConstant(bits == Long.SIZE ? SAFE_BITS + 1 : bits)
                    .lushr()
                    .lconst_0()
                    .lcmp();
            code.ifne(loop.stop);
        }
    }

    /// A float that does not count is 0.0, made so by its bits.
    private void readDouble(int number, Value value) {
        ColumnReads.floating(code, value.lane(), columns[number], loop.row);
        if (value.mask() >= 0) {
            code.invokestatic(
                    DOUBLE_CLASS,
                    "doubleToRawLongBits",
                    MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double));
            loop.mask(value.mask());
            code.invokestatic(
                    DOUBLE_CLASS,
                    "longBitsToDouble",
                    MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
        }
        code.dstore(values[number]);
    }
}
