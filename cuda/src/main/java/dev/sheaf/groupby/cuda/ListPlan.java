package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.runs.GroupLists;
import dev.sheaf.groupby.cuda.runs.RowGrouping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A request with lists of the rows of each group, which a sort by groups puts together, and other aggregates,
/// which are a request of their own.
///
/// @param lists all different
/// @param places which of the lists each aggregate is; -1 of others
/// @param others nothing if all are lists
record ListPlan(
        GroupByRequest request, List<GroupLists.Asked> lists, List<Integer> places, Optional<GroupByRequest> others) {

    /// Nothing if there are no lists that are made so.
    static Optional<ListPlan> of(GroupByRequest request) {
        List<GroupLists.Asked> lists = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        List<Expr> others = new ArrayList<>();
        for (Expr each : request.aggregates()) {
            Optional<GroupLists.Asked> list = list((Expr.Aggregate) each.unaliased());
            if (list.isEmpty()) {
                others.add(each);
            } else if (!lists.contains(list.orElseThrow())) {
                lists.add(list.orElseThrow());
            }
            places.add(list.map(lists::indexOf).orElse(-1));
        }
        boolean isFit = !lists.isEmpty()
                && !request.keys().isEmpty()
                && request.options().order() == Order.UNSPECIFIED
                && refusal(request, lists).isEmpty();
        return isFit ? Optional.of(new ListPlan(request, lists, places, others(request, others))) : Optional.empty();
    }

    private static Optional<GroupLists.Asked> list(Expr.Aggregate aggregate) {
        return aggregate.aggregation() instanceof Aggregation.CollectList(boolean skipsNulls) && !aggregate.distinct()
                ? Optional.of(new GroupLists.Asked(
                        aggregate.arguments().getFirst().unaliased(), aggregate.filter(), skipsNulls))
                : Optional.empty();
    }

    private static Optional<String> refusal(GroupByRequest request, List<GroupLists.Asked> lists) {
        Schema schema = request.input();
        return RowGrouping.refusal(request.keys(), request.filter(), GroupsOptions.DEFAULT, schema)
                .or(() -> GroupLists.refusal(lists, schema));
    }

    private static Optional<GroupByRequest> others(GroupByRequest request, List<Expr> aggregates) {
        return aggregates.isEmpty()
                ? Optional.empty()
                : Optional.of(new GroupByRequest(
                        request.input(),
                        request.filter(),
                        request.keys(),
                        aggregates,
                        request.options(),
                        request.numbered()));
    }
}
