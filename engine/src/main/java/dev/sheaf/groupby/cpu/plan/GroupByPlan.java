package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.finish.OutputSpec;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// A request, compiled: where keys and arguments come from, which reductions run, and what the results are made
/// of; how many groups there are, if their numbers are the key. Immutable; shared by all workers.
public record GroupByPlan(
        GroupByOptions options,
        Optional<RowFilter> filter,
        List<Field> keyFields,
        List<ColumnSource> keys,
        List<ColumnSource> arguments,
        List<ReductionSpec> reductions,
        List<OutputSpec> outputs,
        OptionalInt numbered) {

    public List<DataType> keyTypes() {
        return keyFields.stream().map(Field::type).toList();
    }

    /// What a source knows about the ranges of keys, one for each key.
    public List<Optional<KeyRange>> keyRanges(SourceStats stats) {
        List<Optional<KeyRange>> ranges = new ArrayList<>();
        for (ColumnSource key : keys) {
            ranges.add(
                    key instanceof ColumnSource.Plain plain
                            ? KeyRange.of(plain.type(), stats.column(plain.name()))
                            : Optional.empty());
        }
        return ranges;
    }

    /// The columns of a batch that keys and arguments read, the filter's own aside.
    public BitSet columnsRead() {
        BitSet columns = new BitSet();
        Stream.concat(keys.stream(), arguments.stream())
                .flatMapToInt(ColumnSource::reads)
                .forEach(columns::set);
        return columns;
    }

    /// Whether some reduction keeps a list a group, which costs more to merge than a row costs to move.
    public boolean keepsLists(CpuSettings settings, MemoryPool pool) {
        return reductions.stream()
                .flatMap(reduction -> reduction.stateFields(settings, pool).stream())
                .anyMatch(field -> field.type().layout() == Layout.LIST);
    }

    /// The columns of the result.
    public Schema resultSchema() {
        List<Field> fields = new ArrayList<>(keyFields);
        outputs.forEach(output -> fields.add(output.field()));
        return new Schema(fields);
    }

    /// The columns of a `GroupStates`: keys, then the states of each reduction as `number.name.state`.
    public Schema stateSchema(CpuSettings settings, MemoryPool pool) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < keyFields.size(); i++) {
            fields.add(new Field("key." + i, keyFields.get(i).type()));
        }
        for (int i = 0; i < reductions.size(); i++) {
            for (StateField state : reductions.get(i).stateFields(settings, pool)) {
                fields.add(state.field().named(i + "." + reductions.get(i).name() + "." + state.name()));
            }
        }
        return new Schema(fields);
    }

    /// The positions in a `GroupStates` of row ordinals, and of lists of them: what moves when the rows are put
    /// after others.
    public List<Integer> ordinalColumns(CpuSettings settings, MemoryPool pool) {
        List<Integer> columns = new ArrayList<>();
        int next = keyFields.size();
        for (ReductionSpec spec : reductions) {
            for (StateField state : spec.stateFields(settings, pool)) {
                if (state.role() == StateField.Role.ORDINAL) {
                    columns.add(next);
                }
                next++;
            }
        }
        return columns;
    }

    /// Whether nothing is computed of the rows before they are grouped, so that no value of theirs can fail.
    public boolean takesColumnsOnly() {
        return filter.isEmpty()
                && Stream.concat(keys.stream(), arguments.stream()).noneMatch(ColumnSource.Computed.class::isInstance);
    }
}
