package dev.sheaf.io.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.sheaf.io.parquet.Mutation;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.CompressionCodec;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xerial.snappy.Snappy;

/// Pages of every codec become what they were; damaged ones that or [MalformedPageException], and no byte past them is
/// touched.
@ExtendWith(PoolCheck.class)
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CodecTest {
    private static final byte GUARD = 77;

    /// A page and its compressed form.
    private record Page(byte[] bytes, byte[] compressed) {
        static Page of(CompressionCodec codec, SplittableRandom random) throws IOException {
            if (codec == CompressionCodec.LZ4_RAW) {
                return lz4(random);
            }
            byte[] bytes = bytes(random);
            return new Page(
                    bytes,
                    switch (codec) {
                        case SNAPPY -> Snappy.compress(bytes);
                        case ZSTD -> Zstd.compress(bytes, random.nextInt(1, 8));
                        default -> gzip(bytes);
                    });
        }

        private static byte[] gzip(byte[] bytes) throws IOException {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(output)) {
                gzip.write(bytes);
            }
            return output.toByteArray();
        }

        private static byte[] bytes(SplittableRandom random) {
            byte[] bytes = new byte[random.nextInt(1, 3000)];
            int values = random.nextBoolean() ? 256 : random.nextInt(1, 6);
            for (int i = 0; i < bytes.length; ) {
                int run = Math.min(bytes.length - i, random.nextInt(1, 100));
                int distance = i > 0 && random.nextBoolean() ? random.nextInt(1, i + 1) : 0;
                for (int end = i + run; i < end; i++) {
                    bytes[i] = distance > 0 ? bytes[i - distance] : (byte) random.nextInt(values);
                }
            }
            return bytes;
        }

        /// Literals and matches at random, with what they mean.
        private static Page lz4(SplittableRandom random) {
            ByteArrayOutputStream meaning = new ByteArrayOutputStream();
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            int sequences = random.nextInt(0, 20);
            for (int i = 0; i <= sequences; i++) {
                byte[] literals =
                        new byte[i == 0 ? random.nextInt(1, 40) : random.nextInt(random.nextBoolean() ? 40 : 600)];
                random.nextBytes(literals);
                int match = i == sequences ? 0 : random.nextInt(4, random.nextBoolean() ? 30 : 700);
                block.write(Math.min(15, literals.length) << 4 | Math.clamp(match - 4, 0, 15));
                lz4Length(block, literals.length);
                block.writeBytes(literals);
                meaning.writeBytes(literals);
                if (match > 0) {
                    int distance = random.nextInt(1, meaning.size() + 1);
                    block.write(distance);
                    block.write(distance >>> 8);
                    lz4Length(block, match - 4);
                    byte[] before = Arrays.copyOf(meaning.toByteArray(), meaning.size() + match);
                    for (int at = meaning.size(); at < before.length; at++) {
                        before[at] = before[at - distance];
                    }
                    meaning.write(before, meaning.size(), match);
                }
            }
            return new Page(meaning.toByteArray(), block.toByteArray());
        }

        private static void lz4Length(ByteArrayOutputStream block, int length) {
            for (int left = length - 15; left >= 0; left -= 255) {
                block.write(Math.min(255, left));
            }
        }
    }

    private static byte[] decompress(Codec codec, byte[] compressed, int expected, MemoryPool pool) {
        try (Buffer source = pool.allocate(compressed.length, "test");
                Buffer target = pool.allocate(expected + 64L, "test")) {
            MemorySegment.copy(compressed, 0, source.segment(), ValueLayout.JAVA_BYTE, 0, compressed.length);
            target.segment().fill(GUARD);
            try {
                codec.checkPlausible(source.segment(), 0, compressed.length, expected);
                codec.decompress(source.segment(), 0, compressed.length, target.segment(), expected);
            } finally {
                for (int i = expected; i < expected + 64; i++) {
                    assertThat(target.segment().get(ValueLayout.JAVA_BYTE, i)).isEqualTo(GUARD);
                }
            }
            return target.segment().asSlice(0, expected).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SNAPPY, true",
        "SNAPPY, false",
        "ZSTD, true",
        "ZSTD, false",
        "GZIP, false",
        "LZ4_RAW, false",
    })
    void pagesBecomeWhatTheyWere(CompressionCodec compression, boolean isNative, MemoryPool pool) {
        Codec codec = new Codec(compression, isNative);
        RandomCases.run(200, random -> {
            Page page = Page.of(compression, random);
            byte[] bytes = page.bytes;
            assertThat(decompress(codec, page.compressed, bytes.length, pool)).isEqualTo(bytes);
            assertThatThrownBy(() -> decompress(codec, page.compressed, bytes.length + 1, pool))
                    .isInstanceOf(MalformedPageException.class);
            assertThatThrownBy(() -> decompress(codec, page.compressed, bytes.length - 1, pool))
                    .isInstanceOf(MalformedPageException.class);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "SNAPPY, true",
        "SNAPPY, false",
        "ZSTD, true",
        "ZSTD, false",
        "GZIP, false",
        "LZ4_RAW, false",
    })
    void damagedPagesAreRefusedOrReadAsSomething(CompressionCodec compression, boolean isNative, MemoryPool pool) {
        Codec codec = new Codec(compression, isNative);
        RandomCases.run(1500, random -> {
            Page page = Page.of(compression, random);
            Mutation mutation = new Mutation(random, 0, page.compressed.length);
            byte[] damaged =
                    random.nextInt(3) == 0 ? mutation.resize(page.compressed) : mutation.overwrite(page.compressed);
            try {
                decompress(codec, damaged, page.bytes.length, pool);
            } catch (MalformedPageException refused) {
                assertThat(refused.problem()).isNotBlank();
            }
        });
    }
}
