package dev.sheaf.groupby.cpu.direct;

/// The constant table by which a [DirectLoop] goes from the byte of [MaskBits] to what follows from its bits.
final class MaskTable {
    private MaskTable() {}

    /// For every byte what a loop makes of it, `1 << stride(shape)` longs each: by mask all ones or 0, then by word
    /// what the counts in it grow by.
    static long[] of(DirectLoop.Shape shape) {
        int stride = stride(shape);
        long[] table = new long[1 << (shape.masks() + stride)];
        for (int bits = 0; bits < 1 << shape.masks(); bits++) {
            for (int mask = 0; mask < shape.masks(); mask++) {
                table[(bits << stride) + mask] = -(bits >>> mask & 1);
            }
            for (DirectLoop.Field field : shape.fields()) {
                if (field.op() == DirectLoop.Op.COUNT) {
                    long counts = field.first() < 0 ? 1 : bits >>> field.first() & 1;
                    table[(bits << stride) + shape.masks() + field.word()] += counts << field.shift();
                }
            }
        }
        return table;
    }

    /// The logarithm of how many longs the table has for a byte.
    static int stride(DirectLoop.Shape shape) {
        int longs = shape.masks() + (1 << shape.wordShift());
        return Integer.SIZE - Integer.numberOfLeadingZeros(longs - 1);
    }
}
