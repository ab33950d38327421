package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Key;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Writes the part of a [DirectLoop] that makes a slot of the keys of a row.
final class LoopKeys {
    // The numbers of a text key; those of its [BitGather] are three.
    static final int SIZE = 0;
    static final int SAMPLE = 1;
    static final int FIXED = 2;
    static final int GATHERED = 3;
    static final int FIRST_BYTE = 6;

    /// The parameter of the loop that says which row is the first.
    static final int FROM = 1;
    private static final ClassDesc LONG_CLASS = ClassDesc.of("java.lang.Long");

    private final LoopCode loop;
    private final CodeBuilder code;
    private final int slots;
    private final int[] keyColumns;
    private final int[] keyOffsets;
    private final int[] keyCodes;
    private final int[] starts;
    private final int[] words;
    private final int[][] numbers;

    LoopKeys(LoopCode loop) {
        this.loop = loop;
        this.code = loop.code;
        this.slots = code.allocateLocal(TypeKind.INT);
        this.keyColumns = new int[loop.shape.keys().size()];
        this.keyOffsets = new int[keyColumns.length];
        this.keyCodes = new int[keyColumns.length];
        this.starts = new int[keyColumns.length];
        this.words = new int[keyColumns.length];
        this.numbers = new int[keyColumns.length][DirectLoop.NUMBERS_A_KEY];
    }

    /// Copies what keys are read from into locals.
    void takeInputs() {
        loop.input("slots", ConstantDescs.CD_int).istore(slots);
        for (int key = 0; key < keyColumns.length; key++) {
            keyColumns[key] = loop.segment("keys", key);
            for (int i = 0; i < DirectLoop.NUMBERS_A_KEY; i++) {
                numbers[key][i] = code.allocateLocal(TypeKind.LONG);
                loop.input("numbers", ConstantDescs.CD_long.arrayType());
                code.loadConstant(key * DirectLoop.NUMBERS_A_KEY + i).laload().lstore(numbers[key][i]);
            }
            if (loop.shape.keys().get(key).lane() == StorageKind.LONGS) {
                keyCodes[key] = loop.element("codes", ConstantDescs.CD_int.arrayType(), key);
            }
            if (isText(key)) {
                takeText(key);
            }
        }
    }

    private void takeText(int key) {
        keyOffsets[key] = loop.segment("offsets", key);
        keyCodes[key] =
                loop.shape.keys().get(key).bare() ? -1 : loop.element("codes", ConstantDescs.CD_int.arrayType(), key);
        starts[key] = code.allocateLocal(TypeKind.INT);
        words[key] = code.allocateLocal(TypeKind.LONG);
    }

    private boolean isText(int key) {
        return loop.shape.keys().get(key).lane() == StorageKind.NONE;
    }

    /// Reads where the text of the first row begins.
    void startTexts() {
        for (int key = 0; key < keyColumns.length; key++) {
            if (isText(key) && loop.shape.keys().get(key).even() == 0) {
                code.aload(keyOffsets[key]);
                loop.layout("JAVA_INT_UNALIGNED", "OfInt")
                        .iload(FROM)
                        .i2l()
                        .iconst_2()
                        .lshl();
                loop.get("OfInt", ConstantDescs.CD_int).istore(starts[key]);
            }
        }
    }

    /// From the keys of the row to the slot, or to the end of the loop.
    void findSlot() {
        code.iconst_0().istore(loop.slot);
        for (int key = 0; key < keyColumns.length; key++) {
            if (isText(key)) {
                word(key);
            }
        }
        testWords();
        for (int key = 0; key < keyColumns.length; key++) {
            if (isText(key)) {
                text(key);
            } else {
                whole(key);
            }
        }
        if (loop.shape.hasCodes()) {
            code.iload(loop.slot).iload(slots).if_icmpge(loop.stop);
        }
    }

