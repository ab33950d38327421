package dev.sheaf.testing.groupby;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;

/// A request over written-out rows, and the answer it should give; asked of a backend and of the reference.
///
/// Groups come in the order of their first rows unless told otherwise, null keys are included, and the rows
/// arrive in one batch as well as in batches of two.
record Question(
        Backend backend,
        Variant variant,
        MemoryPool pool,
        Tables.Rows input,
        List<Expr> keys,
        Optional<Expr> filter,
        List<Expr> aggregates,
        GroupByOptions options) {
    private static final GroupByOptions OPTIONS =
            GroupByOptions.DEFAULT.with(NullKeys.INCLUDE).with(Order.FIRST_APPEARANCE);

    Question(Backend backend, Variant variant, MemoryPool pool, Tables.Rows input) {
        this(backend, variant, pool, input, List.of(), Optional.empty(), List.of(), OPTIONS);
    }

    Question by(String... columns) {
        List<Expr> columnKeys = Arrays.stream(columns).map(Expressions::col).toList();
        return new Question(backend, variant, pool, input, columnKeys, filter, aggregates, options);
    }

    Question where(Expr condition) {
        return new Question(backend, variant, pool, input, keys, Optional.of(condition), aggregates, options);
    }

    Question compute(Expr... asked) {
        return new Question(backend, variant, pool, input, keys, filter, List.of(asked), options);
    }

    Question with(NullKeys nullKeys) {
        return new Question(backend, variant, pool, input, keys, filter, aggregates, options.with(nullKeys));
    }

    Question with(Order order) {
        return new Question(backend, variant, pool, input, keys, filter, aggregates, options.with(order));
    }

    Question with(Overflow overflow) {
        return new Question(backend, variant, pool, input, keys, filter, aggregates, options.with(overflow));
    }

    Question with(Sums sums) {
        return new Question(backend, variant, pool, input, keys, filter, aggregates, options.with(sums));
    }

    /// Asserts these groups, in this order, to the bit.
    void gives(Tables.Rows expected) {
        gives(expected, Comparison.ORDERED);
    }

    /// Asserts these groups in this order, floating values but for rounding.
    void givesAbout(Tables.Rows expected) {
        gives(expected, Comparison.ORDERED.rounded());
    }

    private void gives(Tables.Rows expected, Comparison comparison) {
        Sample sample = input.sample();
        Tables.assertSame(expected.sample(), new ReferenceGroupBy(request()).execute(Piece.whole(sample)), comparison);
        Tables.assertSame(expected.sample(), run(Piece.whole(sample)), comparison);
        Tables.assertSame(expected.sample(), run(Piece.split(sample, 2)), comparison);
    }

    /// Asserts that reference and backend refuse alike.
    AbstractThrowableAssert<?, ? extends Throwable> fails(Class<? extends RuntimeException> type) {
        Sample sample = input.sample();
        assertThatThrownBy(() -> new ReferenceGroupBy(request()).execute(Piece.whole(sample)))
                .isInstanceOf(type);
        assertThatThrownBy(() -> run(Piece.split(sample, 1))).isInstanceOf(type);
        return assertThatThrownBy(() -> run(Piece.whole(sample))).isInstanceOf(type);
    }

    private GroupByRequest request() {
        return new GroupByRequest(input.sample().schema(), filter, keys, aggregates, options);
    }

    private Sample run(List<Piece> stream) {
        return GroupByRun.execute(backend, request(), stream, pool, variant.context(pool));
    }
}
