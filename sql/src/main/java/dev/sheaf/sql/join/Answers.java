package dev.sheaf.sql.join;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/// The answers of sub-queries, joined to the plan that asks them one after the other. Conditions drop rows as soon as
/// the answers that they read are there.
///
/// One projection above all joins makes the columns: one above each would name all columns for each question.
public final class Answers {
    private final LogicalPlan around;
    private final UniqueNames names;
    private final UnaryOperator<Expr> reading;
    private final Map<String, Expr> answers = new LinkedHashMap<>();
    private LogicalPlan joined;

    /// Nothing is asked yet. `reserved` are names that answers will have; `rewrite` makes expressions of the query
    /// around fit the plan.
    public Answers(LogicalPlan plan, Collection<String> reserved, UnaryOperator<Expr> rewrite) {
        this.around = reserved.isEmpty() ? plan : Chance.once(plan);
        this.joined = around;
        this.names = new UniqueNames(plan.schema().names());
        reserved.forEach(names::unique);
        this.reading =
                expr -> ExprRewrite.mapColumns(rewrite.apply(expr), name -> answers.getOrDefault(name, col(name)));
    }

    /// The rows of the plan for which the answer is true, or false if `negated`; in either case not null.
    public static LogicalPlan kept(LogicalPlan plan, Question question, boolean negated, UnaryOperator<Expr> rewrite) {
        UniqueNames names = new UniqueNames(plan.schema().names());
        if (question.query().single().isEmpty() && !(question instanceof Question.Value)) {
            LogicalPlan around = Chance.once(plan);
            return new SubqueryJoins(around, around, question, rewrite, names).kept(negated);
        }
        String name = names.unique("answer");
        Answers answers = new Answers(plan, List.of(name), rewrite);
        answers.ask(name, question);
        answers.keep(negated ? col(name).not() : col(name));
        return answers.plan(List.of());
    }

    /// Joins what a question needs. It may read the answers before it.
    public void ask(String name, Question question) {
        SubqueryJoins.Answer answer = new SubqueryJoins(around, joined, question, reading, names).answer();
        joined = answer.plan();
        answers.put(name, answer.value());
    }

    /// Whether a question of this name was asked.
    public boolean has(String name) {
        return answers.containsKey(name);
    }

    /// Keeps only the rows for which a condition over columns and answers is true.
    public void keep(Expr condition) {
        joined = new LogicalPlan.Filter(joined, reading.apply(condition));
    }

    /// The rows with their columns, and all answers as columns of their names.
    public LogicalPlan plan() {
        return plan(answers.keySet());
    }

    /// The rows with their columns, and some of the answers.
    @SuppressWarnings("ReferenceEquality") // nothing was joined
    LogicalPlan plan(Collection<String> wanted) {
        if (joined == around) {
            return around;
        }
        List<Expr> columns = new ArrayList<>();
        around.schema().names().forEach(name -> columns.add(col(name)));
        wanted.forEach(
                name -> columns.add(Objects.requireNonNull(answers.get(name)).as(name)));
        return new LogicalPlan.Project(joined, columns);
    }
}
