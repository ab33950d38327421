package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Field;
import dev.sheaf.column.Layout;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.finish.OutputSpec;
import dev.sheaf.groupby.cpu.plan.DistinctFinalizer;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.reduce.CountReduction;
import dev.sheaf.groupby.cpu.reduce.MergingReduction;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Counts of distinct values as two group-bys, one after the other.
///
/// ```
/// rows --by keys and value--> (keys, value, states of the other aggregates) --by keys--> result
/// ```
/// A set of values a group is a hash table of pairs that knows no partitions: each thread has one, which
/// outgrows the caches, and merging them is work for one thread. As keys, pairs take the way of all keys:
/// packed, put out by partition where most are new, and on disk where there are too many. DuckDB does the same
/// (physical_hash_aggregate.cpp). [DistinctSets] says where sets are better.
record DistinctPairs(GroupByPlan inner, GroupByPlan outer) {

    /// Rows of the first group-by's result that a thread of the second takes at a time.
    private static final int SLICE_ROWS = 1 << 16;

    /// The two plans, if all distinct values that a plan wants are those of the same arguments, wanted to be
    /// counted, nothing else of the plan has a list a group, and [DistinctSets] do not pay.
    static Optional<DistinctPairs> of(GroupByPlan plan, SourceStats stats, QueryContext context) {
        CpuSettings settings = CpuSettings.of(context.settings());
        MemoryPool pool = context.pool();
        List<ReductionSpec> sets = plan.reductions().stream()
                .filter(spec -> spec.kind() == ReductionSpec.Kind.DISTINCT)
                .toList();
        if (settings.distinct() == CpuSettings.Distinct.SETS || sets.size() != 1) {
            return Optional.empty();
        }
        ReductionSpec set = sets.getFirst();
        int number = plan.reductions().indexOf(set);
        boolean counted = plan.outputs().stream()
                .filter(output -> output.reductions().contains(number))
                .allMatch(output -> output.finalizer() instanceof DistinctFinalizer of && of.counts());
        boolean lists = plan.reductions().stream()
                .filter(spec -> !spec.isSame(set))
                .flatMap(spec -> spec.stateFields(settings, pool).stream())
                .anyMatch(field -> field.type().layout() == Layout.LIST);
        Split split = new Split(plan, number, settings, pool);
        boolean asPairs = settings.distinct() == CpuSettings.Distinct.PAIRS
                || !DistinctSets.pay(plan, split.values, stats, context);
        return counted && !lists && set.input().filter() < 0 && asPairs ? Optional.of(split.pairs()) : Optional.empty();
    }

    /// The result, which the caller closes.
    BatchSource run(BatchSource input, QueryContext context) {
        context.decided(new Explanation(
                        "distinct values grouped with their keys, then counted by keys",
                        "all distinct values are of the same arguments and only counted",
                        List.of("a set of values for each group: sets of several threads are merged on one"))
                .decision("group by"));
        try (BatchSource pairs = sliced(run(inner, input, context))) {
            return run(outer, pairs, context);
        }
    }

    private static BatchSource run(GroupByPlan plan, BatchSource input, QueryContext context) {
        GroupByRun run = new GroupByRun(plan, input.stats(), context);
        try {
            return run.run(input);
        } catch (RuntimeException | Error failure) {
            run.close();
            throw failure;
        }
    }

    /// One large table is work for one thread only.
    private static BatchSource sliced(BatchSource pairs) {
        return pairs instanceof TableSource tables ? tables.sliced(SLICE_ROWS) : pairs;
    }

    /// Makes the two plans out of one.
    private static final class Split {
        private final GroupByPlan plan;
        private final int number;
        private final List<Integer> values;
        private final CpuSettings settings;
        private final MemoryPool pool;
        private final List<Integer> kept = new ArrayList<>();
        private final List<ColumnSource> columns = new ArrayList<>();

        Split(GroupByPlan plan, int number, CpuSettings settings, MemoryPool pool) {
            this.plan = plan;
            this.number = number;
            this.settings = settings;
            this.pool = pool;
            List<Integer> fed = plan.reductions().get(number).input().arguments();
            this.values = fed.subList(0, fed.size() - 1); // the last one is the row's ordinal
        }