    /// `offset = value - base; if (offset > most, unsigned) stop; slot |= offset + 1 << shift`
    private void whole(int key) {
        Key own = loop.shape.keys().get(key);
        if (own.lane() == StorageKind.LONGS) {
            code.aload(keyCodes[key])
                    .iload(loop.row)
                    .lload(numbers[key][0])
                    .l2i()
                    .isub();
            code.iaload().iconst_1().iadd().istore(loop.slot);
            return;
        }
        int offset = code.allocateLocal(TypeKind.LONG);
        ColumnReads.whole(code, own.lane(), keyColumns[key], loop.row);
        code.lload(numbers[key][0]).lsub();
        loop.mask(own.mask());
        code.lstore(offset);
        code.lload(offset).lload(numbers[key][1]);
        code.invokestatic(
                LONG_CLASS,
                "compareUnsigned",
                MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_long));
        code.ifgt(loop.stop);
        code.lload(offset).lconst_1().ladd();
        loop.mask(own.mask());
        code.l2i().lload(numbers[key][2]).l2i().ishl();
        code.iload(loop.slot).ior().istore(loop.slot);
    }

    /// The first eight bytes of a text.
    private void word(int key) {
        Key own = loop.shape.keys().get(key);
        if (own.even() > 0) {
            code.aload(keyColumns[key]);
            loop.layout("JAVA_LONG_UNALIGNED", "OfLong").lload(numbers[key][FIRST_BYTE]);
            code.iload(loop.row).i2l().loadConstant((long) own.even()).lmul().ladd();
            loop.get("OfLong", ConstantDescs.CD_long).lstore(words[key]);
            return;
        }
        int end = code.allocateLocal(TypeKind.INT);
        code.aload(keyOffsets[key]);
        loop.layout("JAVA_INT_UNALIGNED", "OfInt").iload(loop.row).iconst_1().iadd();
        code.i2l().iconst_2().lshl();
        loop.get("OfInt", ConstantDescs.CD_int).istore(end);
        code.aload(keyColumns[key]);
        loop.layout("JAVA_LONG_UNALIGNED", "OfLong").iload(starts[key]).i2l();
        loop.get("OfLong", ConstantDescs.CD_long).lstore(words[key]);
        code.iload(end)
                .iload(starts[key])
                .isub()
                .lload(numbers[key][SIZE])
                .l2i()
                .ixor();
        if (own.mask() >= 0) {
            loop.tableAt(own.mask()).l2i().iand();
        }
        code.ifne(loop.stop);
        code.iload(end).istore(starts[key]);
    }

    /// Stops unless all texts have the bits that they should have in common with the samples.
    private void testWords() {
        boolean first = true;
        for (int key = 0; key < keyColumns.length; key++) {
            if (isText(key)) {
                code.lload(words[key]).lload(numbers[key][SAMPLE]).lxor();
                code.lload(numbers[key][FIXED]).land();
                loop.mask(loop.shape.keys().get(key).mask());
                if (!first) {
                    code.lor();
                }
                first = false;
            }
        }
        if (!first) {
            code.lconst_0().lcmp().ifne(loop.stop);
        }
    }

    private void text(int key) {
        int mask = loop.shape.keys().get(key).mask();
        boolean bare = loop.shape.keys().get(key).bare();
        if (!bare) {
            code.aload(keyCodes[key]);
        }
        code.lload(words[key]).lload(numbers[key][GATHERED]).land();
        code.lload(numbers[key][GATHERED + 1]).lmul();
        code.lload(numbers[key][GATHERED + 2]).l2i().lushr().l2i();
        if (!bare) {
            code.aload(keyCodes[key]).arraylength().iconst_1().isub().iand().iaload();
        }
        if (mask >= 0) {
            loop.tableAt(mask).l2i().iand();
        }
        if (mask >= 0 && bare) {
            code.iload(slots).iconst_1().isub();
            loop.tableAt(mask).l2i().iconst_m1().ixor().iand().ior();
        }
        code.iload(loop.slot).ior().istore(loop.slot);
    }
}
