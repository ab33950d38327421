package dev.sheaf.sql.bind.scope;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.sql.bind.scope.HeldCalls.Kind;
import dev.sheaf.sql.join.Question;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The aggregates and window functions that one SELECT asks for. In expressions each is a column of a name of its
/// own, which the plan makes true: the aggregates become columns of an Aggregate, the windows of a Window, and
/// what GROUPING asks a constant of each grouping set. Answers of sub-queries are columns, too, which joins make true,
/// and so are the elements of lists that are unnested.
public final class CallColumns {

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

    private final Map<String, Expr> unnests = new LinkedHashMap<>();
    private final Set<String> unnestedBelow = new HashSet<>();

    /// The seeds of random numbers by the names of their columns.
    private final Map<String, Long> randoms = new LinkedHashMap<>();

    private final Map<String, List<SortKey>> places = new LinkedHashMap<>();

    /// What the first ORDER BY inside aggregates says; none if no aggregate that depends on it has one.
    private List<SortKey> rowOrder = List.of();

    /// The columns of all these, so that equal ones are asked for once.
    private final Map<Object, String> known = new HashMap<>();

    private final Map<String, Field> fields = new HashMap<>();
    private final Map<String, Field> outerFields;
    private final UniqueNames names;
    private final Typing typing = Typing.over(this::type);

    private final HeldCalls held = new HeldCalls();

    /// Over the columns of FROM, and those that stand for columns of the query around, which may become more.
    public CallColumns(Schema source, Map<String, Field> outerFields) {
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

    /// Has aggregates see the rows in an order, unless one before asked for another.
    ///
    /// @return whether they do
    public boolean orderRows(List<SortKey> keys) {
        if (rowOrder.isEmpty()) {
            rowOrder = List.copyOf(keys);
        }
        return rowOrder.equals(keys);
    }

    /// The orders in which rows have places, by the names of the columns of these.
    public Map<String, List<SortKey>> places() {
        return places;
    }

    /// The column of the places that rows have in an order, counted over all of them.
    public Expr place(List<SortKey> keys) {
        return column(List.copyOf(keys), places, Kind.COLUMN, UniqueNames.OURS + "place", DataType.INT64);
    }

    /// The arguments of GROUPING by the names of their columns.
    public Map<String, List<Expr>> groupings() {
        return groupings;
    }

    /// What is asked of sub-queries by the names of their columns, in an order in which none depends on one behind it.
    public Map<String, Question> questions() {
        return questions;
    }

    /// The types of expressions over the columns of the source and of all calls, those included that are asked for
    /// later. What the aliases of a list stand for is typed once for all that name them.
    public Typing typing() {
        return typing;
    }

    private DataType type(String name) {
        Field field = fields.containsKey(name) ? fields.get(name) : outerFields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("no column " + name); // a parameter of a lambda
        }
        return field.type();
    }

    /// The column of an aggregate, the same for equal ones.
    public Expr column(Expr.Aggregate aggregate, String name, DataType type) {
        return column(aggregate, aggregates, Kind.OF_GROUPS, name, type);
    }

    /// The column of a window function, the same for equal ones.
    public Expr column(WindowDraft window, String name, DataType type) {
        return column(window, windows, Kind.WINDOW, name, type);
    }

    /// The column of GROUPING with these arguments.
    public Expr grouping(List<Expr> arguments, String name) {
        return column(List.copyOf(arguments), groupings, Kind.OF_GROUPS, name, DataType.INT64);
    }

    /// The seeds of the random numbers that are asked for, by the names of their columns.
    public Map<String, Long> randoms() {
        return randoms;
    }

    /// A column of random numbers; each call has its own.
    public Expr random(String name, long seed) {
        String own = added(name, DataType.FLOAT64, Kind.RANDOM);
        randoms.put(own, seed);
        return Expressions.col(own);
    }

    /// The lists whose elements become rows, by the names of the columns of their elements.
    public Map<String, Expr> unnests() {
        return unnests;
    }

    /// The column of the elements of a list, the same for equal lists.
    public Expr unnest(Expr list, String name, DataType element) {
        Expr.ColumnRef column = column(list, unnests, Kind.UNNEST, UniqueNames.OURS + name, element);
        held.addElements(column.name(), list);
        return column;
    }

    /// Says what the keys of GROUP BY read: elements among it are there before rows are grouped.
    public void groupBy(Set<String> columns) {
        unnestedBelow.addAll(columns);
        unnestedBelow.retainAll(unnests.keySet());
    }

    /// The columns of elements that are there before rows are grouped, as far as keys are bound.
    public Set<String> unnestedBelow() {
        return unnestedBelow;
    }

    /// Whether an expression holds elements that are there only above groups and windows.
    public boolean holdsUnnest(Expr expr) {
        return held.holds(expr, Kind.UNNEST)
                && ExprColumns.of(expr).stream()
                        .anyMatch(column -> unnests.containsKey(column) && !unnestedBelow.contains(column));
    }

    public boolean holdsRandom(Expr expr) {
        return held.holds(expr, Kind.RANDOM);
    }

    /// The column of the answer of a sub-query.
    public Expr column(Question question, String name, DataType type) {
        String own = added(name, type, Kind.QUESTION);
        questions.put(own, question);
        return Expressions.col(own);
    }

    private <T> Expr.ColumnRef column(T call, Map<String, T> calls, Kind kind, String name, DataType type) {
        return new Expr.ColumnRef(known.computeIfAbsent(call, _ -> {
            String own = added(name, type, kind);
            calls.put(own, call);
            return own;
        }));
    }

    private String added(String name, DataType type, Kind kind) {
        String own = names.unique(name);
        fields.put(own, new Field(own, type));
        held.add(own, kind);
        return own;
    }

    /// Whether an expression holds an aggregate, or what only groups have.
    public boolean holdsAggregate(Expr expr) {
        return held.holds(expr, Kind.OF_GROUPS);
    }

    /// Whether an expression reads a column, or a call that stands as one.
    public boolean readsColumn(Expr expr) {
        return held.holdsAny(expr);
    }

    public boolean holdsQuestion(Expr expr) {
        return held.holds(expr, Kind.QUESTION);
    }

    public boolean holdsWindow(Expr expr) {
        return held.holds(expr, Kind.WINDOW);
    }
}
