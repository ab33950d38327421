package dev.sheaf.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import dev.sheaf.testing.RandomCases;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextBuilderTest {
    private static final int MIB = 1 << 20;

    @Test
    void roomForRowsToComeIsTakenWhereMemoryIsShort() {
        try (MemoryPool pool = MemoryPool.withLimit(48 * MIB);
                Buffer source = pool.allocateZeroed(8 * MIB + Long.BYTES, "test");
                TextBuilder texts = new TextBuilder(100_000, pool)) {
            texts.append(Views.bytes(source.segment()), 0, 8 * MIB);
            for (int i = 1; i < 100_000; i++) {
                texts.append(Views.bytes(source.segment()), 0, 10);
            }
            assertThat(texts.byteSize()).isEqualTo(8L * MIB + 10 * 99_999);
            assertThat(texts.offset(2)).isEqualTo(8L * MIB + 10);
        }
    }

    @Test
    void textsAreTheSameWhereOneViewDoesNotShowThemAll() {
        RandomCases.run(200, random -> {
            List<byte[]> values = values(random);
            ByteBuffer page = page(values);
            try (MemoryPool pool = MemoryPool.withLimit(MIB);
                    TextBuilder texts = new TextBuilder(values.size(), pool, 4096)) {
                new PlainTexts(page, 0, page.capacity() - Long.BYTES).read(values.size(), texts);
                Utf8Check.of(texts, 512);
                for (int i = 0; i < values.size(); i++) {
                    long start = texts.offset(i);
                    assertThat(texts.bytes()
                                    .asSlice(start, texts.offset(i + 1) - start)
                                    .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                            .isEqualTo(values.get(i));
                }
            }
        });
    }

    /// Values come one by one where memory grows and where a page ends, and many at once else.
    @Test
    void asciiIsSeenWhileItIsCopied() {
        RandomCases.run(50, random -> {
            List<byte[]> values = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                values.add("x".repeat(random.nextInt(40)).getBytes(StandardCharsets.UTF_8));
            }
            assertThat(asciiSize(values)).isEqualTo(size(values));
            int odd = random.nextInt(values.size());
            values.set(odd, "é".getBytes(StandardCharsets.UTF_8));
            assertThat(asciiSize(values)).isLessThanOrEqualTo(size(values.subList(0, odd)));
        });
    }

    private static long asciiSize(List<byte[]> values) {
        ByteBuffer page = page(values);
        try (MemoryPool pool = MemoryPool.withLimit(MIB);
                TextBuilder texts = new TextBuilder(values.size(), pool)) {
            new PlainTexts(page, 0, page.capacity() - Long.BYTES).read(values.size(), texts);
            return texts.asciiSize();
        }
    }

    private static long size(List<byte[]> values) {
        return values.stream().mapToLong(value -> value.length).sum();
    }

    private static List<byte[]> values(SplittableRandom random) {
        String[] pieces = {"a", "plain text of some length", "é", "日本語", "😀"};
        int most = random.nextInt(1, pieces.length + 1);
        List<byte[]> values = new ArrayList<>();
        for (int i = random.nextInt(1, 1000); i > 0; i--) {
            String value = pieces[random.nextInt(most)].repeat(random.nextInt(10));
            values.add(value.getBytes(StandardCharsets.UTF_8));
        }
        return values;
    }

    private static ByteBuffer page(List<byte[]> values) {
        int size =
                values.stream().mapToInt(value -> value.length + Integer.BYTES).sum();
        ByteBuffer page = ByteBuffer.allocateDirect(size + Long.BYTES).order(ByteOrder.nativeOrder());
        values.forEach(value -> page.putInt(value.length).put(value));
        return page;
    }
}
