package dev.sheaf.window;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.Longs;

/// Products of 64-bit integers over frames that grow from the start of the run.
record ProductLoop(FixedColumn values, FrameRows frames, RunResult result, Start start) {

    void run(int from, int to) {
        Longs in = Longs.of(values.segment());
        boolean unsigned = values.type().equals(DataType.UINT64);
        Carry carry = start.carry();
        long product = carry.valid > 0 ? carry.low : 1;
        int next = from;
        for (int i = from; i < to; i++) {
            for (; next < frames.high(i); next++) {
                if (values.validity().isValid(next)) {
                    long value = in.get(next);
                    product = times(product, value, unsigned);
                    carry.valid++;
                }
            }
            if (carry.valid > 0) {
                result.set(i, product);
            } else {
                result.setNull(i);
            }
        }
        carry.low = product;
    }

    private long times(long a, long b, boolean unsigned) {
        long high = unsigned ? Math.unsignedMultiplyHigh(a, b) : Math.multiplyHigh(a, b);
        if (high != (unsigned ? 0 : (a * b) >> 63)) {
            throw new ArithmeticException("the product of " + (unsigned ? Long.toUnsignedString(a) : a) + " and "
                    + (unsigned ? Long.toUnsignedString(b) : b) + " in a window does not fit " + values.type()
                    + "; cast the values to float64");
        }
        return a * b;
    }
}
