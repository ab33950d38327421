package dev.sheaf.frame;

import dev.sheaf.expr.Expr;
import dev.sheaf.frame.data.Frame;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// For each row of a frame the rows of its group whose labels lie in a window that ends with its own: the windows
/// of [LazyFrame#rolling] over the index. Without keys all rows are one group.
final class RollingByIndex {
    private RollingByIndex() {}

    /// The results under the labels of the frame, which they keep in number and order.
    ///
    /// @throws IllegalArgumentException if the index has several levels, or labels that the period does not fit
    static Frame of(Frame frame, List<Expr> keys, String period, List<Expr> results) {
        if (frame.index().levels() != 1) {
            throw new IllegalArgumentException("rolling needs an index of one level, not of "
                    + frame.index().levels() + "; choose one with resetIndex and setIndex");
        }
        String level = frame.indexNames().getFirst();
        Expr[] groups = IntStream.range(0, keys.size())
                .mapToObj(key -> keys.get(key).as(frame.freeName("#key " + key)))
                .toArray(Expr[]::new);
        Frame computed = frame.run(plan -> LazyFrame.of(plan)
                .rolling(level, period)
                .by(groups)
                .agg(results.toArray(Expr[]::new))
                .drop(Arrays.stream(groups).map(Expr::outputName).toArray(String[]::new))
                .plan());
        return computed.reindexed(frame.index().copy());
    }
}
