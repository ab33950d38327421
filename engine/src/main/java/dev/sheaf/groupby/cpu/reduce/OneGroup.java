package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import java.nio.LongBuffer;

/// Adds a chunk to the state of the only group there is. Row by row, an addition to memory would wait for the one
/// before it.
final class OneGroup {
    private OneGroup() {}

    /// Adds the values of the rows that count; their sum must fit 64 bits. Ids are 0 or -1.
    static void add(int[] ids, long[] values, int rows, LongBuffer sums) {
        add(sums, sum(ids, values, rows));
    }

    /// The sum of the upper halves of the values of the rows that count, as signed numbers. Ids are 0 or -1.
    static long upperHalves(int[] ids, long[] values, int rows) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += values[i] >> Integer.SIZE & ~ids[i];
        }
        return sum;
    }

    /// The sum of the lower halves of the values of the rows that count, as unsigned numbers. Ids are 0 or -1.
    static long lowerHalves(int[] ids, long[] values, int rows) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += values[i] & 0xFFFF_FFFFL & ~ids[i];
        }
        return sum;
    }

    /// Adds the number of rows that count. Ids are 0 or -1.
    static void count(int[] ids, int rows, LongBuffer counts) {
        add(counts, (long) rows + sum(ids, rows));
    }

    private static void add(LongBuffer states, long chunk) {
        states.put(StateColumn.FRONT_LONGS, states.get(StateColumn.FRONT_LONGS) + chunk);
    }

    private static long sum(int[] ids, long[] values, int rows) {
        long sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += values[i] & ~ids[i];
        }
        return sum;
    }

    private static int sum(int[] ids, int rows) {
        int sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += ids[i];
        }
        return sum;
    }
}
