package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Accumulator;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Offer;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.groupby.GroupByContract;
import dev.sheaf.testing.groupby.Variant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The contract where half of the rows of a table come as states of somebody else, for every request whose
/// states have no places of rows; others are run as they are.
class OtherStatesTest extends GroupByContract {
    private static final Map<String, String> SPILLING = new HashMap<>(CpuBackendTest.TINY);

    static {
        SPILLING.put("cpu.spill.bytes", "40000");
    }

    @Override
    public Backend backend() {
        return new Halves(new CpuBackend());
    }

    @Override
    public List<Variant> variants() {
        return List.of(
                Variant.of("as it comes", 4, Map.of()),
                Variant.of("tiny", 4, CpuBackendTest.TINY),
                Variant.of("spilling", 4, SPILLING));
    }

    private record Halves(CpuBackend cpu) implements Backend {
        @Override
        public String name() {
            return "cpu";
        }

        @Override
        public BackendStatus status() {
            return cpu.status();
        }

        @Override
        public Offer offer(GroupByRequest request, SourceStats stats, QueryContext context) {
            return cpu.offer(request, stats, context);
        }

        @Override
        public BatchSource execute(GroupByRequest request, BatchSource input, QueryContext context) {
            Batch all = isShared(request, context) ? input.takeRest(context) : null;
            if (all == null) {
                return cpu.execute(request, input, context);
            }
            try (all;
                    Table front = all.table().slice(0, all.rowCount() / 2);
                    Table back = all.table().slice(front.rowCount(), all.rowCount() - front.rowCount());
                    BatchSource rows =
                            new TableDataset(front).scan(new Scan(front.schema().names(), Optional.empty()), context)) {
                return cpu.execute(request, rows, () -> Optional.of(states(request, back, context)), context)
                        .orElseThrow();
            }
        }

        private boolean isShared(GroupByRequest request, QueryContext context) {
            try (Accumulator groups =
                    cpu.accumulate(request, Long.MAX_VALUE, context).orElseThrow()) {
                return groups.stateRequest() instanceof StateRequest.Result.Possible(StateRequest states)
                        && states.request().input().equals(request.input());
            }
        }

        /// What the result of the request for states gives.
        private Table states(GroupByRequest request, Table rows, QueryContext context) {
            try (Accumulator groups =
                    cpu.accumulate(request, Long.MAX_VALUE, context).orElseThrow()) {
                StateRequest states = ((StateRequest.Result.Possible) groups.stateRequest()).states();
                GroupByRequest asked = states.request();
                GroupBy query = GroupBy.on(rows)
                        .by(asked.keys().toArray(Expr[]::new))
                        .nullKeys(asked.options().nullKeys())
                        .sums(asked.options().sums())
                        .overflow(asked.options().overflow());
                try (Table result = asked.filter()
                        .map(query::where)
                        .orElse(query)
                        .aggregate(context, asked.aggregates().toArray(Expr[]::new))) {
                    return states.states(result, context.pool());
                }
            }
        }
    }
}