        DistinctPairs pairs() {
            GroupByPlan first = inner();
            return new DistinctPairs(first, outer(first.resultSchema().fields()));
        }

        private GroupByPlan inner() {
            List<Field> keyFields = new ArrayList<>();
            List<ColumnSource> keys = new ArrayList<>(plan.keys());
            plan.keyFields().forEach(field -> keyFields.add(field.named("key." + keyFields.size())));
            for (int value : values) {
                ColumnSource source = plan.arguments().get(value);
                keyFields.add(new Field("key." + keyFields.size(), source.type()));
                keys.add(source);
            }
            List<ReductionSpec> reductions = new ArrayList<>();
            List<OutputSpec> outputs = new ArrayList<>();
            for (int i = 0; i < plan.reductions().size(); i++) {
                if (i != number) {
                    ReductionSpec spec = plan.reductions().get(i);
                    addStates(spec, reductions.size(), outputs);
                    reductions.add(spec.of(renumbered(spec.input()), spec.factory()));
                }
            }
            List<ColumnSource> arguments =
                    kept.stream().map(plan.arguments()::get).toList();
            return new GroupByPlan(
                    plan.options().with(NullKeys.INCLUDE).with(Order.UNSPECIFIED),
                    plan.filter(),
                    keyFields,
                    keys,
                    arguments,
                    reductions,
                    outputs,
                    OptionalInt.empty());
        }

        private void addStates(ReductionSpec spec, int reduction, List<OutputSpec> outputs) {
            List<StateField> fields = spec.stateFields(settings, pool);
            for (int i = 0; i < fields.size(); i++) {
                int state = i;
                outputs.add(new OutputSpec(
                        fields.get(i).field().named("state." + outputs.size()),
                        List.of(reduction),
                        (states, _) -> states.get(state).retain()));
            }
        }

        /// The same input where only the arguments that are used are left.
        private InputSpec renumbered(InputSpec input) {
            List<Integer> arguments = input.arguments().stream().map(this::keep).toList();
            return new InputSpec(arguments, input.required(), input.filter() < 0 ? -1 : keep(input.filter()));
        }

        private int keep(int argument) {
            if (!kept.contains(argument)) {
                kept.add(argument);
            }
            return kept.indexOf(argument);
        }

        private GroupByPlan outer(List<Field> pairs) {
            int keyCount = plan.keys().size();
            for (int i = 0; i < pairs.size(); i++) {
                columns.add(new ColumnSource.Plain(
                        i, pairs.get(i).name(), pairs.get(i).type()));
            }
            int next = values.size();
            List<ReductionSpec> reductions = new ArrayList<>();
            for (int i = 0; i < plan.reductions().size(); i++) {
                ReductionSpec spec = plan.reductions().get(i);
                if (i == number) {
                    reductions.add(counted(spec));
                } else {
                    int size = spec.stateFields(settings, pool).size();
                    reductions.add(merging(spec, range(next, next + size)));
                    next += size;
                }
            }
            return new GroupByPlan(
                    plan.options(),
                    Optional.empty(),
                    plan.keyFields(),
                    columns.subList(0, keyCount),
                    columns.subList(keyCount, columns.size()),
                    reductions,
                    plan.outputs().stream().map(this::output).toList(),
                    OptionalInt.empty());
        }

        /// Counts pairs: those without a null value, where the set would not have taken null ones.
        private ReductionSpec counted(ReductionSpec set) {
            InputSpec input = new InputSpec(range(0, values.size()), set.input().required(), -1);
            return new ReductionSpec(ReductionSpec.Kind.COUNT, input, (_, memory) -> new CountReduction(memory));
        }

        private static ReductionSpec merging(ReductionSpec spec, List<Integer> states) {
            return spec.of(
                    new InputSpec(states, 1, -1),
                    (with, memory) -> new MergingReduction(spec.factory().create(with, memory)));
        }

        private OutputSpec output(OutputSpec output) {
            return output.reductions().contains(number)
                    ? new OutputSpec(output.field(), output.reductions(), Finalizer::same)
                    : output;
        }

        private static List<Integer> range(int from, int to) {
            List<Integer> numbers = new ArrayList<>();
            for (int i = from; i < to; i++) {
                numbers.add(i);
            }
            return numbers;
        }
    }
}
