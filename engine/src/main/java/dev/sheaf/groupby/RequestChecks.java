package dev.sheaf.groupby;

import dev.sheaf.expr.Expr;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Finds what is wrong with a request before any work is done.
final class RequestChecks {
    private RequestChecks() {}

    /// @throws IllegalArgumentException for an aggregate that is none, or two result columns of one name
    static void check(List<Expr> keys, List<Expr> aggregates) {
        Set<String> names = new HashSet<>();
        Stream.concat(keys.stream(), aggregates.stream()).map(Expr::outputName).forEach(name -> {
            if (!names.add(name)) {
                throw new IllegalArgumentException(
                        "two result columns are named \"" + name + "\"; rename one with as(...)");
            }
        });
        aggregates.forEach(RequestChecks::checkAggregate);
    }

    private static void checkAggregate(Expr aggregate) {
        if (!(aggregate.unaliased() instanceof Expr.Aggregate)) {
            throw new IllegalArgumentException(
                    aggregate.outputName() + " is not an aggregation" + "; known are sum, count, min, max, ...");
        }
    }
}
