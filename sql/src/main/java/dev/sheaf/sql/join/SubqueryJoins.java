package dev.sheaf.sql.join;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Joins sub-queries to the plan that asks them.
///
/// ```
///   Value    SINGLE join, FIRST if there is one row by itself     the value as a column
///   Exists   FIRST join with a constant                           whether the constant is there
///   Any      as Exists where the comparison is true;
///            again where a value is null; where the operand is    true, else null, else false
/// ```
/// Where WHERE asks nothing but such a question, SEMI and ANTI joins drop rows at once.
final class SubqueryJoins {
    private final LogicalPlan around;
    private final LogicalPlan plan;
    private final Question question;
    private final Subquery query;
    private final UnaryOperator<Expr> rewrite;
    private final UniqueNames names;

    /// `plan` is the plan `around` that asks, joined with the answers before this one.
    SubqueryJoins(
            LogicalPlan around, LogicalPlan plan, Question question, UnaryOperator<Expr> rewrite, UniqueNames names) {
        this.around = around;
        this.plan = plan;
        this.question = question;
        this.rewrite = rewrite;
        this.names = names;
        this.query = question instanceof Question.Any ? question.query().shared(asking(), rewrite) : question.query();
    }

    /// A plan with what a question needs joined to it, and the answer over its columns.
    record Answer(LogicalPlan plan, Expr value) {}

    /// The rows of the plan for which a query of rows answers true, or false if `negated`; in either case not null.
    LogicalPlan kept(boolean negated) {
        if (!negated) {
            return semi(plan, JoinKind.SEMI, asked());
        }
        LogicalPlan kept = semi(plan, JoinKind.ANTI, asked());
        for (AskedSide side : unknowns()) {
            kept = semi(kept, JoinKind.ANTI, side);
        }
        return kept;
    }

    Answer answer() {
        return question.query().single().isPresent() ? ofSingleRow() : ofRows();
    }

    private Answer ofRows() {
        return switch (question) {
            case Question.Value _ -> value();
            case Question.Exists _, Question.Any _ -> {
                List<AskedSide> unknowns = unknowns();
                String found = names.unique("found");
                LogicalPlan marked = marked(plan, asked(), found);
                Expr unknown = null;
                for (AskedSide side : unknowns) {
                    String mark = names.unique("unknown");
                    marked = marked(marked, side, mark);
                    Expr isUnknown = col(mark).isNotNull();
                    unknown = unknown == null ? isUnknown : unknown.or(isUnknown);
                }
                Expr answer = col(found).isNotNull();
                if (unknown != null) {
                    List<Expr.When> branches =
                            List.of(new Expr.When(answer, lit(true)), new Expr.When(unknown, lit(null)));
                    answer = new Expr.Case(branches, lit(false));
                }
                yield new Answer(marked, answer);
            }
        };
    }

    private Answer value() {
        AskedSide side = side();
        Expr value = side.values().getFirst();
        String mark = names.unique("found");
        boolean inside = !question.query().isOuter(question.query().values().getFirst());
        String column = inside ? names.unique("value") : mark;
        LogicalPlan right = side.with(inside ? value.as(column) : lit(true).as(mark));
        LogicalPlan joined = new Join(plan, right, JoinKind.SINGLE, List.of(), side.condition());
        Expr result = inside
                ? col(column)
                : new Expr.Case(List.of(new Expr.When(col(mark).isNotNull(), value)), lit(null));
        return new Answer(joined, result);
    }

    /// The answer of a query that has one row, or none if a condition over it does not hold.
    private Answer ofSingleRow() {
        AskedSide side = side();
        LogicalPlan joined = new Join(plan, side.plan(), JoinKind.FIRST, List.of(), side.condition());
        Expr holds = side.single();
        Expr result = switch (question) {
            case Question.Value _ ->
                new Expr.Case(List.of(new Expr.When(holds, side.values().getFirst())), lit(null));
            case Question.Exists _ -> new Expr.Case(List.of(new Expr.When(holds, lit(true))), lit(false));
            case Question.Any any ->
                new Expr.Case(List.of(new Expr.When(holds, any.compare(operands(any), side.values()))), lit(false));
        };
        return new Answer(joined, result);
    }

    private List<Expr> operands(Question.Any any) {
        return any.operands().stream().map(rewrite).toList();
    }

    private AskedSide side() {
        return AskedSide.of(query, asking(), rewrite, names);
    }

    /// The rows that ask: those around, without the answers before this one unless it reads them.
    private LogicalPlan asking() {
        boolean readsAround = question.query().outers().values().stream()
                .allMatch(outer -> around.schema().names().containsAll(ExprColumns.of(rewrite.apply(outer))));
        return readsAround ? around : plan;
    }

    /// The rows that make the answer true.
    private AskedSide asked() {
        AskedSide side = side();
        return question instanceof Question.Any any ? side.where(any.compare(operands(any), side.values())) : side;
    }

    /// The rows that make the answer null if it is not true. Those that read the query's values come last, and so are
    /// looked for first: rows that are kept are kept with the columns of their first reader.
    private List<AskedSide> unknowns() {
        if (!(question instanceof Question.Any any)) {
            return List.of();
        }
        List<AskedSide> unknowns = new ArrayList<>();
        List<Expr> operands = operands(any);
        if (operands.size() > 1) {
            AskedSide side = side();
            return List.of(side.where(any.compare(operands, side.values()).isNull()));
        }
        if (!(operands.getFirst() instanceof Expr.ColumnRef(String name))
                || plan.schema().field(name).nullable()) {
            unknowns.add(side().where(operands.getFirst().isNull()));
        }
        Expr value = any.query().values().getFirst();
        if (!(value instanceof Expr.ColumnRef(String name))
                || !any.query().plan().schema().contains(name)
                || any.query().plan().schema().field(name).nullable()) {
            AskedSide side = side();
            unknowns.add(side.where(side.values().getFirst().isNull()));
        }
        return unknowns;
    }

    private static LogicalPlan marked(LogicalPlan left, AskedSide side, String mark) {
        AskedSide few = side.forAny();
        LogicalPlan right = few.with(lit(true).as(mark));
        return new Join(left, right, JoinKind.FIRST, List.of(), few.condition());
    }

    private static LogicalPlan semi(LogicalPlan left, JoinKind kind, AskedSide side) {
        AskedSide few = side.forAny();
        return new Join(left, few.plan(), kind, List.of(), few.condition());
    }
}
