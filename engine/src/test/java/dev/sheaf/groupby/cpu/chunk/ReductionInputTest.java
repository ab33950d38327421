package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ReductionInputTest {
    @Test
    void columnsWithoutNullsAreMaskedOnceThereWereSome(MemoryPool pool) {
        try (Table nulls = Tables.of("v:int64").row(1).row((Object) null).build(pool);
                Table whole = Tables.of("v:int64").row(1).row(2).build(pool);
                ArgumentVector lane = new ArgumentVector(8, pool)) {
            ReductionInput feed = new ReductionInput(List.of(lane), List.of(lane), null, 8);
            lane.begin(whole.column(0));
            assertThat(feed.wasMasked()).isFalse();

            lane.begin(nulls.column(0));
            assertThat(feed.wasMasked()).isTrue();
            assertThat(feed.counting()[0] & 3).isEqualTo(1);

            lane.begin(whole.column(0));
            assertThat(feed.isMasked()).isFalse();
            assertThat(feed.wasMasked()).isTrue();
            assertThat(feed.counting()[0] & 3).isEqualTo(3);
        }
    }
}
