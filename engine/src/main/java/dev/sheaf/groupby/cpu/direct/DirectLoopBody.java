package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.StorageKind;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Field;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Key;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Writes the method of a [DirectLoop]. Every row is tested before any of its states is touched.
final class DirectLoopBody {
    private static final ClassDesc SEGMENT = ClassDesc.of(MemorySegment.class.getName());
    private static final ClassDesc LAYOUT = ClassDesc.of(ValueLayout.class.getName());
    private static final ClassDesc MASKS = ClassDesc.of(MaskBits.class.getName());
    private static final ClassDesc INPUTS = ClassDesc.of(DirectLoop.Inputs.class.getName());
    private static final ClassDesc LONG_CLASS = ClassDesc.of("java.lang.Long");
    private static final ClassDesc DOUBLE_CLASS = ClassDesc.of("java.lang.Double");

    /// Values of 64 bits may be added as long as they are of fewer than so many, [StoreChoice] sees to the rest.
    static final int SAFE_BITS = 40;

    // The numbers of a text key; those of its [BitGather] are three.
    static final int SIZE = 0;
    static final int SAMPLE = 1;
    static final int FIXED = 2;
    static final int GATHERED = 3;
    static final int FIRST_BYTE = 6;

    private static final int FROM = 1;
    private static final int TO = 2;
    private static final int WORDS = 3;
    private static final int DOUBLES = 4;
    private static final int INPUTS_SLOT = 5;

    private final DirectLoop.Shape shape;
    private final CodeBuilder code;
    private final int row;
    private final int head;
    private final int grown;
    private final int slot;
    private final int lastWord;
    private final int lastDouble;
    private final int slots;
    private final int maskBytes;
    private final int maskOrigin;
    private final int maskTable;
    private final int maskIndex;
    private final int[] keyColumns;
    private final int[] keyOffsets;
    private final int[] keyCodes;
    private final int[] starts;
    private final int[] words;
    private final int[][] numbers;
    private final int[] columns;
    private final int[] values;
    private Label stop;

    DirectLoopBody(DirectLoop.Shape shape, CodeBuilder code) {
        this.shape = shape;
        this.code = code;
        this.row = code.allocateLocal(TypeKind.INT);
        this.head = code.allocateLocal(TypeKind.LONG);
        this.grown = code.allocateLocal(TypeKind.LONG);
        this.slot = code.allocateLocal(TypeKind.INT);
        this.lastWord = code.allocateLocal(TypeKind.INT);
        this.lastDouble = code.allocateLocal(TypeKind.INT);
        this.slots = code.allocateLocal(TypeKind.INT);
        this.maskBytes = code.allocateLocal(TypeKind.REFERENCE);
        this.maskOrigin = code.allocateLocal(TypeKind.INT);
        this.maskTable = code.allocateLocal(TypeKind.REFERENCE);
        this.maskIndex = code.allocateLocal(TypeKind.INT);
        this.keyColumns = new int[shape.keys().size()];
        this.keyOffsets = new int[keyColumns.length];
        this.keyCodes = new int[keyColumns.length];
        this.starts = new int[keyColumns.length];
        this.words = new int[keyColumns.length];
        this.numbers = new int[keyColumns.length][DirectLoop.NUMBERS_A_KEY];
        this.columns = new int[shape.values().size()];
        this.values = new int[columns.length];
        this.stop = code.newLabel();
    }

    void write() {
        takeInputs();
        takeBounds();
        Label next = code.newLabel();
        Label end = code.newLabel();
        Label full = code.newLabel();
        stop = code.newLabel();
        code.iload(FROM).istore(row);
        startTexts();
        code.labelBinding(next);
        code.iload(row).iload(TO).if_icmpge(end);
        readMasks();
        findSlot();
        for (int value = 0; value < values.length; value++) {
            readValue(value);
        }
        testValues();
        if (shape.many()) {
            testFull(full);
        }
        update(false);
        update(true);
        code.iinc(row, 1).goto_(next);
        if (shape.many()) {
            code.labelBinding(full);
            input("full", ConstantDescs.CD_int.arrayType())
                    .iconst_0()
                    .iload(slot)
                    .iastore();
        }
        code.labelBinding(stop).iload(row).ireturn();
        code.labelBinding(end).iload(TO).ireturn();
    }

