package dev.sheaf.io.zstd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Our reader of zstd against what the reference library writes.
class ZstdTest {
    private static final int MAX_LEVEL = 19;

    @Test
    void weReadWhatTheLibraryCompressesAtEveryLevel() {
        RandomCases.run(200, random -> {
            byte[] bytes = ZstdBytes.random(random);
            int level = random.nextInt(-5, MAX_LEVEL + 1);
            byte[] compressed = Zstd.compress(bytes, level);
            assertThat(ZstdBytes.decompress(compressed, bytes.length)).isEqualTo(bytes);
            assertThat(ZstdBytes.decompress(compressed, bytes.length + random.nextInt(100)))
                    .isEqualTo(bytes);
            assertThat(ZstdDecoder.maxContentSize(MemorySegment.ofArray(compressed), 0, compressed.length))
                    .isEqualTo(bytes.length);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
    void textOfEveryLevelIsRead(int level) {
        byte[] bytes = text();
        assertThat(ZstdBytes.decompress(Zstd.compress(bytes, level), bytes.length))
                .isEqualTo(bytes);
    }

    private static byte[] text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("order ").append(i * 7919 % 10_007).append(i % 3 == 0 ? " shipped\n" : " open\n");
        }
        return text.toString().getBytes(UTF_8);
    }

    @Test
    void framesMayLeaveOutTheirSizeAndHaveChecksums() {
        RandomCases.run(100, random -> {
            byte[] bytes = ZstdBytes.random(random);
            try (ZstdCompressCtx context = new ZstdCompressCtx()) {
                boolean checksum = random.nextBoolean();
                context.setLevel(random.nextInt(1, 6)).setContentSize(false).setChecksum(checksum);
                byte[] compressed = context.compress(bytes);
                assertThat(ZstdBytes.decompress(compressed, bytes.length)).isEqualTo(bytes);
                assertThat(ZstdDecoder.maxContentSize(MemorySegment.ofArray(compressed), 0, compressed.length))
                        .isGreaterThanOrEqualTo(bytes.length);
                if (checksum) {
                    compressed[compressed.length - 1] ^= 1;
                    assertThatThrownBy(() -> ZstdBytes.decompress(compressed, bytes.length))
                            .isInstanceOf(ZstdFormatException.class)
                            .hasMessage("the checksum of a frame does not match its contents");
                }
            }
        });
    }

    @Test
    void framesFollowEachOtherAndSomeAreSkipped() {
        byte[] one = Zstd.compress("one, ".getBytes(UTF_8));
        byte[] skipped = HexFormat.of().parseHex("5c2a4d1803000000ffffff");
        byte[] two = Zstd.compress("two".getBytes(UTF_8));
        byte[] all = concat(skipped, one, skipped, two, skipped);
        assertThat(new String(ZstdBytes.decompress(all, 100), UTF_8)).isEqualTo("one, two");
        assertThat(ZstdDecoder.maxContentSize(MemorySegment.ofArray(all), 0, all.length))
                .isEqualTo(8);
        assertThat(ZstdBytes.decompress(new byte[0], 5)).isEmpty();
    }

    private static byte[] concat(byte[]... parts) {
        byte[] all = new byte[0];
        for (byte[] part : parts) {
            int at = all.length;
            all = Arrays.copyOf(all, at + part.length);
            System.arraycopy(part, 0, all, at, part.length);
        }
        return all;
    }

    @Test
    void dictionariesAreRefused() {
        byte[] dictionary = Zstd.compress("x".getBytes(UTF_8));
        byte[] trained = new byte[1 << 14];
        byte[][] samples = new byte[2000][];
        Arrays.setAll(samples, i -> ("sample " + i + " of " + i * 31).getBytes(UTF_8));
        int size = (int) Zstd.trainFromBuffer(samples, trained);
        assertThat(dictionary).isNotEmpty();
        try (ZstdDictCompress dict = new ZstdDictCompress(Arrays.copyOf(trained, size), 3)) {
            byte[] compressed = Zstd.compress("sample 5 of 155".getBytes(UTF_8), dict);
            assertThatThrownBy(() -> ZstdBytes.decompress(compressed, 100))
                    .isInstanceOf(ZstdFormatException.class)
                    .hasMessageStartingWith("it needs the dictionary ")
                    .hasMessageEndingWith("dictionaries are not supported");
        }
    }

    @Test
    void everyLengthIsTooShort() {
        byte[] bytes = text();
        byte[] compressed = Zstd.compress(Arrays.copyOf(bytes, 3000), 3);
        for (int length = 1; length < compressed.length; length++) {
            byte[] cut = Arrays.copyOf(compressed, length);
            assertThatThrownBy(() -> ZstdBytes.decompress(cut, 3000)).isInstanceOf(ZstdFormatException.class);
        }
        assertThatThrownBy(() -> ZstdBytes.decompress(compressed, 2999))
                .isInstanceOf(ZstdFormatException.class)
                .hasMessage("a frame of more bytes than there is room for");
    }
}
