package dev.sheaf.memory;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Numbers in memory that is larger than a view are those that views see.
class LargeNumbersTest {
    private static final int COUNT = 1000;

    @Test
    void ints() {
        MemorySegment segment = Arena.ofAuto().allocate(COUNT * 4L);
        SplittableRandom random = new SplittableRandom(1);
        Ints large = new Ints.Large(segment);
        Ints viewed = Ints.of(segment);
        for (int i = 0; i < COUNT; i++) {
            int value = random.nextInt();
            large.put(i, value);
            assertThat(viewed.get(i)).isEqualTo(value);
            viewed.put(i, ~value);
            assertThat(large.get(i)).isEqualTo(~value);
        }
    }

    @Test
    void longs() {
        MemorySegment segment = Arena.ofAuto().allocate(COUNT * 8L);
        SplittableRandom random = new SplittableRandom(2);
        Longs large = new Longs.Large(segment);
        Longs viewed = Longs.of(segment);
        for (int i = 0; i < COUNT; i++) {
            long value = random.nextLong();
            large.put(i, value);
            assertThat(viewed.get(i)).isEqualTo(value);
            viewed.put(i, ~value);
            assertThat(large.get(i)).isEqualTo(~value);
        }
    }

    @Test
    void bytes() {
        MemorySegment segment = Arena.ofAuto().allocate(COUNT + 8L);
        SplittableRandom random = new SplittableRandom(3);
        Bytes large = new Bytes.Large(segment);
        Bytes viewed = Bytes.of(segment);
        for (int i = 0; i < COUNT; i++) {
            large.put(i, (byte) random.nextInt());
            assertThat(viewed.get(i)).isEqualTo(large.get(i));
            viewed.putInt(i, random.nextInt());
            assertThat(viewed.getInt(i + 1)).isEqualTo(large.getInt(i + 1));
            large.putDouble(i, random.nextDouble());
            assertThat(viewed.getInt(i)).isEqualTo(large.getInt(i));
            viewed.putDouble(i, random.nextDouble());
            viewed.put(i, (byte) 7);
            large.putInt(i + 4, 9);
            assertThat(viewed.getInt(i)).isEqualTo(large.getInt(i));
        }
    }

    @Test
    void sizesBeyondAView(@TempDir Path folder) throws IOException {
        try (FileChannel file = FileChannel.open(folder.resolve("sparse"), CREATE_NEW, READ, WRITE, SPARSE);
                Arena arena = Arena.ofShared()) {
            MemorySegment segment = file.map(FileChannel.MapMode.READ_WRITE, 0, Views.MAX_BYTES + 9L, arena);
            assertThatThrownBy(() -> Views.bytes(segment)).isInstanceOf(IllegalArgumentException.class);
            assertThat(Views.bytes(segment, 9, Views.MAX_BYTES).capacity()).isEqualTo(Views.MAX_BYTES);
            int last = (int) (segment.byteSize() / Long.BYTES) - 1;
            Longs.of(segment).put(last, 42);
            assertThat(Longs.of(segment).get(last)).isEqualTo(42);
            assertThat(Bytes.of(segment).getInt(8L * last)).isEqualTo(42);
            Ints ints = Ints.of(segment);
            assertThat(ints.get(2L * last) + ints.get(2L * last + 1)).isEqualTo(42);
        }
    }
}
