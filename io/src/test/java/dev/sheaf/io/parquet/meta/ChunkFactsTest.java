package dev.sheaf.io.parquet.meta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.query.bounds.ValueBounds;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

/// Page indexes are kept as far as there is room.
class ChunkFactsTest {
    private static final Leaf FIRST = new Leaf(0, List.of("a"), Type.INT64, 0, 1, 0, false);

    private static Optional<PageBounds> pages(int count) {
        return Optional.of(new PageBounds(
                new PageLocations(new long[count + 1], new long[count + 1]),
                Collections.nCopies(count, ValueBounds.unknown(1))));
    }

    @Test
    void boundsOfManyPagesAreNotKept() {
        ChunkFacts facts = new ChunkFacts(3, 1);
        facts.keepBounds(0, FIRST, pages(400));
        facts.keepBounds(1, FIRST, pages(400));
        facts.keepBounds(2, FIRST, pages(100));
        assertThat(facts.bounds(0, FIRST)).isPresent();
        assertThat(facts.bounds(1, FIRST)).isNull();
        assertThat(facts.bounds(2, FIRST)).isPresent();
    }

    @Test
    void nothingIsKnownBeforeItIsKept() {
        ChunkFacts facts = new ChunkFacts(1, 1);
        assertThat(facts.bounds(0, FIRST)).isNull();
        assertThat(facts.statistics(0, FIRST)).isNull();
        facts.keepLocations(0, FIRST, Optional.empty());
        assertThat(facts.locations(0, FIRST)).isEmpty();
    }
}
