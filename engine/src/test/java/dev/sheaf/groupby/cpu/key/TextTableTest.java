package dev.sheaf.groupby.cpu.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TextTableTest {
    private static final int CHUNK = 4;

    private final MemoryPool pool = MemoryPool.create();

    @RegisterExtension
    final PoolCheck nothingIsLeft = PoolCheck.of(pool);

    @Test
    void textsThatOutgrowViewsAreTheSame() {
        SplittableRandom random = new SplittableRandom(7);
        Map<String, Integer> expected = new LinkedHashMap<>();
        try (TextTable table = new TextTable(pool, 4, CHUNK, 0, 100)) {
            for (int chunk = 0; chunk < 200; chunk++) {
                String[] texts = new String[CHUNK];
                for (int i = 0; i < CHUNK; i++) {
                    texts[i] = random.nextInt(100) + "x".repeat(random.nextInt(60));
                    expected.putIfAbsent(texts[i], expected.size());
                }
                List<Integer> found = numbers(table, texts);
                for (int i = 0; i < CHUNK; i++) {
                    assertThat(found.get(i).equals(found.getFirst())).isEqualTo(texts[i].equals(texts[0]));
                }
            }
            assertThat(table.count()).isEqualTo(expected.size());
            try (VarColumn values = table.values(DataType.STRING)) {
                Set<String> all = new HashSet<>();
                for (int i = 0; i < values.length(); i++) {
                    all.add(String.valueOf(values.get(i)));
                }
                assertThat(all).isEqualTo(expected.keySet());
            }
        }
    }

    @Test
    void textsThatDifferInFewBitsAreIndexedByThem() {
        try (TextTable table = table(24)) {
            assertThat(numbers(table, "id001", "id002", "id001", "id003", "id002"))
                    .containsExactly(0, 1, 0, 2, 1);
            assertThat(table.indexBits()).isEqualTo(2);
        }
    }

    @Test
    void newBitsAreLearntAndOldNumbersStay() {
        try (TextTable table = table(24)) {
            assertThat(numbers(table, "R", "A", "N")).containsExactly(0, 1, 2);
            assertThat(numbers(table, "longer text", "A", "", "R", "R\0")).containsExactly(3, 1, 4, 0, 5);
            assertThat(table.indexBits()).isZero();
            assertThat(numbers(table, "N", "", "R\0", "longer text")).containsExactly(2, 4, 5, 3);
        }
    }

    @Test
    void theIndexEndsWithItsBits() {
        try (TextTable table = table(3)) {
            assertThat(numbers(table, "a", "b", "c")).containsExactly(0, 1, 2);
            assertThat(table.indexBits()).isEqualTo(2);
            assertThat(numbers(table, "z", "a", "k", "b")).containsExactly(3, 0, 4, 1);
            assertThat(table.indexBits()).isZero();
        }
    }

    @Test
    void textOfMoreThanTwelveBytesSwitchesTheIndexOff() {
        try (TextTable table = table(24)) {
            assertThat(numbers(table, "a", "b")).containsExactly(0, 1);
            assertThat(numbers(table, "thirteen chars", "b", "thirteen cars")).containsExactly(2, 1, 3);
            assertThat(table.indexBits()).isZero();
        }
    }

    @Test
    void textsOfOneSizeAreTheSameAsOfMany() {
        try (TextTable table = table(24)) {
            assertThat(numbers(table, "ab", "cd", "ab", "cd")).containsExactly(0, 1, 0, 1);
            assertThat(numbers(table, "a", "ab", "", "cd")).containsExactly(2, 0, 3, 1);
            assertThat(numbers(table, "12 bytes....", "12 bytes...!", "ab")).containsExactly(4, 5, 0);
        }
    }

    @Test
    void clearingForgetsTextsAndKeepsBits() {
        try (TextTable table = table(24)) {
            numbers(table, "x", "y", "z");
            table.clear();
            assertThat(numbers(table, "z", "y")).containsExactly(0, 1);
            assertThat(table.count()).isEqualTo(2);
        }
    }

    /// Sizes around those of the steps in which long texts are hashed and compared; each byte counts.
    @Test
    void longTextsThatDifferInOneByteAreOthers() {
        for (int size = 11; size <= 112; size++) {
            String[] texts = new String[size + 1];
            texts[size] = "x".repeat(size);
            for (int at = 0; at < size; at++) {
                texts[at] = "x".repeat(at) + "y" + "x".repeat(size - at - 1);
            }
            try (TextTable table = table(0);
                    Table rows = Table.of("text", texts)) {
                Integer[] expected = IntStream.range(0, texts.length).boxed().toArray(Integer[]::new);
                assertThat(numbers(table, texts)).containsExactly(expected);
                assertThat(numbers(table, texts)).containsExactly(expected);
                TextWords words = new TextWords(texts.length);
                words.load((VarColumn) rows.column(0), 0, texts.length);
                words.hash(texts.length);
                assertThat(IntStream.of(words.hashes).distinct().count()).isEqualTo(texts.length);
            }
        }
    }

    @Test
    void codesUnderNullsAreNotLookedAt() {
        try (TextTable table = table(24)) {
            assertThat(numbers(table, new int[] {1, 99, 0, -7}, new byte[] {1, 0, 1, 0}, "x", "y"))
                    .containsExactly(0, -1, 1, -1);
            assertThat(numbers(table, new int[] {99, 3}, new byte[] {0, 0})).containsExactly(-1, -1);
            assertThat(table.count()).isEqualTo(2);
        }
    }

    @Test
    void entriesAreNumberedInTheOrderOfTheirRowsAndOnce() {
        try (TextTable table = table(0)) {
            String[] texts = {"w", "a text that is long", "y", "z"};
            byte[] all = {1, 1, 1, 1};
            assertThat(numbers(table, new int[] {1, 3, 1, 0}, all, texts)).containsExactly(0, 1, 0, 2);
            assertThat(numbers(table, new int[] {2, 0, 1, 2}, all, texts)).containsExactly(3, 2, 0, 3);
            assertThat(table.count()).isEqualTo(4);
        }
    }

    private int[] numbers(TextTable table, int[] codes, byte[] valid, String... texts) {
        Buffer buffer = pool.allocate((long) codes.length * Integer.BYTES, "codes");
        MemorySegment.copy(codes, 0, buffer.segment(), ValueLayout.JAVA_INT, 0, codes.length);
        int[] numbers = new int[codes.length];
        try (Table values = Table.of("text", texts);
                DictionaryColumn column = new DictionaryColumn(
                        codes.length, buffer, values.column(0).retain(), Validity.allValid(codes.length))) {
            for (int pass = 0; pass < 2; pass++) {
                table.assign(column, 0, codes.length, valid, numbers);
            }
        }
        return numbers;
    }

    private TextTable table(int indexBits) {
        return new TextTable(pool, 4, CHUNK, indexBits);
    }

    private List<Integer> numbers(TextTable table, String... texts) {
        List<Integer> all = new ArrayList<>();
        int[] numbers = new int[CHUNK];
        try (Table rows = Table.of("text", texts)) {
            for (int from = 0; from < texts.length; from += CHUNK) {
                int size = Math.min(CHUNK, texts.length - from);
                table.assign((VarColumn) rows.column(0), from, size, null, numbers);
                for (int i = 0; i < size; i++) {
                    all.add(numbers[i]);
                }
            }
        }
        return all;
    }
}
