package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.count;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// States of groups whose keys, written out, take more memory than there is.
class StateCopiesTest {
    private static final int TEXTS = 100;
    private static final int TEXT_BYTES = 1000;
    private static final int GROUPS = 48_000;
    private static final int BATCH = 1000;
    private static final long LIMIT = 32L << 20;

    private final BitSet seen = new BitSet();
    private int parts;

    @Test
    void fewLongTextsOfManyGroupsAreWrittenOutInParts() {
        MemoryPool pool = MemoryPool.withLimit(LIMIT);
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        GroupByRequest request = GroupByRequest.of(rows(0, 1).sample().schema(), List.of("text", "number"), count());

        try (Accumulator groups = Backends.accumulate(request, Long.MAX_VALUE, context)) {
            for (int from = 0; from < GROUPS; from += BATCH) {
                try (Table batch = rows(from, BATCH).build(pool)) {
                    groups.add(batch);
                }
            }
            groups.forEachState(this::check);
            checkAll();
            groups.forEachResult(this::check);
            checkAll();
        }

        PoolCheck.assertEmpty(pool);
    }

    private void checkAll() {
        assertThat(seen.cardinality()).isEqualTo(GROUPS);
        assertThat(parts).isGreaterThan(1);
        seen.clear();
        parts = 0;
    }

    private static Tables.Rows rows(int from, int count) {
        Tables.Rows rows = Tables.of("text:string", "number:int32");
        for (int i = from; i < from + count; i++) {
            rows.row(text(i), i);
        }
        return rows;
    }

    /// One of the texts, or null.
    private static @Nullable String text(int group) {
        int number = group % TEXTS;
        return number == 0 ? null : "-".repeat(TEXT_BYTES) + number;
    }

    private void check(Table states) {
        parts++;
        List<String> wrong = new ArrayList<>();
        for (long row = 0; row < states.rowCount(); row++) {
            int group = (Integer) states.column(1).get(row);
            boolean isRight = Long.valueOf(1).equals(states.column(2).get(row))
                    && Objects.equals(text(group), states.column(0).get(row));
            if (seen.get(group) || !isRight) {
                wrong.add("group " + group);
            }
            seen.set(group);
        }
        assertThat(wrong).isEmpty();
    }
}
