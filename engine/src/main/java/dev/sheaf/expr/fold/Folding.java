package dev.sheaf.expr.fold;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// Computes the constant parts of an expression and simplifies its conditions. The result has the same type
/// and, for every row that raised no error before, the same value.
///
/// | before | after |
/// |---|---|
/// | `1 + 2` | `3` |
/// | `a and true`, `a or false` | `a` |
/// | `a and false`, `a or true` | `false`, `true` |
/// | `a and a`, `a or a` | `a` |
/// | `x >= 5 and x < 3` | `x is null and null` |
/// | `not not a`, `not (a < b)` | `a`, `a >= b` |
/// | `1 < a` | `a > 1` |
/// | `a < null` | `null` |
/// | `a is null`, of a column that has no nulls | `false` |
/// | `upper(a) is null`, `cast(a as varchar) is null`, `a // 13 is null` | `a is null` |
/// | `a in (1)` | `a = 1` |
/// | `null in (a, b)` | `null`, whatever they would raise |
/// | `case when true then a else b end`, `case when a then 1 else 1 end` | `a`, `1` |
/// | `case when a then 'x' else 'y' end = 'x'` | `case when a then true else false end` |
public final class Folding {
    private final Schema schema;
    private final Binder binder;

    /// What was folded already: a part that stands in several places is folded once.
    private final Map<Expr, Expr> known = new IdentityHashMap<>();

    private Folding(Schema schema) {
        this.schema = schema;
        this.binder = Binder.over(schema);
    }

    /// For expressions over a schema. A part that stands in several of them is simplified once, and shared by the
    /// results.
    public static Folding over(Schema schema) {
        return new Folding(schema);
    }

    /// As [#fold(Expr)], over a schema.
    public static Expr fold(Expr expr, Schema schema) {
        return over(schema).fold(expr);
    }

    /// The simplified expression, the very same if there is nothing to simplify. Constant parts that raise an error
    /// are left for whoever evaluates them. Cost: a few visits of each part.
    ///
    /// @throws IllegalArgumentException if the expression does not fit the schema
    public Expr fold(Expr expr) {
        Expr folded = known.get(expr);
        if (folded == null) {
            folded = foldNew(expr);
            known.put(expr, folded);
        }
        return folded;
    }

    private Expr foldNew(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef _, Expr.Literal _, Expr.Lambda _ -> expr;
            case Expr.Aggregate _, Expr.Alias _ -> ExprRewrite.mapChildren(expr, this::fold);
            case Expr.Call call when isConnective(call) -> foldConnective(call);
            case Expr.Call _, Expr.Applied _, Expr.Case _, Expr.Cast _, Expr.In _ -> {
                Expr inner = sameType(expr, ExprRewrite.mapChildren(expr, this::fold));
                yield isConstant(inner) ? compute(inner) : simplify(intoBranches(inner));
            }
        };
    }

    private static boolean isConnective(Expr.Call call) {
        return call.function() == Function.AND || call.function() == Function.OR;
    }

    /// A chain of ANDs or ORs at once: one by one, each would look at all before it again.
    private Expr foldConnective(Expr.Call call) {
        List<Expr> folded = Conjuncts.parts(call, call.function()).stream()
                .map(this::fold)
                .flatMap(part -> Conjuncts.parts(part, call.function()).stream())
                .toList();
        Expr inner = folded.equals(call.arguments()) ? call : new Expr.Call(call.function(), folded);
        return isConstant(inner) ? compute(inner) : simplify(inner);
    }

    /// A literal takes the type beside it where what it was computed from did not; then it keeps its type by a
    /// cast.
    @SuppressWarnings("ReferenceEquality")
    private Expr sameType(Expr before, Expr after) {
        if (after == before
                || binder.bind(after).type().equals(binder.bind(before).type())) {
            return after;
        }
        return ExprRewrite.mapChildren(before, child -> {
            Expr folded = fold(child);
            boolean becameLiteral = folded instanceof Expr.Literal && !(child instanceof Expr.Literal);
            return becameLiteral ? folded.cast(((Expr.Literal) folded).type()) : folded;
        });
    }

    private static boolean isConstant(Expr expr) {
        return expr.children().stream().allMatch(Expr.Literal.class::isInstance);
    }

    private Expr intoBranches(Expr expr) {
        return expr instanceof Expr.Case ? expr : CaseRules.intoBranches(expr, binder, this::compute);
    }

    private Expr compute(Expr expr) {
        return binder.bind(expr) instanceof BoundExpr.Constant(Object value, DataType type)
                ? new Expr.Literal(value, type)
                : expr;
    }

    private Expr simplify(Expr expr) {
        return switch (expr) {
            case Expr.Call call -> ConditionRules.simplify(call, schema, binder);
            case Expr.Case branches -> CaseRules.simplify(branches, binder);
            case Expr.In(Expr.Literal(Object value, DataType _), var _)
            when value == null -> new Expr.Literal(null, DataType.BOOL);
            case Expr.In(Expr input, var options) when options.size() == 1 -> input.eq(options.getFirst());
            case Expr.In _, Expr.Cast _, Expr.Applied _, Expr.ColumnRef _, Expr.Literal _ -> expr;
            case Expr.Aggregate _, Expr.Alias _, Expr.Lambda _ -> expr;
        };
    }
}