    /// Copies what the loop reads into locals.
    private void takeInputs() {
        input("slots", ConstantDescs.CD_int).istore(slots);
        takeMasks();
        for (int key = 0; key < keyColumns.length; key++) {
            keyColumns[key] = element("keys", SEGMENT, key);
            for (int i = 0; i < DirectLoop.NUMBERS_A_KEY; i++) {
                numbers[key][i] = code.allocateLocal(TypeKind.LONG);
                input("numbers", ConstantDescs.CD_long.arrayType());
                code.loadConstant(key * DirectLoop.NUMBERS_A_KEY + i).laload().lstore(numbers[key][i]);
            }
            if (shape.keys().get(key).lane() == StorageKind.LONGS) {
                keyCodes[key] = element("codes", ConstantDescs.CD_int.arrayType(), key);
            }
            if (isText(key)) {
                keyOffsets[key] = element("offsets", SEGMENT, key);
                keyCodes[key] =
                        shape.keys().get(key).bare() ? -1 : element("codes", ConstantDescs.CD_int.arrayType(), key);
                starts[key] = code.allocateLocal(TypeKind.INT);
                words[key] = code.allocateLocal(TypeKind.LONG);
            }
        }
        for (int value = 0; value < columns.length; value++) {
            columns[value] = element("values", SEGMENT, value);
            values[value] = code.allocateLocal(isDouble(value) ? TypeKind.DOUBLE : TypeKind.LONG);
        }
    }

    /// Arrays are indexed by `slot & length - 1`, which the compiler knows to be within bounds if they are not
    /// empty.
    private void takeBounds() {
        Label fine = code.newLabel();
        code.aload(WORDS).arraylength().iconst_1().isub().istore(lastWord);
        code.aload(DOUBLES).arraylength().iconst_1().isub().istore(lastDouble);
        code.iload(lastWord).iload(lastDouble).ior().ifge(fine);
        code.iload(FROM).ireturn();
        code.labelBinding(fine);
    }

    private CodeBuilder input(String component, ClassDesc type) {
        return code.aload(INPUTS_SLOT).invokevirtual(INPUTS, component, MethodTypeDesc.of(type));
    }

    private int element(String component, ClassDesc type, int index) {
        int local = code.allocateLocal(TypeKind.REFERENCE);
        input(component, type.arrayType()).loadConstant(index).aaload().astore(local);
        return local;
    }

    private boolean isText(int key) {
        return shape.keys().get(key).lane() == StorageKind.NONE;
    }

    private boolean isDouble(int value) {
        StorageKind lane = shape.values().get(value).lane();
        return lane == StorageKind.FLOAT32 || lane == StorageKind.FLOAT64;
    }

    private void startTexts() {
        for (int key = 0; key < keyColumns.length; key++) {
            if (isText(key) && shape.keys().get(key).even() == 0) {
                code.aload(keyOffsets[key]);
                layout("JAVA_INT_UNALIGNED", "OfInt")
                        .iload(FROM)
                        .i2l()
                        .iconst_2()
                        .lshl();
                get("OfInt", ConstantDescs.CD_int).istore(starts[key]);
            }
        }
    }

    private void takeMasks() {
        if (shape.masks() > 0) {
            input("masks", MASKS).invokevirtual(MASKS, "bytes", MethodTypeDesc.of(ConstantDescs.CD_byte.arrayType()));
            code.astore(maskBytes);
            input("masks", MASKS).invokevirtual(MASKS, "origin", MethodTypeDesc.of(ConstantDescs.CD_int));
            code.istore(maskOrigin);
            code.ldc(HiddenClasses.LONGS).astore(maskTable);
        }
    }

    /// `index = (bytes[row - origin] & most) << stride`: the compiler knows what the table may be indexed by.
    private void readMasks() {
        if (shape.masks() > 0) {
            code.aload(maskBytes).iload(row).iload(maskOrigin).isub().baload();
            code.loadConstant((1 << shape.masks()) - 1).iand();
            code.loadConstant(MaskTable.stride(shape)).ishl().istore(maskIndex);
        }
    }

    /// Puts a number of the row's in the table of [MaskTable] on the stack.
    private CodeBuilder tableAt(int number) {
        code.aload(maskTable).iload(maskIndex);
        return (number == 0 ? code : code.loadConstant(number).iadd()).laload();
    }

    private void findSlot() {
        code.iconst_0().istore(slot);
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
        if (shape.hasCodes()) {
            code.iload(slot).iload(slots).if_icmpge(stop);
        }
    }

