package dev.sheaf.io.parquet.meta;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// Walks over the fields of structures in Thrift's compact protocol, for what is read once a page: the generated
/// classes take thousands of bytecodes for ten numbers, and all of them are compiled.
///
/// Source: thrift-compact-protocol.md of Apache Thrift. A field is a byte with its type and how far its number is from
/// the one before, then its value; numbers are varints, signed ones in zigzag.
public final class CompactInput {
    /// What [#next] returns at the end of a structure: no number of a field, which has 16 bits.
    public static final int END = Integer.MIN_VALUE;

    private static final int STOP = 0;
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;
    private static final int UUID = 13;

    /// Nesting of structures, lists and maps at which one is taken for damaged.
    private static final int MOST_DEPTH = 64;

    private static final int VARINT_MAX_SHIFT = 63;
    private static final int UUID_BYTES = 16;

    /// A size in the header of a list that says that it follows as a varint.
    private static final int LONG_LIST = 15;

    private final ByteBuffer bytes;
    private final int end;
    private int position;
    private int type;

    /// Begins at the first field of a structure.
    public CompactInput(ByteBuffer bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    /// Thrown when a structure goes on past the end of the memory.
    public static final class EndsEarly extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EndsEarly() {
            super("a structure ends early", null, false, false);
        }
    }

    /// Where the next byte is.
    public int position() {
        return position;
    }

    /// The number of the next field of a structure, where the one before was `last`, at first 0; [#END] at its end.
    /// Its value has to be read, entered or skipped.
    public int next(int last) {
        int head = nextByte();
        type = head & 15;
        return type == STOP ? END : (short) (head >>> 4 != 0 ? last + (head >>> 4) : zigzag(varint()));
    }

    /// Whether the value of the field is a structure, which begins at the next byte.
    public boolean isStruct() {
        return type == STRUCT;
    }

    /// Whether it is a number of 32 bits.
    public boolean isInt() {
        return type == I32;
    }

    /// Whether it is a bool, which has no further bytes.
    public boolean isBool() {
        return type == TRUE || type == FALSE;
    }

    /// The bool.
    public boolean isTrue() {
        return type == TRUE;
    }

    /// Reads the number of 32 bits.
    ///
    /// @throws MalformedPageException if it has more
    public int readInt() {
        long value = varint();
        if (value >>> Integer.SIZE != 0) {
            throw new MalformedPageException("its metadata cannot be decoded (a number of more than 32 bits)");
        }
        return (int) zigzag(value);
    }

    /// Passes over the value of the field.
    ///
    /// @throws MalformedPageException if it is none
    public void skip() {
        if (!isBool()) {
            skip(type, 0);
        }
    }

    private void skip(int kind, int depth) {
        if (depth > MOST_DEPTH) {
            throw new MalformedPageException("its metadata cannot be decoded (it is nested too deep)");
        }
        switch (kind) {
            case TRUE, FALSE, BYTE -> pass(1);
            case I16, I32, I64 -> varint();
            case DOUBLE -> pass(Long.BYTES);
            case UUID -> pass(UUID_BYTES);
            case BINARY -> pass(varint());
            case LIST, SET -> skipList(depth);
            case MAP -> skipMap(depth);
            case STRUCT -> skipStruct(depth);
            default ->
                throw new MalformedPageException("its metadata cannot be decoded (a value of type " + kind + ")");
        }
    }

    private void skipList(int depth) {
        int head = nextByte();
        long size = head >>> 4 == LONG_LIST ? varint() : head >>> 4;
        for (long i = 0; i != size; i++) {
            skip(head & 15, depth + 1);
        }
    }

    private void skipMap(int depth) {
        long size = varint();
        int types = size == 0 ? 0 : nextByte();
        for (long i = 0; i != size; i++) {
            skip(types >>> 4, depth + 1);
            skip(types & 15, depth + 1);
        }
    }

    private void skipStruct(int depth) {
        for (int field = next(0); field != END; field = next(field)) {
            if (!isBool()) {
                skip(type, depth + 1);
            }
        }
    }

    private void pass(long count) {
        if (count < 0 || count > end - position) {
            throw new EndsEarly();
        }
        position += (int) count;
    }

    private int nextByte() {
        if (position >= end) {
            throw new EndsEarly();
        }
        return Byte.toUnsignedInt(bytes.get(position++));
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift <= VARINT_MAX_SHIFT; shift += 7) {
            int part = nextByte();
            value |= (part & 0x7FL) << shift;
            if (part < 0x80) {
                return value;
            }
        }
        throw new MalformedPageException("its metadata cannot be decoded (a number of more than 10 bytes)");
    }

    private static long zigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }
}
