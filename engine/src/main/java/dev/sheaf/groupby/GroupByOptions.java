package dev.sheaf.groupby;

/// How a group-by treats null keys, overflow, the order of its result, and floating sums.
public record GroupByOptions(NullKeys nullKeys, Order order, Overflow overflow, Sums sums) {
    /// The rules where none are said: null keys are a group, any order, overflow is an error, sums are fast.
    public static final GroupByOptions DEFAULT =
            new GroupByOptions(NullKeys.INCLUDE, Order.UNSPECIFIED, Overflow.ERROR, Sums.FAST);

    /// The same with another treatment of null keys.
    public GroupByOptions with(NullKeys value) {
        return new GroupByOptions(value, order, overflow, sums);
    }

    /// The same with another order.
    public GroupByOptions with(Order value) {
        return new GroupByOptions(nullKeys, value, overflow, sums);
    }

    /// The same with another treatment of overflow.
    public GroupByOptions with(Overflow value) {
        return new GroupByOptions(nullKeys, order, value, sums);
    }

    /// The same with floating sums added up in another way.
    public GroupByOptions with(Sums value) {
        return new GroupByOptions(nullKeys, order, overflow, value);
    }
}
