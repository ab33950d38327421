package dev.sheaf.io.parquet.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Views;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Values are where their rows are, whatever the width, the first row, and the share of nulls.
class ExpandNullsTest {
    private static final int PADDING = 16;
    private static final int[] WIDTHS = {1, 2, 4, 8, 16};

    @Test
    void valuesGoToTheRowsThatHaveOne() {
        RandomCases.run(2_000, random -> {
            Rows rows = Rows.of(random);
            int width = WIDTHS[random.nextInt(WIDTHS.length)];
            byte[] values = new byte[(rows.row + rows.count + PADDING) * width];
            byte[] before = values.clone();
            for (int i = 0; i < rows.valid * width; i++) {
                values[rows.row * width + i] = (byte) random.nextInt();
            }
            byte[] expected = values.clone();
            ExpandNulls.fixed(
                    view(values),
                    rows.row * width,
                    FixedWidth.of(width),
                    rows.bits(),
                    rows.row,
                    rows.count,
                    rows.valid);
            int from = rows.row * width;
            for (int i = 0; i < rows.count; i++) {
                if (rows.isValid[i]) {
                    assertThat(slice(values, (rows.row + i) * width, width)).isEqualTo(slice(expected, from, width));
                    from += width;
                }
            }
            assertThat(slice(values, 0, rows.row * width)).isEqualTo(slice(before, 0, rows.row * width));
        });
    }

    @Test
    void bitsGoToTheRowsThatHaveOne() {
        RandomCases.run(2_000, random -> {
            Rows rows = Rows.of(random);
            ByteBuffer values = view(new byte[rows.row + rows.count + PADDING]);
            boolean[] bits = new boolean[rows.row + rows.valid];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = random.nextBoolean();
                if (bits[i]) {
                    Bits.set(values, i);
                }
            }
            ExpandNulls.bits(values, rows.bits(), rows.row, rows.count, rows.valid);
            for (int i = 0; i < rows.row; i++) {
                assertThat(Bits.get(values, i)).isEqualTo(bits[i]);
            }
            int from = rows.row;
            for (int i = 0; i < rows.count; i++) {
                assertThat(Bits.get(values, rows.row + i)).isEqualTo(rows.isValid[i] && bits[from]);
                from += rows.isValid[i] ? 1 : 0;
            }
        });
    }

    @Test
    void endsGoToTheRowsThatHaveOneAndNullsAreEmpty() {
        RandomCases.run(2_000, random -> {
            Rows rows = Rows.of(random);
            boolean isWide = random.nextBoolean();
            ByteBuffer ends = view(new byte[(rows.row + rows.count + 1) * Long.BYTES]);
            for (int i = 0; i <= rows.row + rows.valid; i++) {
                putEnd(ends, isWide, i, 10L * i);
            }
            int width = isWide ? Long.BYTES : Integer.BYTES;
            ExpandNulls.ends(ends, rows.row * width, width, rows.bits(), rows.row, rows.count, rows.valid);
            for (int i = 0; i <= rows.row; i++) {
                assertThat(end(ends, isWide, i)).isEqualTo(10L * i);
            }
            long expected = 10L * rows.row;
            for (int i = 0; i < rows.count; i++) {
                expected += rows.isValid[i] ? 10 : 0;
                assertThat(end(ends, isWide, rows.row + i + 1)).isEqualTo(expected);
            }
        });
    }

    private static void putEnd(ByteBuffer ends, boolean isWide, int index, long end) {
        if (isWide) {
            ends.putLong(index * Long.BYTES, end);
        } else {
            ends.putInt(index * Integer.BYTES, (int) end);
        }
    }

    private static long end(ByteBuffer ends, boolean isWide, int index) {
        return isWide ? ends.getLong(index * Long.BYTES) : ends.getInt(index * Integer.BYTES);
    }

    private static ByteBuffer view(byte[] bytes) {
        return Views.bytes(MemorySegment.ofArray(bytes));
    }

    private static byte[] slice(byte[] bytes, int from, int count) {
        return Arrays.copyOfRange(bytes, from, from + count);
    }

    /// Rows from `row` on, and which of them have a value.
    private record Rows(int row, int count, boolean[] isValid, int valid) {
        static Rows of(SplittableRandom random) {
            boolean[] isValid = new boolean[random.nextInt(300)];
            double share = random.nextInt(4) / 3.0;
            int valid = 0;
            for (int i = 0; i < isValid.length; i++) {
                isValid[i] = random.nextDouble() < share;
                valid += isValid[i] ? 1 : 0;
            }
            return new Rows(random.nextInt(100), isValid.length, isValid, valid);
        }

        ByteBuffer bits() {
            ByteBuffer bits = view(new byte[(row + count) / Byte.SIZE + PADDING]);
            for (int i = 0; i < count; i++) {
                if (isValid[i]) {
                    Bits.set(bits, row + i);
                }
            }
            return bits;
        }
    }
}
