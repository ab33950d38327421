package dev.sheaf.plan;

import dev.sheaf.expr.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A [WindowFunction] over partitions of the rows, as a result column `name`.
///
/// Rows whose `partitionBy` expressions agree (nulls agree with nulls) form a partition; without any, all rows
/// are one.
public record WindowCall(String name, WindowFunction function, List<Expr> partitionBy, List<SortKey> orderBy) {
    public WindowCall {
        partitionBy = List.copyOf(partitionBy);
        orderBy = List.copyOf(orderBy);
        if (function instanceof WindowFunction.Aggregated && !orderBy.isEmpty()) {
            throw new IllegalArgumentException(function.text() + " of a whole partition takes no order; with an order"
                    + " it is an aggregate of a frame");
        }
    }

    /// As SQL writes it: `row_number() over (partition by k order by v desc)`.
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (!partitionBy.isEmpty()) {
            parts.add("partition by "
                    + joined(partitionBy.stream().map(Expr::outputName).toList()));
        }
        if (!orderBy.isEmpty()) {
            parts.add("order by " + joined(orderBy));
        }
        function.frameRows()
                .filter(frame -> !frame.equals(WindowFrame.DEFAULT))
                .ifPresent(frame -> parts.add(frame.toString()));
        return function.text() + " over (" + String.join(" ", parts) + ")";
    }

    private static String joined(List<?> parts) {
        return parts.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
