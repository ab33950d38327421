package dev.sheaf.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointTest {
    private final List<String> looks = new ArrayList<>();

    @Test
    void aThreadThatNobodyWatchesGoesOn() {
        Checkpoint.pass();

        assertThat(looks).isEmpty();
    }

    @Test
    void aLookAsksEveryoneWhoWatches() {
        try (var _ = Checkpoint.watch(() -> looks.add("outer"))) {
            try (var _ = Checkpoint.watch(() -> looks.add("inner"))) {
                Checkpoint.pass();
            }
            Checkpoint.pass();
        }
        Checkpoint.pass();

        assertThat(looks).containsExactly("outer", "inner", "outer");
    }

    @Test
    void aPoolLooksBeforeItHandsOutMemory() {
        try (MemoryPool pool = MemoryPool.create();
                var _ = Checkpoint.watch(() -> {
                    throw new IllegalStateException("stop");
                })) {
            assertThatThrownBy(() -> pool.allocate(1, "nothing")).hasMessage("stop");
            assertThat(pool.usedBytes()).isZero();
        }
    }

    @Test
    void aLoopInPiecesCoversItsRangeAndLooksBeforeEach() {
        List<Long> ends = new ArrayList<>();
        try (var _ = Checkpoint.watch(() -> looks.add("look"))) {
            Checkpoint.inPieces(10, 300_000, (from, to) -> {
                assertThat(from).isEqualTo(ends.isEmpty() ? 10 : ends.getLast());
                ends.add(to);
            });
        }

        assertThat(ends).endsWith(300_000L);
        assertThat(looks).hasSameSizeAs(ends);
    }
}
