package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.reduce.Elements;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import java.util.ArrayList;
import java.util.List;

/// Runs an aggregation over the distinct values of each group, which a `DistinctReduction` has found.
public final class DistinctFinalizer implements Finalizer {
    private final GroupByPlan plan;
    private final boolean counts;

    DistinctFinalizer(GroupByPlan plan, boolean counts) {
        this.plan = plan;
        this.counts = counts;
    }

    /// Whether the result is the number of distinct values.
    public boolean counts() {
        return counts;
    }

    @Override
    public Column finish(List<Column> states, Groups groups) {
        List<Reduction> reductions = new ArrayList<>();
        List<Column> exported = new ArrayList<>();
        try {
            plan.reductions().forEach(spec -> reductions.add(spec.factory().create(groups.settings(), groups.pool())));
            input(states, groups, reductions);
            reductions.forEach(reduction -> exported.addAll(reduction.export(groups.count())));
            return plan.outputs().getFirst().finalizer().finish(inputs(reductions, exported), groups);
        } finally {
            exported.forEach(Column::close);
            reductions.forEach(Reduction::close);
        }
    }

    /// The states that the output takes, in the order in which it takes them.
    private List<Column> inputs(List<Reduction> reductions, List<Column> exported) {
        List<Column> inputs = new ArrayList<>();
        for (int reduction : plan.outputs().getFirst().reductions()) {
            int start = reductions.subList(0, reduction).stream()
                    .mapToInt(before -> before.stateFields().size())
                    .sum();
            int size = reductions.get(reduction).stateFields().size();
            inputs.addAll(exported.subList(start, start + size));
        }
        return inputs;
    }

    private void input(List<Column> states, Groups groups, List<Reduction> reductions) {
        int chunkRows = groups.settings().chunkRows();
        List<ArgumentVector> lanes = states.stream()
                .map(state -> {
                    ArgumentVector lane = new ArgumentVector(chunkRows, groups.pool());
                    lane.begin(state);
                    return lane;
                })
                .toList();
        ReductionInput lists = new ReductionInput(lanes, lanes.subList(0, 1), null, chunkRows);
        int[] ids = new int[chunkRows];
        for (int start = 0; start < groups.count(); start += chunkRows) {
            int rows = Math.min(chunkRows, groups.count() - start);
            for (int i = 0; i < rows; i++) {
                ids[i] = start + i;
            }
            for (ArgumentVector lane : lanes) {
                lane.chunk(start, rows);
            }
            lists.load(ids, rows);
            input(lists, groups, reductions);
        }
    }

    private void input(ReductionInput lists, Groups groups, List<Reduction> reductions) {
        int chunkRows = groups.settings().chunkRows();
        try (Elements elements = new Elements(lists, chunkRows, groups.pool())) {
            List<ReductionInput> inputs = plan.reductions().stream()
                    .map(spec -> input(spec.input(), elements, chunkRows))
                    .toList();
            while (elements.next()) {
                for (int i = 0; i < inputs.size(); i++) {
                    inputs.get(i).load(elements.ids(), elements.rows(), false);
                    reductions.get(i).update(inputs.get(i), groups.count());
                }
            }
        }
    }

    private ReductionInput input(InputSpec spec, Elements elements, int chunkRows) {
        List<ArgumentVector> arguments = spec.arguments().stream()
                .map(argument -> lane(plan.arguments().get(argument), elements))
                .toList();
        return new ReductionInput(arguments, arguments.subList(0, spec.required()), null, chunkRows);
    }

    /// State 0 holds ordinals, the others the arguments.
    private static ArgumentVector lane(ColumnSource source, Elements elements) {
        return switch (source) {
            case ColumnSource.Ordinals() -> elements.lane(0);
            case ColumnSource.Plain plain -> elements.lane(plain.index() + 1);
            case ColumnSource.Computed _ -> throw new AssertionError("distinct arguments are columns");
        };
    }
}
