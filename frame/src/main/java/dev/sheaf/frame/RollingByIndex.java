package dev.sheaf.frame;

import dev.sheaf.expr.Expr;
import dev.sheaf.frame.data.Frame;
import java.util.List;

/// For each row of a frame the rows whose labels lie in a window that ends with its own: the windows of
/// [LazyFrame#rolling] over the index.
final class RollingByIndex {
    private RollingByIndex() {}

    /// The results under the labels of the frame, which they keep in number and order.
    ///
    /// @throws IllegalArgumentException if the index has several levels, or labels that the period does not fit
    static Frame of(Frame frame, String period, List<Expr> results) {
        if (frame.index().levels() != 1) {
            throw new IllegalArgumentException("rolling needs an index of one level, not of "
                    + frame.index().levels() + "; choose one with resetIndex and setIndex");
        }
        String level = frame.indexNames().getFirst();
        Frame computed = frame.run(plan -> LazyFrame.of(plan)
                .rolling(level, period)
                .agg(results.toArray(Expr[]::new))
                .plan());
        return computed.reindexed(frame.index().copy());
    }
}
