package dev.sheaf.groupby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.groupby.MergeTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PoolCheck.class)
class MergeTreeTest {
    private static final int CASES = 150;

    /// Two groups or a few more.
    private static final int CHUNK_BYTES = 100;

    @ParameterizedTest
    @EnumSource(AggregationKind.class)
    void anySplitAndAnyTreeOfMergesGivesTheResultOfAllRowsAtOnce(AggregationKind kind, MemoryPool pool) {
        MergeTrees trees = new MergeTrees(pool, UnaryOperator.identity());
        RandomCases.run(CASES, random -> trees.check(kind, random));
    }

    @ParameterizedTest
    @EnumSource(AggregationKind.class)
    void statesThatComeInChunksMergeToTheSame(AggregationKind kind, MemoryPool pool) {
        MergeTrees trees = new MergeTrees(pool, state -> inChunks(state, pool));
        RandomCases.run(CASES, random -> trees.check(kind, random));
    }

    /// A state as it arrives over a wire that takes a few groups at once.
    private static PartialState inChunks(PartialState state, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        List<Table> chunks = new ArrayList<>();
        try (state) {
            state.forEachChunk(CHUNK_BYTES, chunk -> chunks.add(chunk.retain()));
        }
        PartialState arrived = PartialState.ofTable(
                state.request(), chunks.getFirst(), chunks.size() == 1 ? state.rows() : 0, context);
        for (int i = 1; i < chunks.size(); i++) {
            long rows = i == chunks.size() - 1 ? state.rows() : 0;
            try (PartialState before = arrived;
                    PartialState chunk = PartialState.ofTable(state.request(), chunks.get(i), rows, context)) {
                arrived = PartialState.merge(before, chunk, context);
            }
        }
        return arrived;
    }

    @Test
    void aStateOfNoGroupsIsOneChunkAndOfManyHasChunksOfTheSizeAskedFor(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        for (int rows : new int[] {0, 10_000}) {
            List<Long> sizes = new ArrayList<>();
            try (Table table = Table.of("k", IntStream.range(0, rows).toArray());
                    PartialState state = PartialState.of(
                            GroupByRequest.of(table.schema(), List.of("k"), Expressions.count()), table, context)) {
                state.forEachChunk(4_096, chunk -> {
                    sizes.add(chunk.rowCount());
                    assertThat(chunk.rowCount()).isLessThanOrEqualTo(4_096 / Integer.BYTES);
                });
                assertThatThrownBy(() -> state.forEachChunk(0, _ -> {})).isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(sizes.stream().mapToLong(size -> size).sum()).isEqualTo(rows);
            assertThat(sizes).hasSizeBetween(rows == 0 ? 1 : 10, rows == 0 ? 1 : 60);
        }
    }
}
