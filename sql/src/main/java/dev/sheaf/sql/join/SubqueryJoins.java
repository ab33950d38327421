package dev.sheaf.sql.join;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Join;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
public final class SubqueryJoins {
    private final LogicalPlan around;
    private final LogicalPlan plan;
    private final Question question;
    private final UnaryOperator<Expr> rewrite;
    private final UniqueNames names;

    /// `plan` is the plan `around` that asks, joined with the answers before this one.
    private SubqueryJoins(
            LogicalPlan around, LogicalPlan plan, Question question, UnaryOperator<Expr> rewrite, UniqueNames names) {
        this.around = around;
        this.plan = plan;
        this.question = question;
        this.rewrite = rewrite;
        this.names = names;
    }

    /// A plan with what a question needs joined to it, and the answer over its columns.
    private record Answer(LogicalPlan plan, Expr value) {}

    /// The plan with the answers as columns of these names. A question may read the answers before it. `rewrite` makes
    /// expressions of the query around fit the plan.
    ///
    /// One projection above all joins makes the columns: one above each would name all columns for each question.
    public static LogicalPlan answered(LogicalPlan plan, Map<String, Question> questions, UnaryOperator<Expr> rewrite) {
        UniqueNames names = new UniqueNames(plan.schema().names());
        questions.keySet().forEach(names::unique);
        Map<String, Expr> answers = new LinkedHashMap<>();
        UnaryOperator<Expr> reading =
                expr -> ExprRewrite.mapColumns(rewrite.apply(expr), name -> answers.getOrDefault(name, col(name)));
        LogicalPlan joined = plan;
        for (Map.Entry<String, Question> question : questions.entrySet()) {
            Answer answer = new SubqueryJoins(plan, joined, question.getValue(), reading, names).answer();
            joined = answer.plan();
            answers.put(question.getKey(), answer.value());
        }
        List<Expr> columns = new ArrayList<>();
        answers.forEach((name, answer) -> columns.add(answer.as(name)));
        return answers.isEmpty() ? plan : only(plan, joined, columns);
    }

    /// The rows of the plan for which the answer is true, or false if `negated`; in either case not null.
    public static LogicalPlan kept(LogicalPlan plan, Question question, boolean negated, UnaryOperator<Expr> rewrite) {
        UniqueNames names = new UniqueNames(plan.schema().names());
        SubqueryJoins joins = new SubqueryJoins(plan, plan, question, rewrite, names);
        if (question.query().single().isPresent() || question instanceof Question.Value) {
            String name = names.unique("answer");
            LogicalPlan answered = answered(plan, Map.of(name, question), rewrite);
            LogicalPlan filtered =
                    new LogicalPlan.Filter(answered, negated ? col(name).not() : col(name));
            return only(plan, filtered, List.of());
        }
        if (!negated) {
            return joins.semi(plan, JoinKind.SEMI, joins.asked());
        }
        LogicalPlan kept = joins.semi(plan, JoinKind.ANTI, joins.asked());
        for (AskedSide side : joins.unknowns()) {
            kept = joins.semi(kept, JoinKind.ANTI, side);
        }
        return kept;
    }

    /// The columns of the plan and some more.
    private static LogicalPlan only(LogicalPlan plan, LogicalPlan joined, List<Expr> more) {
        List<Expr> columns = new ArrayList<>();
        plan.schema().names().forEach(name -> columns.add(col(name)));
        columns.addAll(more);
        return new Project(joined, columns);
    }

    private Answer answer() {
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
        return AskedSide.of(question.query(), asking(), rewrite, names);
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

    /// The rows that make the answer null if it is not true.
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
        Expr value = any.query().values().getFirst();
        if (!(value instanceof Expr.ColumnRef(String name))
                || !any.query().plan().schema().contains(name)
                || any.query().plan().schema().field(name).nullable()) {
            AskedSide side = side();
            unknowns.add(side.where(side.values().getFirst().isNull()));
        }
        if (!(operands.getFirst() instanceof Expr.ColumnRef(String name))
                || plan.schema().field(name).nullable()) {
            unknowns.add(side().where(operands.getFirst().isNull()));
        }
        return unknowns;
    }

    private static LogicalPlan marked(LogicalPlan left, AskedSide side, String mark) {
        AskedSide few = side.forAny();
        LogicalPlan right = few.with(lit(true).as(mark));
        return new Join(left, right, JoinKind.FIRST, List.of(), few.condition());
    }

    private LogicalPlan semi(LogicalPlan left, JoinKind kind, AskedSide side) {
        AskedSide few = side.forAny();
        return new Join(left, few.plan(), kind, List.of(), few.condition());
    }
}
