package dev.sheaf.spark.translate;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.spark.translate.Slot.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.Expression;

/// From an aggregation of Spark to a request of Sheaf. The same specification gives the same request on the driver and
/// on each executor.
public final class Translator {
    private Translator() {}

    /// The request for an aggregation.
    ///
    /// @throws UntranslatableException if something of it has no counterpart here
    public static Translation translate(AggregateSpec spec) {
        Arguments arguments = new Arguments();
        SumModes modes = new SumModes();
        Optional<Expr> condition = Optional.ofNullable(spec.condition()).map(arguments::argument);
        List<Expr> keys = new ArrayList<>();
        List<Slot> slots = new ArrayList<>();
        for (Expression key : spec.keys()) {
            slots.add(new Slot(keys.size(), Kind.VALUE, key.dataType()));
            keys.add(arguments.key(key).as("key" + keys.size()));
        }
        Measures measures = new Measures(arguments, modes, keys.size());
        spec.measures().forEach(measures::add);
        slots.addAll(measures.slots());
        GroupByOptions options = GroupByOptions.DEFAULT.with(modes.overflow()).with(spec.sums());
        return new Translation(arguments.columns(), request(arguments, condition, keys, measures, options), slots);
    }

    private static GroupByRequest request(
            Arguments arguments, Optional<Expr> condition, List<Expr> keys, Measures measures, GroupByOptions options) {
        List<Expr> aggregates = measures.aggregates();
        List<Expr> named = IntStream.range(0, aggregates.size())
                .mapToObj(i -> aggregates.get(i).as("measure" + i))
                .toList();
        try {
            return new GroupByRequest(arguments.schema(), condition, keys, named, options).checked();
        } catch (IllegalArgumentException refused) {
            throw new UntranslatableException(String.valueOf(refused.getMessage()));
        }
    }
}
