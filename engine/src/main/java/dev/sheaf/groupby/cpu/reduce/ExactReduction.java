package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.exact.ExactNumber;
import dev.sheaf.groupby.cpu.exact.ExactSums;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Exact sums of numbers, of their squares and products, and how many there are: what `Sums.REPRODUCIBLE` makes
/// sums, means and spreads of. States are the same bytes for the same rows, however these are split.
final class ExactReduction implements Reduction {
    private static final String PURPOSE = "exact sums";

    /// What is summed, of the arguments x and y.
    enum Term {
        X,
        Y,
        XX,
        YY,
        XY
    }

    private final MemoryPool pool;
    private final Map<Term, ExactSums> sums = new EnumMap<>(Term.class);
    private final ExactNumber number = new ExactNumber();
    private final CountReduction counts;

    ExactReduction(List<Term> terms, MemoryPool pool) {
        this.pool = pool;
        this.counts = new CountReduction(pool);
        terms.forEach(term -> sums.put(term, new ExactSums(pool, term.compareTo(Term.XX) >= 0)));
    }

    @Override
    public List<StateField> stateFields() {
        List<StateField> fields = new ArrayList<>();
        fields.add(StateField.value("count", DataType.INT64, false));
        sums.keySet()
                .forEach(term ->
                        fields.add(StateField.value(term.name().toLowerCase(Locale.ROOT), DataType.BINARY, false)));
        return fields;
    }

    @Override
    public boolean hasRoom(int groups, long rows) {
        return sums.values().stream().allMatch(sum -> sum.hasRoom(groups, rows));
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        counts.update(input, groupCount);
        double[] x = input.argument(0).doubles();
        sums.forEach((term, sum) -> {
            sum.ensure(groupCount);
            switch (term) {
                case X -> sum.add(input.ids(), x, input.rows());
                case Y -> sum.add(input.ids(), input.argument(1).doubles(), input.rows());
                case XX -> sum.addProducts(input.ids(), x, x, input.rows());
                case YY -> {
                    double[] y = input.argument(1).doubles();
                    sum.addProducts(input.ids(), y, y, input.rows());
                }
                case XY -> sum.addProducts(input.ids(), x, input.argument(1).doubles(), input.rows());
            }
        });
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        counts.merge(states, groupCount);
        int state = 1;
        for (ExactSums sum : sums.values()) {
            sum.ensure(groupCount);
            ArgumentVector lane = states.argument(state++);
            VarColumn numbers = (VarColumn) lane.column();
            for (int i = 0; i < states.rows(); i++) {
                if (states.ids()[i] >= 0) {
                    read(numbers, lane.from() + i, number);
                    sum.merge(states.ids()[i], number);
                }
            }
        }
    }

    /// Reads the number of a row.
    static void read(VarColumn numbers, long row, ExactNumber number) {
        number.read(
                numbers.segment(),
                numbers.offsets().start(row),
                numbers.offsets().size(row));
    }

    @Override
    public List<Column> export(int groupCount) {
        List<Column> columns = new ArrayList<>(counts.export(groupCount));
        try {
            for (ExactSums sum : sums.values()) {
                sum.ensure(groupCount);
                columns.add(numbers(sum, groupCount));
            }
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private Column numbers(ExactSums sum, int groupCount) {
        try (Closer closer = new Closer();
                ByteHeap bytes = new ByteHeap(pool, PURPOSE)) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, PURPOSE));
            LongBuffer out = Views.longs(starts.segment(), 0, groupCount + 1L);
            for (int id = 0; id < groupCount; id++) {
                sum.read(id, number);
                long at = bytes.reserve(number.byteSize());
                number.write(bytes.segment(), at);
                out.put(id, at);
            }
            out.put(groupCount, bytes.size());
            Offsets offsets = Offsets.fitting(starts, groupCount);
            closer.release();
            return new VarColumn(DataType.BINARY, offsets, bytes.view(), Validity.allValid(groupCount));
        }
    }

    /// The counts of the first groups of exported states.
    static LongBuffer counts(List<Column> states, int groupCount) {
        return ((FixedColumn) states.getFirst()).longs(0, groupCount);
    }

    @Override
    public void clear() {
        counts.clear();
        sums.values().forEach(ExactSums::clear);
    }

    @Override
    public void close() {
        counts.close();
        sums.values().forEach(ExactSums::close);
    }
}
