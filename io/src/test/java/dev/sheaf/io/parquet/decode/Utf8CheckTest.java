package dev.sheaf.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.RandomCases;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8CheckTest {
    private static final String[] PIECES = {
        "a", "nine char", "é", "Ж", "日", "😀", "\uFFFF", "\u0800", "\uD7FF", "\uE000", "\u007F", ""
    };

    @Test
    void textsPassThatTheJdkDecodes() {
        RandomCases.run(2000, random -> {
            List<byte[]> values = new ArrayList<>();
            for (int i = random.nextInt(1, 12); i > 0; i--) {
                values.add(value(random));
            }
            boolean valid = values.stream().allMatch(Utf8CheckTest::decodes);
            assertThat(passes(values)).isEqualTo(valid);
        });
    }

    /// A text, of which now and then a byte is changed or the end is lost.
    private static byte[] value(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0 && random.nextInt(10) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return random.nextInt(10) > 0 ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
    }

    private static boolean decodes(byte[] value) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    private static boolean passes(List<byte[]> values) {
        try (MemoryPool pool = MemoryPool.withLimit(1 << 20);
                TextBuilder texts = new TextBuilder(values.size(), pool)) {
            for (byte[] value : values) {
                ByteBuffer source =
                        ByteBuffer.allocateDirect(value.length + Long.BYTES).order(ByteOrder.nativeOrder());
                texts.append(source.put(value), 0, value.length);
            }
            Utf8Check.of(texts);
            return true;
        } catch (MalformedPageException malformed) {
            return false;
        }
    }
}
