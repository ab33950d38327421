package dev.sheaf.sql;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The aggregates and window functions that one SELECT asks for. In expressions each is a column of a name of its
/// own, which the plan makes true: the aggregates become columns of an Aggregate, the windows of a Window.
final class Calls {

    /// A window function, its expressions being over the columns and aggregates of the SELECT.
    record WindowDraft(WindowFunction function, List<Expr> partitionBy, List<SortKey> orderBy) {
        WindowDraft {
            partitionBy = List.copyOf(partitionBy);
            orderBy = List.copyOf(orderBy);
        }
    }

    private final Map<String, Expr.Aggregate> aggregates = new LinkedHashMap<>();
    private final Map<String, WindowDraft> windows = new LinkedHashMap<>();
    private final UniqueNames names;
    private Schema schema;

    Calls(Schema source) {
        this.schema = source;
        this.names = new UniqueNames(source.names());
    }

    /// The aggregates by the names of their columns.
    Map<String, Expr.Aggregate> aggregates() {
        return aggregates;
    }

    /// The windows by the names of their columns.
    Map<String, WindowDraft> windows() {
        return windows;
    }

    /// The columns of the source, and those of the aggregates and windows so far.
    Schema schema() {
        return schema;
    }

    /// The column of an aggregate, the same for equal ones.
    Expr column(Expr.Aggregate aggregate, String name, DataType type) {
        return Expressions.col(nameOf(aggregates, aggregate).orElseGet(() -> {
            String own = add(name, type);
            aggregates.put(own, aggregate);
            return own;
        }));
    }

    /// The column of a window function, the same for equal ones.
    Expr column(WindowDraft window, String name, DataType type) {
        return Expressions.col(nameOf(windows, window).orElseGet(() -> {
            String own = add(name, type);
            windows.put(own, window);
            return own;
        }));
    }

    boolean holdsAggregate(Expr expr) {
        return holds(expr, aggregates);
    }

    boolean holdsWindow(Expr expr) {
        return holds(expr, windows);
    }

    private static boolean holds(Expr expr, Map<String, ?> calls) {
        return (expr instanceof Expr.ColumnRef(String name) && calls.containsKey(name))
                || expr.children().stream().anyMatch(child -> holds(child, calls));
    }

    private static <T> Optional<String> nameOf(Map<String, T> calls, T call) {
        return calls.entrySet().stream()
                .filter(entry -> entry.getValue().equals(call))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private String add(String name, DataType type) {
        String own = names.unique(name);
        List<Field> fields = new ArrayList<>(schema.fields());
        fields.add(new Field(own, type));
        schema = new Schema(fields);
        return own;
    }
}
