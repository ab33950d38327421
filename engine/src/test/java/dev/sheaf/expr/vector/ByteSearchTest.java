package dev.sheaf.expr.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Views;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Bytes are found where `String` finds them, in texts of every size around that of a word.
class ByteSearchTest {
    private static final int BEFORE = 3;

    @Test
    void theFirstPlaceIsFound() {
        RandomCases.run(20_000, random -> {
            String text = text(random, random.nextInt(40));
            String needle = text(random, random.nextInt(random.nextInt(1, 14)));
            assertThat(find(text, needle)).as("%s in %s", needle, text).isEqualTo(text.indexOf(needle));
        });
    }

    @Test
    void everyPlaceIsLookedAt() {
        for (int size = 1; size <= 40; size++) {
            for (int at = 0; at < size; at++) {
                String text = "a".repeat(at) + "b" + "a".repeat(size - at - 1);
                assertThat(find(text, "b")).isEqualTo(at);
                assertThat(find(text, "ab")).isEqualTo(text.indexOf("ab"));
                assertThat(find(text, "aab")).isEqualTo(text.indexOf("aab"));
            }
        }
    }

    private static String text(SplittableRandom random, int size) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        return text.toString();
    }

    /// What is sought stands before and behind the text, too, and the segment ends there.
    private static long find(String text, String needle) {
        byte[] bytes = (needle + text + needle).getBytes(StandardCharsets.US_ASCII);
        MemorySegment all = Arena.ofAuto().allocate(BEFORE + bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, all, BEFORE, bytes.length);
        MemorySegment sought = MemorySegment.ofArray(needle.getBytes(StandardCharsets.US_ASCII));
        int start = BEFORE + needle.length();
        long found = ByteSearch.find(
                Views.bytes(all), start, start + text.length(), Views.bytes(sought), 0, needle.length());
        return found < 0 ? found : found - start;
    }
}
