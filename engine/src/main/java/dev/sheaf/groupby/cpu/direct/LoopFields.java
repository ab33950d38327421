package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.direct.DirectLoop.Field;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Op;
import dev.sheaf.groupby.cpu.direct.DirectLoop.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Writes the part of a [DirectLoop] that adds a row to the state of its slot.
final class LoopFields {
    private static final int WORDS = 3;
    private static final int DOUBLES = 4;
    private static final ClassDesc DOUBLE_CLASS = ClassDesc.of("java.lang.Double");

    private final LoopCode loop;
    private final CodeBuilder code;
    private final int[] values;
    private final int head;
    private final int grown;
    private final int lastWord;
    private final int lastDouble;

    /// @param values the locals that hold the values of the row
    LoopFields(LoopCode loop, int[] values) {
        this.loop = loop;
        this.code = loop.code;
        this.values = values;
        this.head = code.allocateLocal(TypeKind.LONG);
        this.grown = code.allocateLocal(TypeKind.LONG);
        this.lastWord = code.allocateLocal(TypeKind.INT);
        this.lastDouble = code.allocateLocal(TypeKind.INT);
    }

    /// Arrays are indexed by `slot & length - 1`, which the compiler knows to be within bounds if they are not
    /// empty.
    void takeBounds() {
        Label fine = code.newLabel();
        code.aload(WORDS).arraylength().iconst_1().isub().istore(lastWord);
        code.aload(DOUBLES).arraylength().iconst_1().isub().istore(lastDouble);
        code.iload(lastWord).iload(lastDouble).ior().ifge(fine);
        code.iload(LoopKeys.FROM).ireturn();
        code.labelBinding(fine);
    }

    /// `head = words[slot << shift & words.length - 1]; if (head < 0) full`
    void testFull(Label full) {
        code.aload(WORDS).iload(loop.slot).loadConstant(loop.shape.wordShift()).ishl();
        code.iload(lastWord).iand().laload().lstore(head);
        code.lload(head).lconst_0().lcmp().iflt(full);
    }

    /// `words[(slot << shift) + word & words.length - 1] += ...` for every word, or double.
    void update(boolean ofDoubles) {
        int shift = ofDoubles ? loop.shape.doubleShift() : loop.shape.wordShift();
        for (int word = 0; word < 1 << shift; word++) {
            int own = word;
            List<Field> fields = loop.shape.fields().stream()
                    .filter(field -> field.word() == own && isOfDoubles(field) == ofDoubles)
                    .toList();
            if (fields.isEmpty()) {
                continue;
            }
            code.aload(ofDoubles ? DOUBLES : WORDS);
            code.iload(loop.slot);
            if (shift > 0) {
                code.loadConstant(shift).ishl().loadConstant(word).iadd();
            }
            code.iload(ofDoubles ? lastDouble : lastWord).iand();
            if (loop.shape.many() && word == 0) {
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
        return field.op() == Op.ADD_DOUBLE && !loop.shape.many();
    }

    /// Adds what all counts in the word on the stack grow by.
    private void count(List<Field> fields, int word) {
        List<Field> counts =
                fields.stream().filter(field -> field.op() == Op.COUNT).toList();
        if (counts.stream().anyMatch(field -> field.first() >= 0)) {
            loop.tableAt(loop.shape.masks() + word).ladd();
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
                if (loop.shape.many()) {
                    raw("longBitsToDouble", ConstantDescs.CD_double, ConstantDescs.CD_long);
                }
                code.dload(values[field.first()]).dadd();
                if (loop.shape.many()) {
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
        Value value = loop.shape.values().get(field.first());
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
            loop.mask(value.mask());
        }
        code.ladd().lstore(grown);
        code.lload(grown).loadConstant(Long.SIZE - 1).lshr().loadConstant(-1L).lxor();
        code.lload(grown).land();
        added(field);
    }

    /// A row that does not count has the value of new states.
    private void extreme(Field field, String method, long none) {
        int mask = loop.shape.values().get(field.first()).mask();
        code.lload(values[field.first()]);
        if (mask >= 0) {
            loop.tableAt(mask)
                    .loadConstant(-1L)
                    .lxor()
                    .loadConstant(none)
                    .land()
                    .lor();
        }
        code.invokestatic(
                ClassDesc.of("java.lang.Math"),
                method,
                MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_long));
    }
}
