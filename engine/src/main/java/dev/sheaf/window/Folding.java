package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Take;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.window.RunFunction.Folded;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Chooses how an aggregation of frames is computed: by prefixes, a queue, or a tree. `start` has what the rows before
/// have left, which frames that grow from the start of their run take up.
record Folding(Runs runs, RunInput input, Start start) {

    Column apply(Folded folded, FrameRows frames) {
        Aggregation aggregation = folded.aggregation();
        return switch (aggregation) {
            case Aggregation.CountAll() -> counts(frames, true);
            case Aggregation.CountValid() -> counts(frames, false);
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
            runs.forEach((from, to) -> {
                Carry carry = start.carry();
                int[] pieces = new int[6];
                for (int i = from; i < to; i++) {
                    frames.pieces(i, pieces);
                    long count = carry.valid;
                    for (int piece = 0; piece < pieces.length; piece += 2) {
                        count += valid.before(pieces[piece + 1]) - valid.before(pieces[piece]);
                    }
                    result.set(i, count);
                }
                carry.valid += valid.before(to) - valid.before(from);
            });
            return result.column();
        }
    }

    private Column extremes(Folded folded, FrameRows frames, boolean least) {
        try (Column gathered = runs.gather(input.column());
                Column values = Dictionaries.decode(gathered, runs.pool())) {
            return folded.frame().grows() ? growing(frames, values, least) : sliding(folded, frames, values, least);
        }
    }

    private Column growing(FrameRows frames, Column values, boolean least) {
        Choosing choosing = new Choosing(runs, start);
        int best = choosing.carried().isPresent() ? runs.rowCount() : PickLoop.NONE;
        return choosing.taken(values, choosing.carried(), (all, chosen) -> {
            ExtremeLoop loop = extremes(all, least, chosen);
            return (from, to) -> loop.grow(frames, best, from, to);
        });
    }

    private Column sliding(Folded folded, FrameRows frames, Column values, boolean least) {
        boolean isQueue = folded.frame().exclusion() == Frame.Exclusion.NOTHING;
        try (Buffer chosen = runs.ints();
                Buffer room = runs.pool().allocate((isQueue ? 4L : 8L) * runs.rowCount(), Runs.PURPOSE)) {
            ExtremeLoop loop = extremes(values, least, chosen.segment());
            runs.forEach((from, to) -> {
                if (isQueue) {
                    loop.queue(frames, room, from, to);
                } else {
                    loop.tree(frames, room, from, to);
                }
            });
            return Take.rows(values, chosen.segment(), runs.rowCount(), runs.pool());
        }
    }

    private static ExtremeLoop extremes(Column values, boolean least, MemorySegment out) {
        return new ExtremeLoop(ColumnComparator.ofValues(values), least, values.validity(), out);
    }

    private Column exact(Aggregation aggregation, FrameRows frames) {
        DataType type = AggregationTypes.resultType(
                new Aggregation.Sum(), List.of(input.column().type()));
        boolean mean = aggregation instanceof Aggregation.Mean;
        try (RunResult result = new RunResult(mean ? DataType.FLOAT64 : type, runs);
                FixedColumn values = ordered(type);
                ValidRows valid = ValidRows.of(values.validity(), false, runs);
                ExactSums sums = new ExactSums(values, valid, runs)) {
            runs.forEach((from, to) -> {
                Carry carry = start.carry();
                sums.prepare(carry, from, to);
                sums.write(carry, frames, mean, result, from, to);
            });
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
                FixedColumn values = ordered(DataType.FLOAT64);
                FloatFolds folds = new FloatFolds(
                        folded.aggregation(), values, folded.frame().grows(), runs)) {
            runs.forEach((from, to) -> folds.write(start.carry(), frames, result, from, to));
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
