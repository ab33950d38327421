package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Functions of lists: `series.list().len()`. Positions count from 0, negative ones from the end. A null list gives
/// null.
///
/// Elements lie one behind the other in one column, and functions run over all of them at once; nothing is boxed.
public final class Lists<F> {
    private static final String ELEMENT = "#element";

    private final java.util.function.Function<UnaryOperator<Expr>, F> map;

    /// Over values that a function of expressions gives results of.
    public Lists(java.util.function.Function<UnaryOperator<Expr>, F> map) {
        this.map = map;
    }

    /// The number of elements, nulls among them, int64.
    public F len() {
        return map.apply(list -> call(Function.LENGTH, list));
    }

    /// The element at a position; null if there is none.
    public F get(int position) {
        return map.apply(list -> element(list, position));
    }

    private static Expr element(Expr list, int position) {
        return call(Function.LIST_EXTRACT, list, fromOne(position));
    }

    /// The engine counts elements from 1, and from the end from -1.
    private static long fromOne(long position) {
        return position < 0 ? position : position + 1;
    }

    /// A list of the elements at some positions, null in the place of those that are not there.
    public F take(int... positions) {
        return map.apply(list -> unlessNull(
                list,
                call(
                        Function.LIST_VALUE,
                        Arrays.stream(positions)
                                .mapToObj(position -> element(list, position))
                                .toArray())));
    }

    /// The elements from one position to before another.
    public F slice(int from, int to) {
        long last = to < 0 ? (long) to - 1 : to;
        return map.apply(list -> call(Function.LIST_SLICE, list, fromOne(from), last, 1L));
    }

    /// Whether a list has an element.
    public F contains(Object element) {
        return map.apply(list -> call(Function.LIST_CONTAINS, list, element));
    }

    /// The position of the first element that equals a value, null among them; -1 if there is none.
    public F index(@Nullable Object element) {
        return map.apply(list -> unlessNull(
                list, coalesce(call(Function.LIST_POSITION, list, element).minus(1), -1)));
    }

    private static Expr unlessNull(Expr list, Expr value) {
        return when(list.isNull()).then(null).otherwise(value);
    }

    /// The first of equal elements, in order, without nulls.
    public F unique() {
        return map.apply(list -> call(Function.LIST_DISTINCT, list));
    }

    /// The elements rising, nulls last.
    public F sortValues() {
        return sorted(false);
    }

    /// The elements falling, nulls last.
    public F sortValuesFalling() {
        return sorted(true);
    }

    private F sorted(boolean falls) {
        return map.apply(list -> call(Function.LIST_SORT, list, falls, false));
    }

    /// The elements from the last to the first.
    public F reverse() {
        return map.apply(list -> call(Function.LIST_REVERSE, list));
    }

    /// The elements of the lists in each list, null ones left out.
    public F concat() {
        return map.apply(list -> call(Function.LIST_FLATTEN, list));
    }

    /// The elements as texts with a separator between each two, nulls left out.
    public F join(String separator) {
        return map.apply(list -> call(Function.LIST_JOIN, list, separator));
    }

    /// The sum of the elements; null of none, as for the other aggregates here.
    public F sum() {
        return aggregate("sum");
    }

    /// The mean of the elements, as floating point.
    public F mean() {
        return aggregate("avg");
    }

    /// The least element.
    public F min() {
        return aggregate("min");
    }

    /// The greatest element.
    public F max() {
        return aggregate("max");
    }

    private F aggregate(String name) {
        return map.apply(list -> call(Function.LIST_AGGREGATE, list, name));
    }

    /// An expression of each element: `map(element -> element.times(2))`.
    public F map(UnaryOperator<Expr> function) {
        return map.apply(list -> call(Function.LIST_TRANSFORM, list, lambda(function)));
    }

    /// The elements for which a condition is true: `filter(element -> element.gt(0))`.
    public F filter(UnaryOperator<Expr> condition) {
        return map.apply(list -> call(Function.LIST_FILTER, list, lambda(condition)));
    }

    private static Expr lambda(UnaryOperator<Expr> function) {
        return new Expr.Lambda(List.of(ELEMENT), function.apply(col(ELEMENT)));
    }
}
