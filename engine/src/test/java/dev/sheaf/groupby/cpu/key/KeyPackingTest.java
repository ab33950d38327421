package dev.sheaf.groupby.cpu.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.TestSettings;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class KeyPackingTest {
    private static KeyStream stream(long... seen) {
        KeyStream stream = new KeyStream(Long.MIN_VALUE, Long.MAX_VALUE, false);
        stream.extend(seen, null, seen.length);
        return stream;
    }

    private static long[] pack(KeyField field, long... values) {
        long[] words = new long[values.length];
        assertThat(field.pack(values, values.length, words, 1)).isZero();
        return words;
    }

    @Test
    void valuesComeOutAsTheyWentIn() {
        KeyField field = new KeyField(0, 5, 8, -3, -1);
        long[] words = pack(field, -3, 0, 251);
        assertThat(field.value(words[0])).isEqualTo(-3);
        assertThat(field.value(words[1])).isZero();
        assertThat(field.value(words[2])).isEqualTo(251);
    }

    @Test
    void valuesWithoutACodeAreNoticed() {
        KeyField field = new KeyField(0, 0, 8, 10, -1);
        for (long outside : new long[] {9, 265, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(field.pack(new long[] {12, outside}, 2, new long[2], 1)).isNotZero();
        }
        assertThat(field.pack(new long[] {10, 264}, 2, new long[2], 1)).isZero();
    }

    @Test
    void nullsHaveTheCodeZeroAndTheirValuesAreNotLookedAt() {
        KeyField field = new KeyField(0, 4, 8, 0, -1);
        long[] words = new long[2];
        assertThat(field.packNullable(new long[] {Long.MIN_VALUE, 7}, new byte[] {0, 1}, 2, words, 1))
                .isZero();
        assertThat(field.isNull(words[0], 0)).isTrue();
        assertThat(field.isNull(words[1], 0)).isFalse();
        assertThat(field.value(words[1])).isEqualTo(7);
    }

    @Test
    void aRawFieldNeedsABitForItsFirstNull() {
        KeyField without = new KeyField(0, 0, 64, 0, -1);
        assertThat(without.packNullable(new long[] {5, 6}, new byte[] {1, 0}, 2, new long[4], 2))
                .isNotZero();
        KeyField with = new KeyField(0, 0, 64, 0, 64 + 3);
        long[] words = new long[4];
        assertThat(with.packNullable(new long[] {-5, 6}, new byte[] {1, 0}, 2, words, 2))
                .isZero();
        assertThat(words).containsExactly(-5, 0, 0, 1L << 3);
        assertThat(with.isNull(words[2], words[3])).isTrue();
        assertThat(with.isNull(words[0], words[1])).isFalse();
    }

    @Test
    void aRangeGetsTheBitsThatItsCodesNeed() {
        assertThat(stream(5, 5).tightBits()).isEqualTo(1);
        assertThat(stream(5, 6).tightBits()).isEqualTo(2);
        assertThat(stream(0, 254).tightBits()).isEqualTo(8);
        assertThat(stream(0, 255).tightBits()).isEqualTo(9);
        assertThat(stream(Long.MIN_VALUE, Long.MAX_VALUE).tightBits()).isEqualTo(64);
        assertThat(stream(0, 1L << 62).tightBits()).isEqualTo(64);
    }

    @Test
    void aRangeThatGrowsAgainTakesInAsMuchAsItHad() {
        KeyStream stream = stream(0, 99);
        stream.extend(new long[] {100}, null, 1);
        assertThat(stream.tightBits()).isEqualTo(8);
        stream.extend(new long[] {-1}, null, 1);
        assertThat(stream.tightBits()).isEqualTo(9);
    }

    @Test
    void aRangeAtTheEndOfItsTypeStaysInIt() {
        KeyStream stream = new KeyStream(Byte.MIN_VALUE, Byte.MAX_VALUE, false);
        stream.extend(new long[] {120, 127}, null, 2);
        stream.extend(new long[] {-128}, null, 1);
        assertThat(stream.tightBits()).isEqualTo(9);
        assertThat(stream.naturalBits()).isEqualTo(9);
        assertThat(stream.base(9)).isEqualTo(Byte.MIN_VALUE);
    }

    @Test
    void lanesShareWordsAndRawOnesFillTheirOwn() {
        List<KeyStream> streams = List.of(stream(0, 100), stream(Long.MIN_VALUE, Long.MAX_VALUE), stream(0, 1000));
        KeyLayout layout = KeyLayout.of(streams, new int[] {7, 64, 10}, 1);
        assertThat(layout.words()).isEqualTo(2);
        assertThat(layout.bits()).isEqualTo(81);
        assertThat(layout.fields().get(1).word()).isZero();
        assertThat(layout.fields().get(0).word()).isEqualTo(1);
        assertThat(layout.fields().get(2).word()).isEqualTo(1);
    }

    @Test
    void nullBitsOfRawLanesGoWhereThereIsRoom() {
        KeyStream nullable = new KeyStream(Long.MIN_VALUE, Long.MAX_VALUE, false);
        nullable.extend(new long[] {0, Long.MAX_VALUE, Long.MIN_VALUE}, new byte[] {0, 1, 1}, 3);
        KeyLayout alone = KeyLayout.of(List.of(nullable), new int[] {64}, 1);
        assertThat(alone.words()).isEqualTo(2);
        assertThat(alone.fields().getFirst().nullBit()).isEqualTo(64);
    }

    @Test
    void rangesOfWideKeysTakeNoMoreWordsThanTheyNeed() {
        KeyStream wide = stream(0, Long.MAX_VALUE);
        KeyLayout layout = KeyLayout.hashed(List.of(wide, wide, stream(0, 9), stream(0, 99)), 1);
        assertThat(layout.words()).isEqualTo(3);
    }

    /// How many layouts a packer takes for a range that grows by one a chunk, beside one that stays.
    private static int layouts(boolean areFew, long beside, MemoryPool pool) {
        List<DataType> types = List.of(DataType.INT64, DataType.INT64, DataType.INT64);
        int layouts = 0;
        try (KeyPacker packer = new KeyPacker(types, true, TestSettings.tiny(), pool)) {
            long[] words = new long[16];
            for (long grown = 0; grown < 1 << 12; grown++) {
                try (Table chunk = Tables.of("a:int64", "b:int64", "c:int64")
                        .row(0L, 0L, 0L)
                        .row(grown, beside, beside >> 8)
                        .build(pool)) {
                    packer.read(chunk.columns(), 0, 2);
                    while (!packer.pack(2, words)) {
                        packer.widen(2, areFew);
                        layouts++;
                    }
                }
            }
        }
        return layouts;
    }

    @Test
    void aRangeThatGrowsTakesFewLayouts(MemoryPool pool) {
        assertThat(layouts(true, 1, pool)).isLessThanOrEqualTo(13);
        assertThat(layouts(false, 1L << 61, pool)).isLessThanOrEqualTo(5);
    }
}
