package dev.sheaf.groupby;

import dev.sheaf.expr.Expr;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A request in words, for `explain`: what is asked, and which backend runs it by what strategy, and why.
public final class RequestText {
    private RequestText() {}

    /// What is grouped and computed, on one line.
    public static String title(GroupByRequest request) {
        String keys = request.keys().isEmpty() ? "aggregate" : "group by " + list(request.keys());
        return keys + (request.aggregates().isEmpty() ? "" : ": " + list(request.aggregates()));
    }

    /// Filter, options, the backend of choice with its reason, and the others with theirs, a line each.
    public static List<String> details(GroupByRequest request, SourceStats stats, QueryContext context) {
        List<String> details = new ArrayList<>();
        request.filter().ifPresent(condition -> details.add("where " + condition.outputName()));
        details.addAll(options(request.options()));
        Decision decision = Backends.choose(request, stats, context).decision();
        details.add(decision.choice() + ", because " + decision.reason());
        decision.rejected().forEach(rejected -> details.add("not " + rejected));
        return details;
    }

    private static List<String> options(GroupByOptions options) {
        List<String> said = new ArrayList<>();
        if (options.nullKeys() == NullKeys.EXCLUDE) {
            said.add("without null keys");
        }
        if (options.order() != Order.UNSPECIFIED) {
            said.add(options.order() == Order.SORTED ? "groups sorted" : "groups in order of first appearance");
        }
        if (options.overflow() == Overflow.WRAP) {
            said.add("overflow wraps around");
        }
        if (options.sums() == Sums.REPRODUCIBLE) {
            said.add("sums are reproducible");
        }
        return said;
    }

    /// Expressions with the names of their results.
    public static String list(List<Expr> exprs) {
        return exprs.stream().map(RequestText::text).collect(Collectors.joining(", "));
    }

    private static String text(Expr expr) {
        String inner = expr.unaliased().outputName();
        return inner.equals(expr.outputName()) ? inner : inner + " as " + expr.outputName();
    }
}
