package dev.sheaf.expr.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Views;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static final int[] LETTERS = {'a', 'é', '€', 0x1f600};

    /// Texts of up to five words of eight bytes, from any code point on; at the end of their memory.
    @Test
    void forwardStepsOverCodePoints() {
        RandomCases.run(2_000, random -> {
            String text = text(random);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            int points = text.codePointCount(0, text.length());
            int skipped = random.nextInt(points + 1);
            int count = random.nextInt(points + 3);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(bytes.length + 1L).asSlice(0, bytes.length);
                MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
                ByteBuffer view = Views.bytes(memory, 0, bytes.length);
                int start = place(text, skipped);
                assertThat(Utf8.forward(view, start, bytes.length, count))
                        .isEqualTo(place(text, Math.min(points, skipped + count)));
            }
        });
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int kinds = random.nextInt(1, LETTERS.length + 1);
        for (int left = random.nextInt(14); left > 0; left--) {
            text.appendCodePoint(LETTERS[random.nextInt(kinds)]);
        }
        return text.toString();
    }

    private static int place(String text, int points) {
        return text.substring(0, text.offsetByCodePoints(0, points)).getBytes(StandardCharsets.UTF_8).length;
    }
}
