package dev.sheaf.groupby;

/// How a group-by treats null keys, overflow and the order of its result.
public record GroupByOptions(NullKeys nullKeys, Order order, Overflow overflow) {
    /// The rules of `GroupBy`: rows with null keys left out, any order, overflow is an error.
    public static final GroupByOptions DEFAULT =
            new GroupByOptions(NullKeys.EXCLUDE, Order.UNSPECIFIED, Overflow.ERROR);

    /// The rules of SQL and frames: null keys are kept.
    public static final GroupByOptions SQL = DEFAULT.with(NullKeys.INCLUDE);

    /// The same with another treatment of null keys.
    public GroupByOptions with(NullKeys value) {
        return new GroupByOptions(value, order, overflow);
    }

    /// The same with another order.
    public GroupByOptions with(Order value) {
        return new GroupByOptions(nullKeys, value, overflow);
    }

    /// The same with another treatment of overflow.
    public GroupByOptions with(Overflow value) {
        return new GroupByOptions(nullKeys, order, value);
    }
}
