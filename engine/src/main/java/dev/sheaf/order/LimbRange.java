package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Checkpoint;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds the least and the most number of a limb among some rows. Cost: one pass over them on all threads.
record LimbRange(MemorySegment rows, int count, Tasks tasks) {
    private static final int BLOCK = 512;
    private static final int CHUNK_ROWS = 1 << 16;

    /// The limb of the numbers that `read` gives; those of null rows do not count.
    Limb of(Limb.Read read, Validity validity, boolean descending) {
        int chunks = Math.ceilDiv(count, CHUNK_ROWS);
        long[] least = new long[Math.max(1, chunks)];
        long[] most = new long[Math.max(1, chunks)];
        boolean[] any = new boolean[Math.max(1, chunks)];
        tasks.forEach(chunks, chunk -> {
            Checkpoint.pass();
            any[chunk] = scan(read, validity, chunk, least, most);
        });
        long low = -1;
        long high = 0;
        boolean found = false;
        for (int chunk = 0; chunk < chunks; chunk++) {
            if (any[chunk]) {
                found = true;
                low = Long.compareUnsigned(least[chunk], low) < 0 ? least[chunk] : low;
                high = Long.compareUnsigned(most[chunk], high) > 0 ? most[chunk] : high;
            }
        }
        return new Limb(read, validity, descending, found ? low : 0, found ? high : 0);
    }

    private boolean scan(Limb.Read read, Validity validity, int chunk, long[] least, long[] most) {
        int end = (int) Math.min(count, (chunk + 1L) * CHUNK_ROWS);
        long[] block = new long[BLOCK];
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        boolean any = false;
        for (int start = chunk * CHUNK_ROWS; start < end; start += BLOCK) {
            int size = Math.min(BLOCK, end - start);
            read.read(rows, start, size, block);
            int kept = validity.allValid() ? size : keepValid(validity, start, size, block);
            any |= kept > 0;
            for (int i = 0; i < kept; i++) {
                long signed = block[i] ^ Long.MIN_VALUE;
                low = Math.min(low, signed);
                high = Math.max(high, signed);
            }
        }
        least[chunk] = low ^ Long.MIN_VALUE;
        most[chunk] = high ^ Long.MIN_VALUE;
        return any;
    }

    private int keepValid(Validity validity, int start, int size, long[] block) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            block[kept] = block[i];
            kept += validity.isValid(rows.get(ValueLayout.JAVA_INT, (start + (long) i) << 2)) ? 1 : 0;
        }
        return kept;
    }
}
