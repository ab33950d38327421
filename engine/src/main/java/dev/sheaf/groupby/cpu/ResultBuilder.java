package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.GroupStates;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.finish.OutputSpec;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Turns a [GroupStates] in which no group occurs twice into a result table.
final class ResultBuilder {
    private final GroupByPlan plan;
    private final CpuSettings settings;
    private final MemoryPool pool;
    private final Tasks parallel;

    /// A builder that works on one thread.
    ResultBuilder(GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        this(plan, settings, pool, Tasks.SEQUENTIAL);
    }

    /// A builder that has an aggregate's results made by a task.
    ResultBuilder(GroupByPlan plan, CpuSettings settings, MemoryPool pool, Tasks parallel) {
        this.parallel = parallel;
        this.plan = plan;
        this.settings = settings;
        this.pool = pool;
    }

    /// The result, of the schema [ResultOrder#unordered], to be closed by the caller; the state stays open.
    Table finish(GroupStates state) {
        try (Closer closer = new Closer()) {
            List<Column> keys = new ArrayList<>();
            for (int i = 0; i < plan.keys().size(); i++) {
                keys.add(closer.add(state.table().column(i).retain()));
            }
            List<Column> columns = new ArrayList<>(keys);
            List<List<Column>> states = statesByReduction(state.table());
            columns.addAll(outputs(states, keys, state.groups(), closer));
            if (plan.options().order() == Order.FIRST_APPEARANCE) {
                columns.add(closer.add(states.getLast().getFirst().retain()));
            }
            closer.release();
            return new Table(ResultOrder.unordered(plan), columns, state.groups());
        }
    }

    /// The aggregates' columns, each made by a task.
    private List<Column> outputs(List<List<Column>> states, List<Column> keys, int count, Closer closer) {
        Finalizer.Groups groups = new Finalizer.Groups(count, group -> name(keys, group), settings, pool, parallel);
        @Nullable Column[] finished = new @Nullable Column[plan.outputs().size()];
        try {
            parallel.forEach(
                    finished.length, i -> finished[i] = finish(plan.outputs().get(i), states, groups));
        } finally {
            Stream.of(finished).filter(Objects::nonNull).forEach(closer::add);
        }
        return Stream.of(finished).map(Objects::requireNonNull).toList();
    }

    private static Column finish(OutputSpec output, List<List<Column>> states, Finalizer.Groups groups) {
        List<Column> inputs = output.reductions().stream()
                .flatMap(reduction -> states.get(reduction).stream())
                .toList();
        return output.finalizer().finish(inputs, groups);
    }

    /// The columns of a state table that each reduction exported.
    private List<List<Column>> statesByReduction(Table table) {
        List<List<Column>> states = new ArrayList<>();
        int next = plan.keys().size();
        for (ReductionSpec spec : plan.reductions()) {
            int end = next + spec.stateFields(settings, pool).size();
            states.add(table.columns().subList(next, end));
            next = end;
        }
        return states;
    }

    /// A group as errors name it: `group (k = a, j = null)`.
    private String name(List<Column> keys, long group) {
        if (plan.keys().isEmpty()) {
            return "all rows";
        }
        return IntStream.range(0, plan.keys().size())
                .mapToObj(key ->
                        plan.keyFields().get(key).name() + " = " + keys.get(key).get(group))
                .collect(Collectors.joining(", ", "group (", ")"));
    }
}
