package dev.sheaf.expr;

import dev.sheaf.column.DataType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Makes the nodes of a [Program] for a bound expression. A column that is used several times is loaded once.
final class Compiler {
    private final Map<BoundExpr.Column, ColumnNode> columns = new HashMap<>();
    private final List<TextArena> arenas = new ArrayList<>();

    private Compiler() {}

    static Program compile(BoundExpr expr) {
        Compiler compiler = new Compiler();
        Node root = compiler.node(expr);
        return new Program(root, List.copyOf(compiler.columns.values()), List.copyOf(compiler.arenas));
    }

    private Node node(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column column ->
                columns.computeIfAbsent(column, _ -> new ColumnNode(column.index(), column.type()));
            case BoundExpr.Constant constant -> new ConstantNode(constant);
            case BoundExpr.Call call -> call(call);
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
        List<Node> inputs = nodes(call.arguments());
        return switch (call.function()) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, INT_DIVIDE, MODULO, POWER ->
                arithmetic(call, inputs.getFirst(), inputs.getLast());
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> comparison(call, inputs);
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> comparison(call, inputs);
            case AND, OR -> new Connective(call.function() == Function.OR, inputs);
            case NOT, IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE ->
                new Truth(call.function(), inputs.getFirst());
            case COALESCE -> new Coalesce(call.type(), inputs, arena());
            default -> throw new IllegalArgumentException(call.function().symbol() + " is not known here");
        };
    }

    private static Node arithmetic(BoundExpr.Call call, Node left, Node right) {
        return switch (call.type().layout()) {
            case FLOAT32, FLOAT64 -> new DoubleArithmetic(call, left, right);
            case INT128 -> new WideArithmetic(call, left, right);
            default -> new LongArithmetic(call, left, right);
        };
    }

    private static Node comparison(BoundExpr.Call call, List<Node> inputs) {
        return new Comparison(call.function(), call.argument(0).type(), inputs.getFirst(), inputs.getLast());
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
        List<Node> equal = new ArrayList<>();
        for (BoundExpr option : in.options()) {
            equal.add(new Comparison(Function.EQUAL, option.type(), input, node(option)));
        }
        return new Connective(true, equal);
    }

    private Node cast(BoundExpr.Cast cast) {
        Node input = node(cast.input());
        DataType from = cast.input().type();
        DataType to = cast.type();
        if (from.equals(DataType.BOOL) || to.equals(DataType.BOOL)) {
            return new BoolCast(cast, input);
        }
        if (from.isFloating()) {
            return to.isFloating() ? new DoubleCast(cast, input) : new FromDoubleCast(cast, input);
        }
        return to.isFloating() ? new ToDoubleCast(cast, input) : new ExactCast(cast, input);
    }
}
