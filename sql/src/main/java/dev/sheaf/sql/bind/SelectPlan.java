package dev.sheaf.sql.bind;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.BoundSelect.Clauses;
import dev.sheaf.sql.bind.from.Questions;
import dev.sheaf.sql.join.JoinOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The plan of a bound SELECT, built from the bottom up:
///
/// ```
/// Limit  <- Sort <- Distinct <- Project <- Filter    <- Window <- Filter   <- Aggregate  <- Filter <- ...
/// LIMIT     ORDER BY DISTINCT   SELECT     QUALIFY      OVER      HAVING      GROUP BY      WHERE     FROM
/// ```
/// Steps that are not needed are left out. A Sort by what is no result column stands below the Project. `SelectOutput`
/// builds what stands above HAVING.
final class SelectPlan {
    private SelectPlan() {}

    static LogicalPlan of(BoundSelect bound) {
        Clauses clauses = bound.clauses();
        LogicalPlan plan = over(bound, source(clauses, bound.from().plan(), bound.conditions()), List.of());
        clauses.context().origins().collations().note(plan, clauses.collations());
        return plan;
    }

    /// The rows of FROM for which all conditions hold, with the answers that they and the grouping need.
    static LogicalPlan source(Clauses clauses, LogicalPlan from, List<Expr> conditions) {
        List<Expr> plain = new ArrayList<>();
        List<Expr> random = new ArrayList<>();
        List<Expr> asking = new ArrayList<>();
        for (Expr condition : conditions) {
            if (clauses.context().calls().holdsRandom(condition)
                    && !clauses.context().calls().holdsQuestion(condition)) {
                random.add(condition);
            } else if (!clauses.context().calls().holdsQuestion(condition)) {
                plain.add(condition);
            } else {
                Conjuncts.split(condition)
                        .forEach(part -> (clauses.context().calls().holdsQuestion(part) ? asking : plain).add(part));
            }
        }
        Questions questions = clauses.questions();
        LogicalPlan joined = JoinOrder.of(randomized(JoinOrder.of(from, plain), clauses.randomRows()), random);
        LogicalPlan kept = Conjuncts.join(asking)
                .map(condition -> questions.kept(joined, condition, UnaryOperator.identity()))
                .orElse(joined);
        Set<String> elements = clauses.unnestedBelow().keySet();
        List<Expr> below = new ArrayList<>(clauses.below());
        below.addAll(questions.reading(elements).readers(below));
        return questions.without(elements).answered(kept, below, UnaryOperator.identity());
    }

    /// Rows with random numbers.
    private static LogicalPlan randomized(LogicalPlan rows, Map<String, Long> seeds) {
        LogicalPlan result = rows;
        for (Map.Entry<String, Long> random : seeds.entrySet()) {
            result = new LogicalPlan.Randomized(result, random.getKey(), random.getValue());
        }
        return result;
    }

    /// What stands above the rows of FROM. `carried` columns of these are in the result, too, and everything is done
    /// for each combination of their values by itself.
    static LogicalPlan over(BoundSelect bound, LogicalPlan source, List<String> carried) {
        Clauses clauses = bound.clauses();
        if (!clauses.isGrouped()) {
            return new SelectOutput(bound, Rewrite.NONE, carried).over(source);
        }
        Grouping grouping = grouping(bound, carried);
        Rewrite rewrite = grouping::rewrite;
        LogicalPlan unnested = UnnestedRows.beside(source, source.schema().names(), clauses.unnestedBelow());
        LogicalPlan rows = clauses.questions()
                .reading(clauses.unnestedBelow().keySet())
                .answered(unnested, clauses.below(), UnaryOperator.identity());
        LogicalPlan random = randomized(grouping.over(rows), clauses.randomGroups());
        LogicalPlan groups = rewrite.filter(clauses, random, clauses.having());
        return new SelectOutput(bound, rewrite, carried).over(groups);
    }

    static Grouping grouping(BoundSelect bound, List<String> carried) {
        Clauses clauses = bound.clauses();
        Map<Expr, String> names = groupedNames(clauses, clauses.names());
        return new Grouping(clauses, carried, names, bound.select());
    }

    /// Of the names of the list those of keys and aggregates.
    private static Map<Expr, String> groupedNames(Clauses clauses, Map<Expr, String> names) {
        Map<Expr, String> grouped = new HashMap<>();
        clauses.groupBy().keys().forEach(key -> take(key.shown().orElse(key.expr()), names, grouped));
        clauses.context().calls().aggregates().keySet().forEach(name -> take(Expressions.col(name), names, grouped));
        return grouped;
    }

    private static void take(Expr expr, Map<Expr, String> names, Map<Expr, String> grouped) {
        String name = names.get(expr);
        if (name != null) {
            grouped.put(expr, name);
        }
    }
}
