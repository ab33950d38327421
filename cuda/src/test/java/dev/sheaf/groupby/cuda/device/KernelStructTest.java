package dev.sheaf.groupby.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// The layout of what kernels take by value.
class KernelStructTest {
    private static KernelStruct empty() {
        return new KernelStruct(MemorySegment.NULL);
    }

    @Test
    void wordsAddedTogetherLieWhereThoseAddedOneByOneDo() {
        KernelStruct together = empty().add(7);
        KernelStruct oneByOne = empty().add(7);
        for (long i = 0; i < 200; i += 6) {
            together.add(i, i + 1).add(i + 2, i + 3, i + 4, i + 5);
            oneByOne.add(i).add(i + 1).add(i + 2).add(i + 3).add(i + 4).add(i + 5);
        }
        assertThat(together.words()).isEqualTo(oneByOne.words());
    }

    @Test
    void whatIsCutIsWrittenAnew() {
        for (int words : new int[] {0, 1, 94, 95, 96, 97}) {
            for (int ints : new int[] {0, 1, 3}) {
                KernelStruct struct = filled(words, ints);
                int size = struct.byteSize();
                struct.add(-1).add(-2L).add(-3, -4).cut(size).add(5).add(6L);
                assertThat(struct.words())
                        .isEqualTo(filled(words, ints).add(5).add(6L).words());
                assertThat(struct.cut(size).words())
                        .isEqualTo(filled(words, ints).words());
            }
        }
    }

    private static KernelStruct filled(int words, int ints) {
        KernelStruct struct = empty();
        for (int i = 0; i < words; i++) {
            struct.add(~(long) i);
        }
        for (int i = 0; i < ints; i++) {
            struct.add(~i);
        }
        return struct;
    }
}
