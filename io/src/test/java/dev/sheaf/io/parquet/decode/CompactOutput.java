package dev.sheaf.io.parquet.decode;

import java.io.ByteArrayOutputStream;
import java.util.SplittableRandom;

/// Writes a structure in Thrift's compact protocol, with fields between those asked for that no page header has.
final class CompactOutput {
    private static final int[] UNKNOWN = {0, -1, -15, Short.MIN_VALUE, 20, 300, Short.MAX_VALUE};
    private static final int I32 = 5;
    private static final int STRUCT = 12;
    private static final int UUID = 13;
    private static final int MOST_DEPTH = 4;

    private final SplittableRandom random;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int last;

    CompactOutput(SplittableRandom random) {
        this.random = random;
    }

    /// Writes a field that is a number.
    void number(int field, int value) {
        head(field, I32);
        varint((value << 1) ^ (value >> 31));
    }

    /// Writes the header of a data page: field, number, field, number.
    void own(int[] numbers) {
        head(5, STRUCT);
        int outer = last;
        last = 0;
        for (int i = 0; i < numbers.length; i += 2) {
            unknown();
            number(numbers[i], numbers[i + 1]);
        }
        unknown();
        bytes.write(0);
        last = outer;
    }

    /// Writes up to two fields of any type.
    void unknown() {
        for (int i = random.nextInt(3); i > 0; i--) {
            unknownField(0);
        }
    }

    byte[] end() {
        unknown();
        bytes.write(0);
        return bytes.toByteArray();
    }

    private void unknownField(int depth) {
        int type = type(depth);
        head(UNKNOWN[random.nextInt(UNKNOWN.length)], type);
        if (type > 2) {
            value(type, depth);
        }
    }

    private int type(int depth) {
        return random.nextInt(1, depth < MOST_DEPTH ? UUID + 1 : 9);
    }

    private void head(int field, int type) {
        int step = field - last;
        if (step > 0 && step < 16 && random.nextBoolean()) {
            bytes.write(step << 4 | type);
        } else {
            bytes.write(type);
            varint((field << 1) ^ (field >> 31));
        }
        last = field;
    }

    private void value(int type, int depth) {
        switch (type) {
            case 1, 2, 3 -> bytes.write(random.nextInt());
            case 4, 5, 6 -> varint(random.nextLong() >>> random.nextInt(64));
            case 7 -> any(8);
            case 8 -> {
                int size = random.nextInt(300);
                varint(size);
                any(size);
            }
            case 9, 10 -> list(depth + 1);
            case 11 -> map(depth + 1);
            case STRUCT -> struct(depth + 1);
            default -> any(16);
        }
    }

    private void list(int depth) {
        int type = type(depth);
        int size = random.nextInt(depth > 1 ? 4 : 20);
        bytes.write(Math.min(size, 15) << 4 | type);
        if (size >= 15) {
            varint(size);
        }
        for (int i = 0; i < size; i++) {
            value(type, depth);
        }
    }

    private void map(int depth) {
        int key = type(depth);
        int value = type(depth);
        int size = random.nextInt(4);
        varint(size);
        if (size > 0) {
            bytes.write(key << 4 | value);
        }
        for (int i = 0; i < size; i++) {
            value(key, depth);
            value(value, depth);
        }
    }

    private void struct(int depth) {
        int outer = last;
        last = 0;
        for (int i = random.nextInt(3); i > 0; i--) {
            unknownField(depth);
        }
        bytes.write(0);
        last = outer;
    }

    private void any(int size) {
        for (int i = 0; i < size; i++) {
            bytes.write(random.nextInt());
        }
    }

    private void varint(long value) {
        long left = value;
        for (; left >>> 7 != 0; left >>>= 7) {
            bytes.write((int) ((left & 127) | 128));
        }
        bytes.write((int) left);
    }
}
