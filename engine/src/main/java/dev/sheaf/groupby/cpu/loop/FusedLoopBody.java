package dev.sheaf.groupby.cpu.loop;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.loop.FusedLoop.Step;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Writes the method of a [FusedLoop].
final class FusedLoopBody {
    private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
    private static final ClassDesc LAYOUT = ClassDesc.of(ValueLayout.class.getName());
    private static final ClassDesc DOUBLE = ClassDesc.of("java.lang.Double");
    private static final ClassDesc LANES = ClassDesc.of(FusedLoop.Lanes.class.getName());

    // Slots of the parameters and of the locals that are always there.
    private static final int IDS = 1;
    private static final int FROM = 2;
    private static final int ROWS = 3;
    private static final int STATES = 4;
    private static final int MASKS = 5;
    private static final int SOURCES = 6;
    private static final int INDEX = 7;
    private static final int ROW = 8;
    private static final int ID = 9;
    private static final int AT = 10;
    private static final int FIRST_LOCAL = 12;

    private final FusedLoop.Shape shape;
    private final CodeBuilder code;
    private final int[] lanes;
    private final int firstMask;
    private final int firstBits;

    FusedLoopBody(FusedLoop.Shape shape, CodeBuilder code) {
        this.shape = shape;
        this.code = code;
        this.lanes = new int[shape.steps().size()];
        this.firstMask = FIRST_LOCAL;
        this.firstBits = firstMask + shape.maskCount();
    }

    void write() {
        takeMasks();
        takeLanes();
        Label next = code.newLabel();
        Label end = code.newLabel();
        code.iconst_0().istore(INDEX);
        code.labelBinding(next);
        code.iload(INDEX).iload(ROWS).if_icmpge(end);
        code.iload(FROM).iload(INDEX).iadd().istore(ROW);
        code.aload(IDS).iload(INDEX).iaload().istore(ID);
        code.iload(ID);
        storeAt(AT);
        for (int mask = 0; mask < shape.maskCount(); mask++) {
            readMask(mask);
        }
        for (int place = 0; place < lanes.length; place++) {
            step(place);
        }
        code.iinc(INDEX, 1).goto_(next);
        code.labelBinding(end).return_();
    }

    private void takeMasks() {
        for (int mask = 0; mask < shape.maskCount(); mask++) {
            code.aload(MASKS).loadConstant(mask).aaload().astore(firstMask + mask);
        }
    }

    /// Copies what steps read into locals.
    private void takeLanes() {
        int local = firstBits + 2 * shape.maskCount();
        for (int place = 0; place < lanes.length; place++) {
            switch (shape.lanes().get(place)) {
                case NONE -> lanes[place] = -1;
                case LONGS -> takeLane(place, local++, "longs", ConstantDescs.CD_long.arrayType());
                case DOUBLES -> takeLane(place, local++, "doubles", ConstantDescs.CD_double.arrayType());
                case INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, FLOAT32, FLOAT64 ->
                    takeLane(place, local++, "columns", SEGMENT);
            }
        }
    }

    private void takeLane(int place, int local, String component, ClassDesc type) {
        code.aload(SOURCES).invokevirtual(LANES, component, MethodTypeDesc.of(type.arrayType()));
        code.loadConstant(place).aaload().astore(local);
        lanes[place] = local;
    }

    /// From the id on the stack to where its states lie.
    private void storeAt(int local) {
        code.i2l().loadConstant(shape.shift()).lshl();
        code.loadConstant(StateColumn.FRONT).ladd().lstore(local);
    }

    /// `-(mask[row >>> 6] >>> row & 1)`: all ones for a row that counts.
    private void readMask(int mask) {
        code.aload(firstMask + mask).iload(ROW).loadConstant(6).iushr().laload();
        code.iload(ROW).lushr().lconst_1().land().lneg().lstore(firstBits + 2 * mask);
    }

    /// `states.set(layout, at, step(states.get(layout, at), lane[row]))`
    private void step(int place) {
        boolean isDouble = shape.steps().get(place) == Step.ADD_DOUBLE;
        String constant = isDouble ? "JAVA_DOUBLE_UNALIGNED" : "JAVA_LONG_UNALIGNED";
        ClassDesc layout = LAYOUT.nested(isDouble ? "OfDouble" : "OfLong");
        ClassDesc value = isDouble ? ConstantDescs.CD_double : ConstantDescs.CD_long;
        code.aload(STATES).getstatic(LAYOUT, constant, layout);
        code.lload(AT).loadConstant((long) place * Long.BYTES).ladd();
        code.aload(STATES).getstatic(LAYOUT, constant, layout);
        code.lload(AT).loadConstant((long) place * Long.BYTES).ladd();
        code.invokeinterface(SEGMENT, "get", MethodTypeDesc.of(value, layout, ConstantDescs.CD_long));
        combine(place);
        code.invokeinterface(
                SEGMENT, "set", MethodTypeDesc.of(ConstantDescs.CD_void, layout, ConstantDescs.CD_long, value));
    }

    private void combine(int place) {
        StorageKind lane = shape.lanes().get(place);
        MethodTypeDesc choice = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_long);
        ClassDesc math = ClassDesc.of("java.lang.Math");
        switch (shape.steps().get(place)) {
            case COUNT -> {
                code.lconst_1();
                mask(place);
                code.ladd();
            }
            case ADD_LONG -> {
                load(lane, lanes[place]);
                mask(place);
                code.ladd();
            }
            case ADD_DOUBLE -> {
                load(lane, lanes[place]);
                maskDouble(place);
                code.dadd();
            }
            case MIN -> {
                load(lane, lanes[place]);
                maskExtreme(place, Long.MAX_VALUE);
                code.invokestatic(math, "min", choice);
            }
            case MAX -> {
                load(lane, lanes[place]);
                maskExtreme(place, Long.MIN_VALUE);
                code.invokestatic(math, "max", choice);
            }
        }
    }

    /// Makes the long on the stack 0 if the row does not count.
    private void mask(int place) {
        int mask = shape.masks().get(place);
        if (mask >= 0) {
            code.lload(firstBits + 2 * mask).land();
        }
    }

    /// The same by the bits of a double: a value that does not count may be anything.
    private void maskDouble(int place) {
        if (shape.masks().get(place) >= 0) {
            code.invokestatic(
                    DOUBLE, "doubleToRawLongBits", MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double));
            mask(place);
            code.invokestatic(
                    DOUBLE, "longBitsToDouble", MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
        }
    }

    /// A row that does not count has `none`, the value of new states.
    private void maskExtreme(int place, long none) {
        int mask = shape.masks().get(place);
        if (mask >= 0) {
            mask(place);
            code.lload(firstBits + 2 * mask).loadConstant(-1L).lxor();
            code.loadConstant(none).land().lor();
        }
    }

    /// Puts the row's value on the stack, as a long or a double.
    private void load(StorageKind lane, int local) {
        switch (lane) {
            case NONE -> throw new AssertionError(shape);
            case LONGS -> code.aload(local).iload(INDEX).laload();
            case DOUBLES -> code.aload(local).iload(INDEX).daload();
            case INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 -> ColumnReads.whole(code, lane, local, ROW);
            case FLOAT32, FLOAT64 -> ColumnReads.floating(code, lane, local, ROW);
        }
    }
}
