package dev.sheaf.groupby.cpu.state;

import dev.sheaf.column.Column;
import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.groupby.cpu.reduce.CountReduction;
import dev.sheaf.groupby.cpu.reduce.Reduction;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;

/// The states that reductions keep by group id.
///
/// Reductions run chunk by chunk, so that the values and ids of a chunk are in the first-level cache for all of them.
public final class ReductionStates implements AutoCloseable {
    private final CpuSettings settings;
    private final List<Reduction> reductions = new ArrayList<>();
    private final List<ArgumentVector> lanes = new ArrayList<>();
    private final List<ReductionInput> inputs = new ArrayList<>();
    private final List<ReductionInput> reductionInputs = new ArrayList<>();
    private final List<List<Integer>> parts = new ArrayList<>();
    private final SharedCounts counts = new SharedCounts();
    private boolean hasBegun;

    public ReductionStates(GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        this.settings = settings;
        for (int i = 0; i < plan.arguments().size(); i++) {
            lanes.add(new ArgumentVector(settings.chunkRows(), pool));
        }
        List<InputSpec> specs = new ArrayList<>();
        for (ReductionSpec reduction : plan.reductions()) {
            if (!specs.contains(reduction.input())) {
                specs.add(reduction.input());
                inputs.add(input(reduction.input()));
            }
            reductionInputs.add(inputs.get(specs.indexOf(reduction.input())));
            reductions.add(reduction.factory().create(settings, pool));
            if (reductions.getLast() instanceof CountReduction count
                    && reduction.input().filter() < 0) {
                counts.add(count, reductionInputs.getLast());
            }
        }
        cutIntoParts();
    }

    /// Those that may share states are together.
    private void cutIntoParts() {
        List<Integer> sharing = new ArrayList<>();
        for (int i = 0; i < reductions.size(); i++) {
            if (reductions.get(i) instanceof CountReduction) {
                sharing.add(i);
            } else {
                parts.add(List.of(i));
            }
        }
        parts.add(sharing);
    }

    private ReductionInput input(InputSpec spec) {
        List<ArgumentVector> arguments =
                spec.arguments().stream().map(lanes::get).toList();
        return new ReductionInput(
                arguments,
                arguments.subList(0, spec.required()),
                spec.filter() < 0 ? null : lanes.get(spec.filter()),
                settings.chunkRows());
    }

    public List<Reduction> reductions() {
        return reductions;
    }

    /// Tells that there will be about so many groups, before the first row.
    public void reserve(int groups) {
        reductions.forEach(reduction -> reduction.reserve(groups));
    }

    /// Whether all states of `groups` groups have room for `rows` rows more, should each make a group.
    public boolean haveRoom(int groups, long rows) {
        long[] each = new long[reductions.size()];
        Arrays.fill(each, rows);
        return haveRoom(groups, each);
    }

    /// The same where each reduction gets rows of its own number.
    public boolean haveRoom(int groups, long[] rows) {
        for (int i = 0; i < rows.length; i++) {
            if (!reductions.get(i).hasRoom(groups, rows[i])) {
                return false;
            }
        }
        return true;
    }

    /// Adds how many rows merging the states of `groups` groups takes room for, to the number of each reduction.
    public void addMergedRows(int groups, long[] rows) {
        for (int i = 0; i < rows.length; i++) {
            rows[i] += reductions.get(i).mergedRows(groups);
        }
    }

    /// Runs a task for the number of each reduction; those that share memory follow one another on a thread.
    public void forEach(Tasks parallel, IntConsumer task) {
        parallel.forEach(parts.size(), part -> parts.get(part).forEach(task::accept));
    }

    /// The state columns of each reduction, which `closer` closes unless it is released.
    public List<List<Column>> export(Function<Reduction, List<Column>> export, Tasks parallel, Closer closer) {
        List<List<Column>> states = new ArrayList<>(Collections.nCopies(reductions.size(), List.of()));
        try {
            forEach(parallel, i -> states.set(i, export.apply(reductions.get(i))));
        } finally {
            states.forEach(closer::addAll);
        }
        return states;
    }

    /// Starts on some columns of arguments, until [#end()]; there are so many groups. Counts part that are no longer
    /// the same, now that it is known which arguments have nulls.
    public void begin(List<Column> arguments, int groupCount) {
        for (int i = 0; i < arguments.size(); i++) {
            lanes.get(i).begin(arguments.get(i));
        }
        counts.check(hasBegun ? groupCount : 0);
        hasBegun = true;
    }

    /// Lets go of the columns.
    public void end() {
        lanes.forEach(ArgumentVector::close);
    }

    /// Gets ready for states of other tables.
    public void beginMerge(int groupCount) {
        counts.separate(groupCount);
        hasBegun = true;
    }

    /// Adds the first `rows` rows, whose ids have been found.
    public void add(MorselIds ids, int rows) {
        for (int start = 0; start < rows; start += settings.chunkRows()) {
            int size = Math.min(settings.chunkRows(), rows - start);
            int[] chunk = ids.chunk(start);
            for (ArgumentVector lane : lanes) {
                lane.chunk(start, size);
            }
            boolean everyGroup = ids.everyGroupHasRow(start, size);
            for (ReductionInput input : inputs) {
                input.load(chunk, size, everyGroup);
            }
            reduce(ids.groupCount(start));
        }
    }

    private void reduce(int groups) {
        for (int i = 0; i < reductions.size(); i++) {
            reductions.get(i).update(reductionInputs.get(i), groups);
        }
    }

    /// Makes all states new.
    public void clear() {
        reductions.forEach(Reduction::clear);
    }

    @Override
    public void close() {
        reductions.forEach(Reduction::close);
    }
}
