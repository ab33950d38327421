package dev.sheaf.groupby;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What to group and compute: the one form in which every front end asks and every backend answers.
///
/// `input` is the schema of the batches. Rows for which `filter` is not true are left out before anything else.
/// `keys` and `aggregates` give the result columns in this order, under their [Expr#outputName()]; each of
/// `aggregates` is an [Expr.Aggregate], aliased or not. Without keys there is one group, even of no rows; with
/// keys, no rows give no groups. If there is a number in `numbered`, the only key is the number of a group that
/// is known already, an int32 from 0 to below it, and each of them comes; a backend may make use of that.
public record GroupByRequest(
        Schema input,
        Optional<Expr> filter,
        List<Expr> keys,
        List<Expr> aggregates,
        GroupByOptions options,
        OptionalInt numbered) {
    public GroupByRequest {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    /// A request of which nothing more is known.
    public GroupByRequest(
            Schema input, Optional<Expr> filter, List<Expr> keys, List<Expr> aggregates, GroupByOptions options) {
        this(input, filter, keys, aggregates, options, OptionalInt.empty());
    }

    /// A request by columns, with the rules of [GroupBy].
    ///
    /// @throws IllegalArgumentException if there is no such column
    public static GroupByRequest of(Schema input, List<String> keys, Expr... aggregates) {
        keys.forEach(input::indexOf);
        List<Expr> columns = keys.stream().map(Expressions::col).toList();
        return new GroupByRequest(input, Optional.empty(), columns, List.of(aggregates), GroupByOptions.DEFAULT);
    }

    /// This request, if it is valid.
    ///
    /// @throws IllegalArgumentException for an aggregate that is none, or two result columns of one name
    public GroupByRequest checked() {
        RequestChecks.check(keys, aggregates);
        return this;
    }

    /// The same with other options.
    public GroupByRequest with(GroupByOptions value) {
        return new GroupByRequest(input, filter, keys, aggregates, value, numbered);
    }

    /// The same of groups that are known, whose number is the only key.
    public GroupByRequest numbered(int groups) {
        return new GroupByRequest(input, filter, keys, aggregates, options, OptionalInt.of(groups));
    }
}