    /// `offset = value - base; if (offset > most, unsigned) stop; slot |= offset + 1 << shift`
    private void whole(int key) {
        Key own = shape.keys().get(key);
        if (own.lane() == StorageKind.LONGS) {
            code.aload(keyCodes[key]).iload(row).lload(numbers[key][0]).l2i().isub();
            code.iaload().iconst_1().iadd().istore(slot);
            return;
        }
        int offset = code.allocateLocal(TypeKind.LONG);
        ColumnReads.whole(code, own.lane(), keyColumns[key], row);
        code.lload(numbers[key][0]).lsub();
        mask(own.mask());
        code.lstore(offset);
        code.lload(offset).lload(numbers[key][1]);
        code.invokestatic(
                LONG_CLASS,
                "compareUnsigned",
                MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_long));
        code.ifgt(stop);
        code.lload(offset).lconst_1().ladd();
        mask(own.mask());
        code.l2i().lload(numbers[key][2]).l2i().ishl();
        code.iload(slot).ior().istore(slot);
    }

    private void mask(int number) {
        if (number >= 0) {
            tableAt(number).land();
        }
    }

    /// The first eight bytes of a text.
    private void word(int key) {
        Key own = shape.keys().get(key);
        if (own.even() > 0) {
            code.aload(keyColumns[key]);
            layout("JAVA_LONG_UNALIGNED", "OfLong").lload(numbers[key][FIRST_BYTE]);
            code.iload(row).i2l().loadConstant((long) own.even()).lmul().ladd();
            get("OfLong", ConstantDescs.CD_long).lstore(words[key]);
            return;
        }
        int end = code.allocateLocal(TypeKind.INT);
        code.aload(keyOffsets[key]);
        layout("JAVA_INT_UNALIGNED", "OfInt").iload(row).iconst_1().iadd();
        code.i2l().iconst_2().lshl();
        get("OfInt", ConstantDescs.CD_int).istore(end);
        code.aload(keyColumns[key]);
        layout("JAVA_LONG_UNALIGNED", "OfLong").iload(starts[key]).i2l();
        get("OfLong", ConstantDescs.CD_long).lstore(words[key]);
        code.iload(end)
                .iload(starts[key])
                .isub()
                .lload(numbers[key][SIZE])
                .l2i()
                .ixor();
        if (own.mask() >= 0) {
            tableAt(own.mask()).l2i().iand();
        }
        code.ifne(stop);
        code.iload(end).istore(starts[key]);
    }

    /// Stops unless all texts have the bits that they should have in common with the samples.
    private void testWords() {
        boolean first = true;
        for (int key = 0; key < keyColumns.length; key++) {
            if (isText(key)) {
                code.lload(words[key]).lload(numbers[key][SAMPLE]).lxor();
                code.lload(numbers[key][FIXED]).land();
                mask(shape.keys().get(key).mask());
                if (!first) {
                    code.lor();
                }
                first = false;
            }
        }
        if (!first) {
            code.lconst_0().lcmp().ifne(stop);
        }
    }

    private void text(int key) {
        int mask = shape.keys().get(key).mask();
        boolean bare = shape.keys().get(key).bare();
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
            tableAt(mask).l2i().iand();
        }
        if (mask >= 0 && bare) {
            code.iload(slots).iconst_1().isub();
            tableAt(mask).l2i().iconst_m1().ixor().iand().ior();
        }
        code.iload(slot).ior().istore(slot);
    }

    private void readValue(int number) {
        Value value = shape.values().get(number);
        if (isDouble(number)) {
            readDouble(number, value);
            return;
        }
        ColumnReads.whole(code, value.lane(), columns[number], row);
        mask(value.mask());
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
            code.ifne(stop);
        }
    }

    /// A float that does not count is 0.0, made so by its bits.
    private void readDouble(int number, Value value) {
        ColumnReads.floating(code, value.lane(), columns[number], row);
        if (value.mask() >= 0) {
            code.invokestatic(
                    DOUBLE_CLASS,
                    "doubleToRawLongBits",
                    MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double));
            mask(value.mask());
            code.invokestatic(
                    DOUBLE_CLASS,
                    "longBitsToDouble",
                    MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
        }
        code.dstore(values[number]);
    }

    /// `head = words[slot << shift & words.length - 1]; if (head < 0) full`
    private void testFull(Label full) {
        code.aload(WORDS).iload(slot).loadConstant(shape.wordShift()).ishl();
        code.iload(lastWord).iand().laload().lstore(head);
        code.lload(head).lconst_0().lcmp().iflt(full);
    }

    /// `words[(slot << shift) + word & words.length - 1] += ...` for every word, or double.
    private void update(boolean ofDoubles) {
        int shift = ofDoubles ? shape.doubleShift() : shape.wordShift();
        for (int word = 0; word < 1 << shift; word++) {
            int own = word;
            List<Field> fields = shape.fields().stream()
                    .filter(field -> field.word() == own && isOfDoubles(field) == ofDoubles)
                    .toList();
            if (fields.isEmpty()) {
                continue;
            }
            code.aload(ofDoubles ? DOUBLES : WORDS);
            code.iload(slot);
            if (shift > 0) {
                code.loadConstant(shift).ishl().loadConstant(word).iadd();
            }
            code.iload(ofDoubles ? lastDouble : lastWord).iand();
            if (shape.many() && word == 0) {
                code.lload(head);
            } else if (ofDoubles) {
                code.dup2().daload();
            } else {
                code.dup2().laload();
            }
            count(fields, word);
            fields.forEach(this::step);
            if (ofDoubles) {
                code.dastore();
            } else {
                code.lastore();
            }
        }
    }

    private boolean isOfDoubles(Field field) {
        return field.op() == Op.ADD_DOUBLE && !shape.many();
    }

    /// Adds what all counts in the word on the stack grow by.
    private void count(List<Field> fields, int word) {
        List<Field> counts =
                fields.stream().filter(field -> field.op() == Op.COUNT).toList();
        if (counts.stream().anyMatch(field -> field.first() >= 0)) {
            tableAt(shape.masks() + word).ladd();
        } else if (!counts.isEmpty()) {
            code.loadConstant(counts.stream()
                            .mapToLong(field -> 1L << field.shift())
                            .sum())
                    .ladd();
        }
    }

    /// From the word on the stack to the same with the row in it, but for counts.
    private void step(Field field) {
        switch (field.op()) {
            case COUNT -> {}
            case ADD -> {
                code.lload(values[field.first()]);
                added(field);
            }
            case ADD_SQUARE -> {
                code.lload(values[field.first()]).lload(values[field.first()]).lmul();
                added(field);
            }
            case ADD_PRODUCT -> {
                code.lload(values[field.first()]).lload(values[field.second()]).lmul();
                added(field);
            }
            case ADD_DOUBLE -> {
                if (shape.many()) {
                    raw("longBitsToDouble", ConstantDescs.CD_double, ConstantDescs.CD_long);
                }
                code.dload(values[field.first()]).dadd();
                if (shape.many()) {
                    raw("doubleToRawLongBits", ConstantDescs.CD_long, ConstantDescs.CD_double);
                }
            }
            case LOW, HIGH -> packedExtreme(field);
            case MIN -> extreme(field, "min", Long.MAX_VALUE);
            case MAX -> extreme(field, "max", Long.MIN_VALUE);
        }
    }

    private void added(Field field) {
        if (field.shift() > 0) {
            code.loadConstant(field.shift()).lshl();
        }
        code.ladd();
    }

    private void raw(String method, ClassDesc to, ClassDesc from) {
        code.invokestatic(DOUBLE_CLASS, method, MethodTypeDesc.of(to, from));
    }

    /// `grown = value - (word >>> shift & most); word += (grown & ~(grown >> 63)) << shift`: what is in the field
    /// never gets less, and begins with 0, which is also what a row has that does not count. The least number is
    /// the greatest distance from the largest one there may be.
    private void packedExtreme(Field field) {
        Value value = shape.values().get(field.first());
        long most = (1L << value.bits()) - 1;
        code.dup2()
                .loadConstant(field.shift())
                .lushr()
                .loadConstant(most)
                .land()
                .lneg();
        code.lload(values[field.first()]);
        if (field.op() == Op.LOW) {
            code.loadConstant(most).lxor();
            mask(value.mask());
        }
        code.ladd().lstore(grown);
        code.lload(grown).loadConstant(Long.SIZE - 1).lshr().loadConstant(-1L).lxor();
        code.lload(grown).land();
        added(field);
    }

    /// A row that does not count has the value of new states.
    private void extreme(Field field, String method, long none) {
        int mask = shape.values().get(field.first()).mask();
        code.lload(values[field.first()]);
        if (mask >= 0) {
            tableAt(mask).loadConstant(-1L).lxor().loadConstant(none).land().lor();
        }
        code.invokestatic(
                ClassDesc.of("java.lang.Math"),
                method,
                MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_long));
    }

    private CodeBuilder layout(String constant, String name) {
        return code.getstatic(LAYOUT, constant, LAYOUT.nested(name));
    }

    private CodeBuilder get(String name, ClassDesc type) {
        return code.invokeinterface(
                SEGMENT, "get", MethodTypeDesc.of(type, LAYOUT.nested(name), ConstantDescs.CD_long));
    }
}
