package dev.sheaf.expr.eval;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundColumns;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.JavaCalls;
import dev.sheaf.expr.bind.ListCalls;
import dev.sheaf.expr.bind.OperandOrder;
import dev.sheaf.expr.cast.BoolCast;
import dev.sheaf.expr.cast.DoubleCast;
import dev.sheaf.expr.cast.ExactCast;
import dev.sheaf.expr.cast.FromCategoryCast;
import dev.sheaf.expr.cast.FromDoubleCast;
import dev.sheaf.expr.cast.FromTextCast;
import dev.sheaf.expr.cast.ToCategoryCast;
import dev.sheaf.expr.cast.ToDoubleCast;
import dev.sheaf.expr.cast.ToTextCast;
import dev.sheaf.expr.condition.Choice;
import dev.sheaf.expr.condition.Comparison;
import dev.sheaf.expr.condition.Connective;
import dev.sheaf.expr.condition.InConstants;
import dev.sheaf.expr.condition.LongBounds;
import dev.sheaf.expr.condition.LongRange;
import dev.sheaf.expr.list.ColumnFunction;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.load.ConstantNode;
import dev.sheaf.expr.nested.ColumnCall;
import dev.sheaf.expr.nested.NestedConstant;
import dev.sheaf.expr.nested.NestedRead;
import dev.sheaf.expr.temporal.DurationToInterval;
import dev.sheaf.expr.temporal.TemporalCast;
import dev.sheaf.expr.value.Ranges;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.TextArena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes the nodes of a [Program] for a bound expression. A column that is used several times is loaded once.
final class Compiler {
    private final Map<BoundExpr.Column, ColumnNode> columns = new HashMap<>();
    private final List<DictionaryNode> dictionaries = new ArrayList<>();
    private final List<TextArena> arenas = new ArrayList<>();
    private final Set<Integer> encoded;
    private final OperandOrder order;
    private final CallNodes calls = new CallNodes(this::arena);
    private final ListCalls.Bodies bodies;

    private Compiler(Set<Integer> encoded, ListCalls.Bodies bodies) {
        this.encoded = encoded;
        this.order = new OperandOrder(encoded);
        this.bodies = bodies;
    }

    /// For batches whose columns lie any way. `bodies` computes the bodies of lambdas.
    static Program compile(BoundExpr expr, ListCalls.Bodies bodies) {
        return compile(expr, Set.of(), bodies);
    }

    /// For batches whose columns at `encoded` are dictionaries, worth an expression over them being computed
    /// once for each of their values.
    static Program compile(BoundExpr expr, Set<Integer> encoded, ListCalls.Bodies bodies) {
        return compile(expr, encoded, bodies, new Chunk());
    }

    /// The same, to run on a chunk.
    static Program compile(BoundExpr expr, Set<Integer> encoded, ListCalls.Bodies bodies, Chunk chunk) {
        Compiler compiler = new Compiler(encoded, bodies);
        Node root = compiler.node(expr);
        return new Program(
                root,
                List.copyOf(compiler.columns.values()),
                List.copyOf(compiler.dictionaries),
                List.copyOf(compiler.arenas),
                chunk);
    }

    private Node node(BoundExpr expr) {
        Optional<BoundExpr.Column> only = encoded.isEmpty() ? Optional.empty() : BoundColumns.only(expr);
        if (only.isPresent() && encoded.contains(only.get().index()) && BoundColumns.isNullOfNull(expr)) {
            BoundExpr alone = BoundColumns.alone(expr);
            Program program = compile(alone, bodies);
            DictionaryNode dictionary = new DictionaryNode(
                    expr, only.get(), alone.type(), (values, pool) -> program.compute(values, pool, alone));
            dictionaries.add(dictionary);
            return dictionary;
        }
        return switch (expr) {
            case BoundExpr.Column column ->
                columns.computeIfAbsent(column, _ -> new ColumnNode(column.index(), column.type()));
            case BoundExpr.Constant(Object value, DataType type)
            when ListCalls.isNested(type) -> new NestedConstant(value, type, arena());
            case BoundExpr.Constant constant -> new ConstantNode(constant);
            case BoundExpr.Lambda _ -> throw new AssertionError("compiled with the call that it stands in");
            case BoundExpr.Call call -> call(call);
            case BoundExpr.Applied applied -> {
                List<BoundExpr> given = JavaCalls.arguments(applied);
                yield columns(JavaCalls.function(applied), given, nodes(given), applied.type());
            }
            case BoundExpr.Cast cast -> cast(cast);
            case BoundExpr.Case branches -> choice(branches);
            case BoundExpr.In in -> in(in);
        };
    }

    private List<Node> nodes(List<BoundExpr> exprs) {
        return exprs.stream().map(this::node).toList();
    }

    private TextArena arena() {
        TextArena arena = new TextArena();
        arenas.add(arena);
        return arena;
    }

    private Node call(BoundExpr.Call call) {
        if (call.function() == Function.AND) {
            return conjunction(call);
        }
        if (ListCalls.takes(call)) {
            return nested(call);
        }
        Optional<LongBounds> bounds = LongBounds.of(call);
        if (bounds.isPresent()) {
            return range(bounds.get());
        }
        return calls.of(call, nodes(call.function() == Function.OR ? order.of(call.arguments()) : call.arguments()));
    }

