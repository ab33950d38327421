package dev.sheaf.sql.bind.scope;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.sql.join.Question;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The aggregates and window functions that one SELECT asks for. In expressions each is a column of a name of its
/// own, which the plan makes true: the aggregates become columns of an Aggregate, the windows of a Window, and
/// what GROUPING asks a constant of each grouping set. Answers of sub-queries are columns, too, which joins make true.
public final class Calls {

    /// A window function, its expressions being over the columns and aggregates of the SELECT.
    public record WindowDraft(WindowFunction function, List<Expr> partitionBy, List<SortKey> orderBy) {
        public WindowDraft {
            partitionBy = List.copyOf(partitionBy);
            orderBy = List.copyOf(orderBy);
        }

        /// Its expressions.
        public List<Expr> reads() {
            List<Expr> reads = new ArrayList<>(partitionBy);
            orderBy.forEach(key -> reads.add(key.expr()));
            reads.addAll(function.expressions());
            return reads;
        }
    }

    private final Map<String, Expr.Aggregate> aggregates = new LinkedHashMap<>();
    private final Map<String, WindowDraft> windows = new LinkedHashMap<>();
    private final Map<String, List<Expr>> groupings = new LinkedHashMap<>();
    private final Map<String, Question> questions = new LinkedHashMap<>();

    /// The seeds of random numbers by the names of their columns.
    private final Map<String, Long> randoms = new LinkedHashMap<>();

    /// What the ORDER BY inside aggregates says; none if no aggregate that depends on it has one.
    private List<SortKey> rowOrder = List.of();

    /// The columns of all these, so that equal ones are asked for once.
    private final Map<Object, String> known = new HashMap<>();

    private final Map<String, Field> fields = new HashMap<>();
    private final Map<String, Field> outerFields;
    private final UniqueNames names;

    /// Over the columns of FROM, and those that stand for columns of the query around, which may become more.
    public Calls(Schema source, Map<String, Field> outerFields) {
        this.outerFields = outerFields;
        source.fields().forEach(field -> fields.put(field.name(), field));
        this.names = new UniqueNames(source.names());
    }

    /// The aggregates by the names of their columns.
    public Map<String, Expr.Aggregate> aggregates() {
        return aggregates;
    }

    /// The windows by the names of their columns.
    public Map<String, WindowDraft> windows() {
        return windows;
    }

    /// The order in which aggregates see the rows; none if nothing is said.
    public List<SortKey> rowOrder() {
        return rowOrder;
    }

    /// Has aggregates see the rows in an order.
    ///
    /// @throws IllegalArgumentException if another aggregate asked for another order
    public void orderRows(List<SortKey> keys) {
        if (!rowOrder.isEmpty() && !rowOrder.equals(keys)) {
            throw new IllegalArgumentException("the aggregates of a SELECT see the rows in one order; this ORDER BY is"
                    + " another than that of an aggregate before");
        }
        rowOrder = List.copyOf(keys);
    }

    /// The arguments of GROUPING by the names of their columns.
    public Map<String, List<Expr>> groupings() {
        return groupings;
    }

    /// What is asked of sub-queries by the names of their columns, in an order in which none depends on one behind it.
    public Map<String, Question> questions() {
        return questions;
    }

    /// Those columns of the source, the aggregates and the windows that an expression reads: a schema of all would
    /// be built anew for each call.
    public Schema schema(Expr expr) {
        return new Schema(ExprColumns.of(expr).stream()
                .map(name ->
                        Objects.requireNonNull(fields.containsKey(name) ? fields.get(name) : outerFields.get(name)))
                .toList());
    }

    /// The column of an aggregate, the same for equal ones.
    public Expr column(Expr.Aggregate aggregate, String name, DataType type) {
        return column(aggregate, aggregates, name, type);
    }

    /// The column of a window function, the same for equal ones.
    public Expr column(WindowDraft window, String name, DataType type) {
        return column(window, windows, name, type);
    }

    /// The column of GROUPING with these arguments.
    public Expr grouping(List<Expr> arguments, String name) {
        return column(List.copyOf(arguments), groupings, name, DataType.INT64);
    }

    /// The seeds of the random numbers that are asked for, by the names of their columns.
    public Map<String, Long> randoms() {
        return randoms;
    }

    /// A column of random numbers; each call has its own.
    public Expr random(String name, long seed) {
        String own = names.unique(name);
        fields.put(own, new Field(own, DataType.FLOAT64, false));
        randoms.put(own, seed);
        return Expressions.col(own);
    }

    public boolean holdsRandom(Expr expr) {
        return holds(expr, randoms);
    }

    /// The column of the answer of a sub-query.
    public Expr column(Question question, String name, DataType type) {
        String own = names.unique(name);
        fields.put(own, new Field(own, type));
        questions.put(own, question);
        return Expressions.col(own);
    }

    private <T> Expr column(T call, Map<String, T> calls, String name, DataType type) {
        return Expressions.col(known.computeIfAbsent(call, _ -> {
            String own = names.unique(name);
            fields.put(own, new Field(own, type));
            calls.put(own, call);
            return own;
        }));
    }

    /// Whether an expression holds an aggregate, or what only groups have.
    public boolean holdsAggregate(Expr expr) {
        return holds(expr, aggregates) || holds(expr, groupings);
    }

    public boolean holdsQuestion(Expr expr) {
        return holds(expr, questions);
    }

    public boolean holdsWindow(Expr expr) {
        return holds(expr, windows);
    }

    private static boolean holds(Expr expr, Map<String, ?> calls) {
        return !calls.isEmpty() && ExprColumns.of(expr).stream().anyMatch(calls::containsKey);
    }
}
