package dev.sheaf.io.zstd;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.sheaf.testing.RandomCases;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Damaged frames are refused, or become what the reference library makes of them.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ZstdDamageTest {
    private static final int LIMIT = 300_000;

    @Test
    void damagedFramesAreRefusedOrReadAsTheLibraryReadsThem() {
        RandomCases.run(6000, random -> {
            byte[] bytes = ZstdBytes.random(random, random.nextInt(4) == 0 ? random.nextInt(200_000) : 2000);
            byte[] compressed = Zstd.compress(bytes, random.nextInt(-3, 7));
            byte[] damaged = damage(compressed, random);
            byte[] ours = ours(damaged);
            byte[] theirs = theirs(damaged);
            if (ours != null && theirs != null) {
                assertThat(ours).isEqualTo(theirs);
            }
        });
    }

    /// Flips some bits, most often near the start, where the tables are; some are cut short.
    private static byte[] damage(byte[] compressed, SplittableRandom random) {
        byte[] damaged =
                random.nextInt(5) == 0 ? Arrays.copyOf(compressed, random.nextInt(compressed.length)) : compressed;
        int reach = random.nextBoolean() ? damaged.length : Math.min(damaged.length, 60);
        for (int flips = random.nextInt(1, 5); flips > 0 && reach > 0; flips--) {
            damaged[random.nextInt(reach)] ^= (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : 0xFF);
        }
        return damaged;
    }

    private static byte @Nullable [] ours(byte[] compressed) {
        try {
            return ZstdBytes.decompress(compressed, LIMIT);
        } catch (ZstdFormatException refused) {
            assertThat(refused).hasMessageNotContaining("null");
            return null;
        }
    }

    private static byte @Nullable [] theirs(byte[] compressed) {
        byte[] target = new byte[LIMIT];
        try {
            long size = Zstd.decompress(target, compressed);
            return Zstd.isError(size) ? null : Arrays.copyOf(target, (int) size);
        } catch (ZstdException refused) {
            return null;
        }
    }

    @Test
    void bytesOfNoMeaningAreRefused() {
        RandomCases.run(2000, random -> {
            byte[] bytes = new byte[random.nextInt(5, 300)];
            random.nextBytes(bytes);
            byte[] start = Zstd.compress(new byte[] {1, 2, 3});
            System.arraycopy(start, 0, bytes, 0, random.nextInt(4, 6));
            if (bytes.length > 10) {
                bytes[4] &= (byte) 0xE4;
            }
            ours(bytes);
        });
    }
}
