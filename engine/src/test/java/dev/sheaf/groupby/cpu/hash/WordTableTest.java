package dev.sheaf.groupby.cpu.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(PoolCheck.class)
class WordTableTest {
    private static Stream<Named<Function<MemoryPool, WordTable>>> tables() {
        return Stream.of(
                Named.of("index", pool -> new DirectTable(pool, 10)),
                Named.of("one word", pool -> new LongTable(pool, 4)),
                Named.of("two words", pool -> new WideTable(pool, 2, 4)),
                Named.of("five words", pool -> new WideTable(pool, 5, 4)));
    }

    /// Keys that differ in their last word only.
    private static long[] keys(WordTable table, long... lastWords) {
        long[] keys = new long[lastWords.length * table.words()];
        for (int i = 0; i < lastWords.length; i++) {
            keys[(i + 1) * table.words() - 1] = lastWords[i];
        }
        return keys;
    }

    private static int[] ids(WordTable table, long... lastWords) {
        int[] ids = new int[lastWords.length];
        table.assign(keys(table, lastWords), lastWords.length, ids);
        return ids;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void idsFollowFirstAppearance(Function<MemoryPool, WordTable> maker, MemoryPool pool) {
        try (WordTable table = maker.apply(pool)) {
            assertThat(ids(table, 7, 3, 7, 0)).containsExactly(0, 1, 0, 2);
            assertThat(ids(table, 0, 5, 3)).containsExactly(2, 3, 1);
            assertThat(table.groupCount()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void idsStayInTablesThatNoCacheKeeps(Function<MemoryPool, WordTable> maker, MemoryPool pool) {
        int rows = 2048;
        try (WordTable table = maker.apply(pool)) {
            int keys = table instanceof DirectTable ? 1 << 10 : 200 * rows;
            for (int from = 0; from < 3 * keys; from += rows) {
                int[] expected = new int[rows];
                for (int i = 0; i < rows; i++) {
                    expected[i] = (from + i) % keys;
                }
                long[] words = Arrays.stream(expected).asLongStream().toArray();
                assertThat(ids(table, words)).isEqualTo(expected);
            }
            assertThat(table.groupCount()).isEqualTo(keys);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void idsStayWhileTheTableGrowsFromFourSlots(Function<MemoryPool, WordTable> maker, MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(42);
        Map<Long, Integer> expected = new HashMap<>();
        try (WordTable table = maker.apply(pool)) {
            for (int chunk = 0; chunk < 200; chunk++) {
                long[] words = random.longs(1 + random.nextInt(40), 0, 1 << 10).toArray();
                int[] ids = ids(table, words);
                for (int i = 0; i < words.length; i++) {
                    expected.putIfAbsent(words[i], expected.size());
                    assertThat(ids[i]).isEqualTo(expected.get(words[i]));
                }
            }
            expected.forEach((word, id) -> assertThat(lastWord(table, id)).isEqualTo(word));
        }
    }

    private static long lastWord(WordTable table, int id) {
        long at = StateColumn.FRONT + 8L * ((long) id * table.words() + table.words() - 1);
        return table.keys().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    @Test
    void noKeyIsTakenForAnEmptySlot(MemoryPool pool) {
        for (int words : new int[] {1, 2, 3}) {
            try (WordTable table = words == 1 ? new LongTable(pool, 4) : new WideTable(pool, words, 4)) {
                assertThat(ids(table, 0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0, -1))
                        .containsExactly(0, 1, 2, 3, 4, 0, 1);
            }
        }
    }

    @Test
    void keysWhoseHashesShareTheirHighBitsAreToldApart(MemoryPool pool) {
        long[] clashing = new SplittableRandom(1)
                .longs()
                .filter(word -> Hashing.of(word) >>> 24 == 0x5A)
                .limit(100)
                .toArray();
        try (WordTable table = new LongTable(pool, 4)) {
            int[] expected = java.util.stream.IntStream.range(0, 100).toArray();
            assertThat(ids(table, clashing)).containsExactly(expected);
            assertThat(ids(table, clashing)).containsExactly(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aClearedTableStartsAgain(Function<MemoryPool, WordTable> maker, MemoryPool pool) {
        try (WordTable table = maker.apply(pool)) {
            ids(table, 1, 2, 3);
            table.clear();
            assertThat(table.groupCount()).isZero();
            assertThat(ids(table, 3, 1)).containsExactly(0, 1);
        }
    }

    @Test
    void pairsThatDifferInEitherWordAreDifferent(MemoryPool pool) {
        try (WordTable table = new WideTable(pool, 2, 4)) {
            long[] pairs = {1, 2, 2, 1, 1, 1, 1, 2};
            int[] ids = new int[4];
            table.assign(pairs, 4, ids);
            assertThat(ids).containsExactly(0, 1, 2, 0);
            assertThat(Arrays.stream(ids).max()).hasValue(2);
        }
    }
}
