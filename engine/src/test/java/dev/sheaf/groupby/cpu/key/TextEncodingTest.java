package dev.sheaf.groupby.cpu.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class TextEncodingTest {

    @Test
    void digitsAreTheirNumber(MemoryPool pool) {
        String[] texts =
                IntStream.rangeClosed(1, 100).mapToObj("id%03d"::formatted).toArray(String[]::new);
        assertThat(bits(pool, texts)).isEqualTo(7);
        String[] longer =
                IntStream.rangeClosed(1, 100).mapToObj("id%08d99"::formatted).toArray(String[]::new);
        assertThat(bits(pool, longer)).isEqualTo(7);
    }

    @Test
    void fewBitsAreFewerThanTheDigitsBetweenThem(MemoryPool pool) {
        assertThat(bits(pool, "1999999991", "2999999992")).isEqualTo(5);
    }

    @Test
    void whatIsNoDigitTakesItsBits(MemoryPool pool) {
        assertThat(bits(pool, "a", "b", "c")).isEqualTo(2);
        assertThat(bits(pool, "R", "A", "N")).isEqualTo(6);
    }

    @Test
    void everyTextComesBackWhateverCameBefore(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++) {
            int size = random.nextInt(1, 13);
            int digits = random.nextInt(1, size + 1);
            List<String> texts = new ArrayList<>();
            for (int row = 0; row < 30; row++) {
                texts.add(text(random, size, digits, round % 5 == 4 && row > 20));
            }
            comesBack(pool, texts);
        }
    }

    private static String text(SplittableRandom random, int size, int digits, boolean odd) {
        StringBuilder text = new StringBuilder("key-key-key-".substring(0, size));
        for (int i = 0; i < digits; i++) {
            text.setCharAt(random.nextInt(size), (char) ('0' + random.nextInt(10)));
        }
        String made = text.toString();
        return odd ? made.substring(random.nextInt(size)) : made;
    }

    private static void comesBack(MemoryPool pool, List<String> texts) {
        TextEncoding code = TextEncoding.EMPTY;
        for (int from = 0; from < texts.size(); from += 10) {
            code = including(code, pool, texts.subList(from, from + 10));
        }
        try (Table table = column(texts, pool)) {
            TextWords words = words(table);
            int rows = texts.size();
            assertThat(code.covers(words, null, rows)).as("%s", texts).isTrue();
            long[] low = new long[rows];
            long[] high = new long[rows];
            code.encode(words, rows, low, high);
            assertThat(code.streams(0).getFirst().tightBits()).isLessThanOrEqualTo(Long.SIZE);
            TextWords back = new TextWords(rows);
            code.decode(low, high, rows, back.first, back.second);
            words.spread(rows);
            assertThat(back.first).as("%s", texts).startsWith(words.first);
            assertThat(back.second).as("%s", texts).startsWith(words.second);
        }
    }

    /// The bits of the stream of texts that came one after the other.
    private static int bits(MemoryPool pool, String... texts) {
        TextEncoding code = TextEncoding.EMPTY;
        for (String text : texts) {
            code = including(code, pool, List.of(text));
        }
        return code.streams(0).getFirst().tightBits();
    }

    private static TextEncoding including(TextEncoding code, MemoryPool pool, List<String> texts) {
        try (Table table = column(texts, pool)) {
            return code.including(words(table), null, texts.size());
        }
    }

    private static TextWords words(Table table) {
        TextWords words = new TextWords((int) table.rowCount());
        words.load((VarColumn) table.column(0), 0, (int) table.rowCount());
        return words;
    }

    private static Table column(List<String> texts, MemoryPool pool) {
        Tables.Rows rows = Tables.of("t:string");
        texts.forEach(rows::row);
        return rows.build(pool);
    }
}
