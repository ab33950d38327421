package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.AggregationKind;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.groupby.MergeTrees;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// States that a GPU makes, merged with those of the CPU in trees of both.
@ExtendWith(PoolCheck.class)
abstract class AccumulatorCases {
    private static final int CASES = 40;
    private static final int MOST_IN_A_BUILD = 2;

    /// What ran on the device, some of it at least.
    final Set<List<Expr>> ran = new HashSet<>();

    abstract Backend backend();

    @ParameterizedTest
    @EnumSource
    void statesOfBothBackendsMerge(AggregationKind kind, MemoryPool pool) {
        MergeTrees trees = new MergeTrees(
                pool, UnaryOperator.identity(), (request, rows, context) -> state(request, rows, context.pool()));

        RandomCases.run(CASES, MOST_IN_A_BUILD, random -> trees.check(kind, random));
    }

    /// The state of rows of which the GPU gets some as a batch, then none, then a state of the CPU, then the last ones.
    private PartialState state(GroupByRequest request, Table rows, MemoryPool pool) {
        QueryContext context = context(pool);
        long third = rows.rowCount() / 3;
        try (Accumulator accumulator =
                        backend().accumulate(request, Long.MAX_VALUE, context).orElseThrow();
                Table first = rows.slice(0, third);
                Table none = rows.slice(third, 0);
                Table second = rows.slice(third, third);
                Table last = rows.slice(2 * third, rows.rowCount() - 2 * third);
                PartialState merged = PartialState.of(
                        request, second, QueryContext.builder().pool(pool).build())) {
            accumulator.add(first);
            accumulator.add(none);
            accumulator.merge(merged.table(), merged.rows());
            accumulator.add(last);
            if (context.decisions().stream().anyMatch(each -> each.choice().startsWith("cuda: "))) {
                ran.add(request.aggregates());
            }
            return taken(request, accumulator, context);
        }
    }

    private static PartialState taken(GroupByRequest request, Accumulator accumulator, QueryContext context) {
        List<Table> parts = new ArrayList<>();
        accumulator.forEachState(part -> parts.add(part.retain()));
        try {
            Table whole = Concat.tables(accumulator.stateSchema(), parts, context.pool());
            return PartialState.ofTable(request, whole, accumulator.rows(), context);
        } finally {
            parts.forEach(Table::close);
        }
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .threads(1)
                .backend(BackendPreference.CUDA)
                .build();
    }

    @Test
    void batchesAreGroupedOnTheDevice(MemoryPool pool) {
        Schema schema = Schema.of(new Field("k", DataType.INT64), new Field("v", DataType.FLOAT64));
        GroupByRequest request = GroupByRequest.of(
                schema,
                List.of("k"),
                Expressions.mean("v"),
                Expressions.first("v"),
                Expressions.max("v"),
                Expressions.nunique("v"));
        Sample sample = Sample.plain(schema, List.of(List.of(1L, 1L, 2L), List.of(2.0, 4.0, 5.0)));
        QueryContext context = context(pool);

        try (Table rows = sample.build(pool);
                Accumulator accumulator =
                        backend().accumulate(request, 2, context).orElseThrow()) {
            accumulator.add(rows);
            accumulator.add(rows);

            assertThat(accumulator.rows()).isEqualTo(6);
            assertThat(accumulator.distinctKeys()).isEqualTo(2);
            assertThat(context.decisions())
                    .extracting(Decision::choice)
                    .allMatch(choice -> choice.startsWith("cuda: "));
        }
    }

    @Test
    void statesThatNoRequestComputesAreMadeOnTheCpu(MemoryPool pool) {
        Schema schema = Schema.of(new Field("v", DataType.INT64));
        GroupByRequest request = GroupByRequest.of(schema, List.of(), Expressions.approxNunique("v"));
        QueryContext context = context(pool);

        backend().accumulate(request, 1, context).orElseThrow().close();

        assertThat(context.decisions())
                .extracting(Decision::rejected)
                .containsExactly(List.of("cuda: states of registers 12 are made on the CPU"));
    }
}