    private Node nested(BoundExpr.Call call) {
        List<BoundExpr> given = ListCalls.arguments(call);
        List<Node> inputs = nodes(given);
        return switch (call.function()) {
            case STRUCT_EXTRACT -> new NestedRead(NestedRead.Part.FIELD, ListCalls.field(call), inputs, call.type());
            case LIST_EXTRACT -> new NestedRead(NestedRead.Part.ELEMENT, 0, inputs, call.type());
            case LENGTH -> new NestedRead(NestedRead.Part.LENGTH, 0, inputs, call.type());
            default -> columns(ListCalls.of(call, bodies), given, inputs, call.type());
        };
    }

    private Node columns(ColumnFunction function, List<BoundExpr> given, List<Node> inputs, DataType type) {
        return new ColumnCall(
                function, inputs, given.stream().map(BoundExpr::type).toList(), type, arena());
    }

    private Node conjunction(BoundExpr.Call call) {
        List<Node> operands = LongBounds.joined(order.of(call.arguments()), this::range, this::node);
        return operands.size() == 1 ? operands.getFirst() : new Connective(false, operands);
    }

    private Node range(LongBounds bounds) {
        return new LongRange(
                node(bounds.input()),
                bounds.least(),
                bounds.most(),
                Ranges.isNarrow(bounds.input().type()));
    }

    private Node choice(BoundExpr.Case branches) {
        List<Node> conditions = nodes(
                branches.branches().stream().map(BoundExpr.When::condition).toList());
        List<Node> results =
                nodes(branches.branches().stream().map(BoundExpr.When::result).toList());
        return new Choice(branches.type(), conditions, results, node(branches.otherwise()), arena());
    }

    private Node in(BoundExpr.In in) {
        Node input = node(in.input());
        List<BoundExpr.Constant> constants = in.options().stream()
                .filter(BoundExpr.Constant.class::isInstance)
                .map(BoundExpr.Constant.class::cast)
                .toList();
        if (constants.size() == in.options().size() && InConstants.takes(input.vector())) {
            return new InConstants(input, constants);
        }
        List<Node> equal = new ArrayList<>();
        for (BoundExpr option : in.options()) {
            equal.add(
                    ListCalls.isNested(option.type())
                            ? call(new BoundExpr.Call(Function.EQUAL, List.of(in.input(), option), DataType.BOOL, "in"))
                            : new Comparison(Function.EQUAL, option.type(), input, node(option)));
        }
        return new Connective(true, equal);
    }

    private Node cast(BoundExpr.Cast cast) {
        Node input = node(cast.input());
        DataType from = cast.input().type();
        DataType to = cast.type();
        if (ListCalls.isNested(from)) {
            return columns(ListCalls.cast(cast, bodies), List.of(cast.input()), List.of(input), to);
        }
        if (from instanceof DataType.CategoryType category) {
            return to.equals(category.values()) || to instanceof DataType.CategoryType
                    ? new FromCategoryCast(cast, category, input)
                    : cast(byWay(cast, category.values()));
        }
        if (to instanceof DataType.CategoryType category) {
            return from.equals(category.values())
                    ? new ToCategoryCast(cast, category, input)
                    : cast(byWay(cast, category.values()));
        }
        if (to.equals(DataType.BINARY)) {
            return input;
        }
        if (to.equals(DataType.STRING)) {
            return new ToTextCast(cast, input, arena());
        }
        if (from.equals(DataType.STRING)) {
            return new FromTextCast(cast, input);
        }
        if (from.isTemporal()) {
            return to.equals(DataType.INTERVAL) ? new DurationToInterval(cast, input) : new TemporalCast(cast, input);
        }
        return numberCast(cast, input);
    }

    private static BoundExpr.Cast byWay(BoundExpr.Cast cast, DataType values) {
        BoundExpr.Cast first = new BoundExpr.Cast(cast.input(), values, cast.lenient(), cast.text());
        return new BoundExpr.Cast(first, cast.type(), cast.lenient(), cast.text());
    }

    private static Node numberCast(BoundExpr.Cast cast, Node input) {
        DataType from = cast.input().type();
        DataType to = cast.type();
        if (to.equals(DataType.BOOL) || (from.equals(DataType.BOOL) && to.isInteger())) {
            return new BoolCast(cast, input);
        }
        if (from.equals(DataType.BOOL)) {
            BoundExpr.Cast toInteger = new BoundExpr.Cast(cast.input(), DataType.INT8, false, cast.text());
            BoundExpr.Cast onwards = new BoundExpr.Cast(toInteger, to, cast.lenient(), cast.text());
            return numberCast(onwards, new BoolCast(toInteger, input));
        }
        if (from.isFloating()) {
            return to.isFloating() ? new DoubleCast(cast, input) : new FromDoubleCast(cast, input);
        }
        return to.isFloating() ? new ToDoubleCast(cast, input) : new ExactCast(cast, input);
    }
}
