package dev.sheaf.groupby.cpu.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A text has one hash, however it lies in memory.
@ExtendWith(PoolCheck.class)
class ValueHashesTest {
    private static final int ROWS = 100;

    /// Texts of 0 to 33 bytes.
    private static VarColumn texts(boolean wide, MemoryPool pool) {
        Buffer starts = pool.allocate((ROWS + 1L) * (wide ? Long.BYTES : Integer.BYTES), "test");
        Buffer bytes = pool.allocate(ROWS * 33L, "test");
        int at = 0;
        for (int row = 0; row <= ROWS; row++) {
            if (wide) {
                starts.segment().setAtIndex(ValueLayout.JAVA_LONG, row, at);
            } else {
                starts.segment().setAtIndex(ValueLayout.JAVA_INT, row, at);
            }
            byte[] text = (row + "x".repeat(row % 32)).getBytes(StandardCharsets.UTF_8);
            int size = row == ROWS || row == 7 ? 0 : text.length;
            MemorySegment.copy(text, 0, bytes.segment(), ValueLayout.JAVA_BYTE, at, size);
            at += size;
        }
        return new VarColumn(DataType.STRING, new Offsets(starts, wide, ROWS), bytes, Validity.allValid(ROWS));
    }

    private static long[] hashes(VarColumn texts, MemoryPool pool) {
        try (ArgumentVector lane = new ArgumentVector(ROWS, pool);
                ValueHashes hashes = new ValueHashes(ROWS, pool)) {
            lane.begin(texts);
            lane.chunk(0, ROWS);
            return hashes.of(lane, ROWS).clone();
        }
    }

    /// Of rows that repeat each second entry, in chunks of `chunk` rows: the first ones find entries not hashed yet.
    private static long[] hashesOfCodes(VarColumn entries, int chunk, MemoryPool pool) {
        Buffer codes = pool.allocate(2L * ROWS * Integer.BYTES, "test");
        for (int row = 0; row < 2 * ROWS; row++) {
            codes.segment().setAtIndex(ValueLayout.JAVA_INT, row, row / 2);
        }
        long[] all = new long[2 * ROWS];
        try (DictionaryColumn column =
                        new DictionaryColumn(2 * ROWS, codes, entries.slice(0, ROWS), Validity.allValid(2 * ROWS));
                ArgumentVector lane = new ArgumentVector(chunk, pool);
                ValueHashes hashes = new ValueHashes(chunk, pool)) {
            lane.begin(column);
            for (int from = 0; from < 2 * ROWS; from += chunk) {
                lane.chunk(from, chunk);
                System.arraycopy(hashes.of(lane, chunk), 0, all, from, chunk);
            }
        }
        return all;
    }

    @Test
    void positionsOfAnyWidthAndDictionariesGiveTheSame(MemoryPool pool) {
        try (VarColumn narrow = texts(false, pool);
                VarColumn wide = texts(true, pool)) {
            long[] expected = hashes(narrow, pool);
            assertThat(Arrays.stream(expected).distinct()).hasSize(ROWS);
            assertThat(hashes(wide, pool)).isEqualTo(expected);
            for (VarColumn entries : new VarColumn[] {narrow, wide}) {
                long[] ofCodes = hashesOfCodes(entries, 10, pool);
                for (int row = 0; row < 2 * ROWS; row++) {
                    assertThat(ofCodes[row]).isEqualTo(expected[row / 2]);
                }
            }
        }
    }

    @Test
    void aChunkOfMoreBytesThanAViewIsHashedInParts(MemoryPool pool) {
        try (VarColumn texts = texts(false, pool)) {
            long[] starts = new long[ROWS + 1];
            for (int row = 0; row <= ROWS; row++) {
                starts[row] = texts.offsets().start(row);
            }
            long[] hashes = new long[ROWS];
            ValueHashes.ofTexts(texts.segment(), starts, 0, ROWS, 50, hashes);
            assertThat(hashes).isEqualTo(hashes(texts, pool));
        }
    }
}
