package dev.sheaf.io.parquet.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

/// Facts are decoded once, page indexes as far as there is room for them.
class ChunkFactsTest {
    private static final Leaf FIRST = new Leaf(0, List.of("a"), Type.INT64, 0, 1, 0, false);

    private final ChunkFacts facts = new ChunkFacts(3, 1);
    private int decoded;

    private Optional<String> ask(int rowGroup, long pages, Optional<String> fact) {
        return facts.of(String.class, rowGroup, FIRST, _ -> pages, () -> {
            decoded++;
            return fact;
        });
    }

    @Test
    void factsOfManyPagesAreNotKept() {
        ask(0, 400, Optional.of("a"));
        ask(1, 400, Optional.of("b"));
        ask(2, 100, Optional.of("c"));
        assertThat(decoded).isEqualTo(3);
        assertThat(ask(0, 400, Optional.empty())).contains("a");
        assertThat(ask(2, 100, Optional.empty())).contains("c");
        assertThat(decoded).isEqualTo(3);
        assertThat(ask(1, 400, Optional.of("d"))).contains("d");
        assertThat(decoded).isEqualTo(4);
    }

    @Test
    void thatThereIsNoneIsKept() {
        assertThat(ask(0, 0, Optional.empty())).isEmpty();
        assertThat(ask(0, 0, Optional.of("a"))).isEmpty();
        assertThat(decoded).isEqualTo(1);
    }

    @Test
    void kindsLieApart() {
        ask(0, 0, Optional.of("a"));
        assertThat(facts.of(Integer.class, 0, FIRST, _ -> 0, () -> Optional.of(7)))
                .contains(7);
        assertThat(ask(0, 0, Optional.empty())).contains("a");
    }
}
