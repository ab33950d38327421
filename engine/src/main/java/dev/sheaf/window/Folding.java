package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.window.RunFunction.Folded;
import java.util.List;
import java.util.Optional;

/// Chooses how an aggregation of frames is computed: by prefixes, a queue, or a tree. `start` has what the rows before
/// have left, which frames that grow from the start of their run take up.
record Folding(Runs runs, RunInput input, Start start) {
    Column apply(Folded folded, FrameRows frames) {
        Aggregation aggregation = folded.aggregation();
        return switch (aggregation) {
            case Aggregation.CountAll() -> counts(frames, true);
            case Aggregation.CountValid() -> counts(frames, false);
            case Aggregation.MinBy(boolean skipNulls) -> extremesBy(folded.frame(), frames, true, skipNulls);
            case Aggregation.MaxBy(boolean skipNulls) -> extremesBy(folded.frame(), frames, false, skipNulls);
            case Aggregation.Min(), Aggregation.All() -> extremes(folded, frames, true);
            case Aggregation.Max(), Aggregation.Any() -> extremes(folded, frames, false);
            case Aggregation.Sum(), Aggregation.Mean()
            when isExact(input.column().type()) -> exact(aggregation, frames);
            case Aggregation.Product() when isExact(input.column().type()) -> products(folded, frames);
            case Aggregation.Sum(),
                    Aggregation.Mean(),
                    Aggregation.Product(),
                    Aggregation.M2(),
                    Aggregation.Variance _,
                    Aggregation.Std _ -> floats(folded, frames);
            default ->
                throw new IllegalArgumentException(
                        "a frame cannot have " + aggregation + "; it takes " + Folds.known());
        };
    }

    private static boolean isExact(DataType type) {
        return !type.decoded().isFloating();
    }

    private Column counts(FrameRows frames, boolean all) {
        try (RunResult result = new RunResult(DataType.INT64, runs);
                Column values = all ? new dev.sheaf.column.NullColumn(0, runs.pool()) : runs.gather(input.column());
                ValidRows valid = ValidRows.of(values.validity(), all, runs)) {
            long before = start.before().valid;
            runs.forEachRows((_, _, from, to) -> {
                int[] pieces = new int[FrameRows.PIECES];
                for (int i = from; i < to; i++) {
                    int size = frames.pieces(i, pieces);
                    long count = before;
                    for (int piece = 0; piece < size; piece += 2) {
                        count += valid.before(pieces[piece + 1]) - valid.before(pieces[piece]);
                    }
                    result.set(i, count);
                }
            });
            start.carry().valid += valid.before(runs.rowCount());
            return result.column();
        }
    }

    private Column extremes(Folded folded, FrameRows frames, boolean least) {
        GatherFunctions choosing = new GatherFunctions(runs, start);
        try (Column source = Dictionaries.decode(input.column(), runs.pool());
                Column gathered = runs.gather(source);
                Column values = GatherFunctions.with(gathered, choosing.carried(), runs.pool())) {
            ColumnComparator order = ColumnComparator.ofValues(values);
            int best = choosing.carried().isPresent() ? runs.rowCount() : GatherMap.NONE;
            return choosing.taken(
                    source,
                    choosing.carried(),
                    chosen -> choose(
                            folded.frame(),
                            new ExtremeLoop(order, least, values.validity()::isValid, frames, chosen),
                            best));
        }
    }

    /// The value in the row that is least or greatest by another column; with `skipNulls` of rows that have a
    /// value.
    private Column extremesBy(Frame frame, FrameRows frames, boolean least, boolean skipNulls) {
        boolean asksValues = skipNulls && input.column().nullCount() > 0;
        try (Column by = Dictionaries.decode(input.byColumn(), runs.pool());
                Column keys = runs.gather(by);
                Column values = asksValues ? runs.gather(input.column()) : keys.retain()) {
            ColumnComparator order = ColumnComparator.ofValues(keys);
            ExtremeLoop.Present present = keys.nullCount() == 0 ? values.validity()::isValid : both(keys, values);
            return new GatherFunctions(runs, start)
                    .taken(
                            input.column(),
                            Optional.empty(),
                            chosen -> choose(
                                    frame, new ExtremeLoop(order, least, present, frames, chosen), GatherMap.NONE));
        }
    }

    private static ExtremeLoop.Present both(Column keys, Column values) {
        Validity ofKeys = keys.validity();
        Validity ofValues = values.validity();
        return row -> ofKeys.isValid(row) && ofValues.isValid(row);
    }

    private void choose(Frame frame, ExtremeLoop loop, int best) {
        if (frame.grows()) {
            runs.forEach((from, to) -> loop.grow(best, from, to));
        } else if (frame.shrinks()) {
            runs.forEach(loop::shrink);
        } else if (frame.exclusion() == Frame.Exclusion.NOTHING) {
            loop.frames().forEachQueue(runs, Integer.BYTES, (room, from, to) -> loop.queue(Ints.of(room), from, to));
        } else {
            try (Buffer nodes = runs.pool().allocate(2L * Integer.BYTES * runs.rowCount(), Runs.PURPOSE)) {
                runs.forEach((from, to) -> loop.tree(nodes, from, to));
            }
        }
    }

    private Column exact(Aggregation aggregation, FrameRows frames) {
        DataType given = input.column().type().decoded();
        DataType type = AggregationTypes.resultType(new Aggregation.Sum(), List.of(given));
        boolean isNarrow = given instanceof DataType.IntType && given.layout().byteWidth() <= Integer.BYTES;
        boolean mean = aggregation instanceof Aggregation.Mean;
        try (RunResult result = new RunResult(mean ? DataType.FLOAT64 : type, runs);
                FixedColumn values = ordered(type);
                ValidRows valid = ValidRows.of(values.validity(), false, runs);
                ExactSums sums = new ExactSums(values, isNarrow, valid, start.before(), runs)) {
            sums.prepare(runs);
            runs.forEachRows((_, _, from, to) -> sums.write(frames, mean, result, from, to));
            sums.leave(start.carry(), runs.rowCount());
            return result.column();
        }
    }

    private Column products(Folded folded, FrameRows frames) {
        if (!folded.frame().grows()) {
            throw new IllegalArgumentException("products of integers begin with the run; cast the values to float64");
        }
        DataType type = AggregationTypes.resultType(
                folded.aggregation(), List.of(input.column().type()));
        try (RunResult result = new RunResult(type, runs);
                FixedColumn values = ordered(type)) {
            runs.forEach(new ProductLoop(values, frames, result, start)::run);
            return result.column();
        }
    }

    private Column floats(Folded folded, FrameRows frames) {
        try (RunResult result = new RunResult(DataType.FLOAT64, runs);
                FixedColumn values = ordered(DataType.FLOAT64)) {
            new FloatFolds(folded.aggregation(), values, folded.frame(), frames, result).run(start, runs);
            return result.column();
        }
    }

    Column smoothed(RunFunction.Smoothed smoothed) {
        try (RunResult result = new RunResult(DataType.FLOAT64, runs);
                FixedColumn values = ordered(DataType.FLOAT64)) {
            runs.forEach(new SmoothLoop(smoothed, values, result)::run);
            return result.column();
        }
    }

    /// The values run by run, as a column of `type`.
    private FixedColumn ordered(DataType type) {
        return Casts.to(type, runs.gather(input.column()), runs.pool());
    }
}
