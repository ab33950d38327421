package dev.sheaf.io.parquet.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.testing.RandomCases;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Whatever is asked for lies where the view says, however much of the memory it shows.
class MovingViewTest {
    @Test
    void bytesLieWhereTheViewSays() {
        RandomCases.run(500, random -> {
            byte[] bytes = new byte[random.nextInt(1, 500)];
            random.nextBytes(bytes);
            int most = random.nextInt(8, 300);
            MovingView view = new MovingView(MemorySegment.ofArray(bytes), most);
            for (int i = 0; i < 50; i++) {
                int from = random.nextInt(bytes.length);
                int size = random.nextInt(Math.min(most, bytes.length - from) + 1);
                int at = view.seek(from, size);
                for (int j = 0; j < size; j++) {
                    assertThat(view.bytes().get(at + j)).isEqualTo(bytes[from + j]);
                }
            }
        });
    }

    @Test
    void whatTheMemoryOrTheViewDoesNotHaveIsRefused() {
        MovingView view = new MovingView(MemorySegment.ofArray(new byte[100]), 20);
        assertThatThrownBy(() -> view.seek(90, 11)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.seek(10, 21)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.seek(-1, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
