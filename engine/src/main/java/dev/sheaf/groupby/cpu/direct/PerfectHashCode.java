package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.hash.PerfectHash;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// The part of a [DirectLoopBody] that gets from a packed key to its slot by a [PerfectHash]:
///
/// ```java
/// long product = word * factor;
/// int bucket = (int) (product >>> bucketDown) & shifts.length - 1;
/// int slot = (int) (product >>> slotDown) + shifts[bucket] & keys.length - 1;
/// long differing = keys[slot] ^ word;
/// ```
/// Slots are as many as keys, so that an index of one is an index of the other.
final class PerfectHashCode {
    static final ClassDesc HASH = ClassDesc.of(PerfectHash.class.getName());

    private final CodeBuilder code;
    private final int word;
    private final int product;
    private final int factor;
    private final int bucketDown;
    private final int slotDown;
    private final int shifts;
    private final int lastShift;
    private final int keys;
    private final int lastKey;

    PerfectHashCode(CodeBuilder code) {
        this.code = code;
        this.word = code.allocateLocal(TypeKind.LONG);
        this.product = code.allocateLocal(TypeKind.LONG);
        this.factor = code.allocateLocal(TypeKind.LONG);
        this.bucketDown = code.allocateLocal(TypeKind.INT);
        this.slotDown = code.allocateLocal(TypeKind.INT);
        this.shifts = code.allocateLocal(TypeKind.REFERENCE);
        this.lastShift = code.allocateLocal(TypeKind.INT);
        this.keys = code.allocateLocal(TypeKind.REFERENCE);
        this.lastKey = code.allocateLocal(TypeKind.INT);
    }

    /// Copies a hash, which is on the stack, into locals.
    void takeInputs() {
        code.dup();
        get("factor", ConstantDescs.CD_long).lstore(factor).dup();
        get("bucketDown", ConstantDescs.CD_int).istore(bucketDown).dup();
        get("slotDown", ConstantDescs.CD_int).istore(slotDown).dup();
        get("shifts", ConstantDescs.CD_int.arrayType()).astore(shifts);
        get("keys", ConstantDescs.CD_long.arrayType()).astore(keys);
        code.aload(shifts).arraylength().iconst_1().isub().istore(lastShift);
        code.aload(keys).arraylength().iconst_1().isub().istore(lastKey);
    }

    private CodeBuilder get(String method, ClassDesc type) {
        return code.invokevirtual(HASH, method, MethodTypeDesc.of(type));
    }

    /// Makes the int on the stack negative if an array is empty.
    void orLast() {
        code.iload(lastShift).ior().iload(lastKey).ior();
    }

    /// Starts a row.
    void begin() {
        code.lconst_0().lstore(word);
    }

    /// Adds the code on the stack to the packed key, shifted by what a local of type long has.
    void add(int shift) {
        code.lload(shift).l2i().lshl();
        add();
    }

    /// Adds the number on the stack to the packed key.
    void add() {
        code.lload(word).lor().lstore(word);
    }

    /// Stores the slot, and leaves on the stack in which bits the key that lies there differs.
    void find(int slot) {
        code.lload(word).lload(factor).lmul().lstore(product);
        code.lload(product).iload(slotDown).lushr().l2i();
        code.aload(shifts);
        code.lload(product).iload(bucketDown).lushr().l2i().iload(lastShift).iand();
        code.iaload().iadd().iload(lastKey).iand().istore(slot);
        code.aload(keys).iload(slot).iload(lastKey).iand().laload();
        code.lload(word).lxor();
    }
}
