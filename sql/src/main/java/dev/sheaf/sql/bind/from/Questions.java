package dev.sheaf.sql.bind.from;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.CallColumns;
import dev.sheaf.sql.join.Answers;
import dev.sheaf.sql.join.Question;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Joins the sub-queries of one SELECT to its plan, where an expression needs their answers.
public final class Questions {
    private final Map<String, Question> questions;

    public Questions(CallColumns calls) {
        this.questions = calls.questions();
    }

    private Questions(Map<String, Question> questions) {
        this.questions = questions;
    }

    /// Those that depend on some columns, also by the answers that they read.
    public Questions reading(Set<String> columns) {
        return some(name -> reads(name, columns));
    }

    /// Those that do not depend on some columns.
    public Questions without(Set<String> columns) {
        return some(name -> !reads(name, columns));
    }

    private Questions some(Predicate<String> which) {
        Map<String, Question> some = new LinkedHashMap<>(questions);
        some.keySet().removeIf(which.negate());
        return new Questions(some);
    }

    private boolean reads(String name, Set<String> columns) {
        return ExprColumns.of(readers(List.of(Expressions.col(name)))).stream().anyMatch(columns::contains);
    }

    /// The columns of the answers.
    public Set<String> names() {
        return questions.keySet();
    }

    /// The plan with the answers that expressions read as columns. `rewrite` makes expressions of the SELECT fit the
    /// plan.
    public LogicalPlan answered(LogicalPlan plan, Collection<Expr> exprs, UnaryOperator<Expr> rewrite) {
        Answers answers = new Answers(plan, questions.keySet(), rewrite);
        ask(answers, plan, exprs, UnaryOperator.identity());
        return answers.plan();
    }

    private void ask(Answers answers, LogicalPlan plan, Collection<Expr> exprs, UnaryOperator<Expr> rewrite) {
        Set<String> needed = needed(exprs, rewrite);
        questions.forEach((name, question) -> {
            if (needed.contains(name) && !plan.schema().contains(name) && !answers.has(name)) {
                answers.ask(name, question);
            }
        });
    }

    /// The questions that expressions depend on, also by what they ask of other queries. What `rewrite` puts in the
    /// place of an answer, such as a key of groups, needs none.
    private Set<String> needed(Collection<Expr> exprs, UnaryOperator<Expr> rewrite) {
        Set<String> needed = new HashSet<>();
        Collection<Expr> left = questions.isEmpty() ? List.of() : exprs;
        while (!left.isEmpty()) {
            List<Expr> readers = new ArrayList<>();
            for (String name : ExprColumns.of(left.stream().map(rewrite).toList())) {
                if (questions.containsKey(name) && needed.add(name)) {
                    readers.addAll(Objects.requireNonNull(questions.get(name)).readers());
                }
            }
            left = readers;
        }
        return needed;
    }

    /// All expressions of the query around that some expressions depend on.
    public List<Expr> readers(Collection<Expr> exprs) {
        return needed(exprs, UnaryOperator.identity()).stream()
                .flatMap(name -> Objects.requireNonNull(questions.get(name)).readers().stream())
                .toList();
    }

    /// The rows of the plan for which a condition holds. A part of it that is a question drops rows by itself.
    public LogicalPlan kept(LogicalPlan plan, Expr condition, UnaryOperator<Expr> rewrite) {
        LogicalPlan result = plan;
        List<Expr> others = new ArrayList<>();
        List<Expr> asking = new ArrayList<>();
        for (Expr part : Conjuncts.split(condition)) {
            (needed(List.of(part), rewrite).isEmpty() ? others : asking).add(part);
        }
        if (!others.isEmpty()) {
            result = filtered(result, others, rewrite);
        }
        List<Expr> reading = new ArrayList<>();
        for (Expr part : asking) {
            boolean negated = part instanceof Expr.Call(Function function, var _) && function == Function.NOT;
            Expr inner = negated ? part.children().getFirst() : part;
            if (inner instanceof Expr.ColumnRef(String name)
                    && questions.containsKey(name)
                    && !result.schema().contains(name)) {
                Question question = Objects.requireNonNull(questions.get(name));
                result = answered(result, question.readers(), rewrite);
                result = Answers.kept(result, question, negated, rewrite);
            } else {
                reading.add(part);
            }
        }
        return reading.isEmpty() ? result : read(result, reading, rewrite);
    }

    /// The rows for which conditions over answers hold. Each condition drops rows before the next question is asked.
    private LogicalPlan read(LogicalPlan plan, List<Expr> conditions, UnaryOperator<Expr> rewrite) {
        Answers answers = new Answers(plan, questions.keySet(), rewrite);
        for (Expr condition : conditions) {
            ask(answers, plan, List.of(condition), rewrite);
            answers.keep(condition);
        }
        return answers.plan();
    }

    private static LogicalPlan filtered(LogicalPlan plan, List<Expr> parts, UnaryOperator<Expr> rewrite) {
        return new LogicalPlan.Filter(
                plan, Conjuncts.join(parts.stream().map(rewrite).toList()).orElseThrow());
    }
}
