package dev.sheaf.testing.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Shrinking;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Compares a backend with the reference over random requests and rows.
record RandomComparison(Backend backend, Variant variant, MemoryPool pool) {
    private static final int CASES = 1_000;

    /// Fewer, since exact moments take the reference long.
    private static final int ROUNDED_CASES = 400;
    private static final int CASES_OF_A_BUILD = 20;
    private static final int MORSEL_ROWS = 512;

    /// Beyond it, sums of squares of doubles lose the digits that are compared.
    private static final double MODERATE = 1e6;

    void exact() {
        RandomCases.run(CASES, CASES_OF_A_BUILD, random -> {
            GroupByRequest request = RandomRequest.exact(random);
            compare(request, sample(request, random), random.nextLong(), 0);
        });
    }

    void rounded() {
        RandomCases.run(ROUNDED_CASES, CASES_OF_A_BUILD, random -> {
            GroupByRequest request = RandomRequest.rounded(random);
            boolean isFinite = random.nextBoolean();
            compare(request, moderate(sample(request, random), isFinite), random.nextLong(), Comparison.ROUNDING);
        });
    }

    /// A case of [ContractCells], run in one way of `variants`.
    static void cells(
            int aggregates, Backend backend, List<Variant> variants, MemoryPool pool, SplittableRandom random) {
        ContractCells.Case drawn = ContractCells.draw(aggregates, random);
        Variant variant = variants.get(random.nextInt(variants.size()));
        new RandomComparison(backend, variant, pool)
                .compare(drawn.request(), drawn.rows(), random.nextLong(), Comparison.ROUNDING, drawn.sorted());
    }

    private static Sample sample(GroupByRequest request, SplittableRandom random) {
        RandomTables tables = new RandomTables(random);
        return PackedSamples.valid(tables.sample(request.input(), tables.size(MORSEL_ROWS)), random);
    }

    private void compare(GroupByRequest request, Sample sample, long layout, double relativeError) {
        compare(request, sample, layout, relativeError, false);
    }

    private void compare(GroupByRequest request, Sample sample, long layout, double relativeError, boolean inOrder) {
        Comparison comparison = new Comparison(request.options().order() != Order.UNSPECIFIED, relativeError);
        Shrinking.check(sample, rows -> {
            GroupByRequest asked = over(rows.schema(), request);
            SplittableRandom pieces = new SplittableRandom(layout);
            List<Piece> stream = inOrder ? Piece.split(rows, pieces.nextInt(1, 40)) : Piece.scatter(rows, pieces);
            Sample expected = orOverflow(() -> new ReferenceGroupBy(asked).execute(stream));
            Sample actual = orOverflow(() -> GroupByRun.execute(backend, asked, stream, pool, variant.context(pool)));
            check(asked, expected, actual, comparison);
            PoolCheck.assertEmpty(pool);
        });
    }

    private static GroupByRequest over(Schema schema, GroupByRequest request) {
        return new GroupByRequest(schema, request.filter(), request.keys(), request.aggregates(), request.options());
    }

    /// The result, or null if it overflowed.
    private static @Nullable Sample orOverflow(java.util.function.Supplier<Sample> run) {
        try {
            return run.get();
        } catch (ArithmeticException overflow) {
            return null;
        }
    }

    private void check(
            GroupByRequest request, @Nullable Sample expected, @Nullable Sample actual, Comparison comparison) {
        try {
            if (expected != null && actual != null) {
                Tables.assertSame(expected, actual, comparison);
            } else if (expected != null) {
                throw new AssertionError("overflow, but expected " + expected);
            } else if (actual != null) {
                throw new AssertionError("overflow expected, but got " + actual);
            }
        } catch (AssertionError difference) {
            throw new AssertionError(variant + ", " + request + "\n" + difference.getMessage(), difference);
        }
    }

    /// The sample with numbers beyond [#MODERATE] replaced; NaNs stay, and infinities unless it is to be finite.
    private static Sample moderate(Sample sample, boolean isFinite) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < sample.schema().size(); i++) {
            DataType type = sample.schema().field(i).type();
            boolean isArgument = sample.schema().field(i).name().startsWith("v");
            List<@Nullable Object> values = new ArrayList<>();
            sample.columns().get(i).forEach(value -> values.add(isArgument ? moderate(type, value, isFinite) : value));
            columns.add(values);
        }
        return new Sample(sample.schema(), columns, sample.dictionaries(), sample.rowsBefore());
    }

    private static @Nullable Object moderate(DataType type, @Nullable Object value, boolean isFinite) {
        if (!(value instanceof Number number)
                || Double.isNaN(number.doubleValue())
                || (!isFinite && Double.isInfinite(number.doubleValue()))
                || Math.abs(number.doubleValue()) < MODERATE) {
            return value;
        }
        return moderate(type, value);
    }

    /// A number of moderate size in the place of another.
    static Object moderate(DataType type, Object number) {
        return switch (type) {
            case DataType.FloatType(int bits) -> bits == 32 ? (Object) 0.5f : (Object) 0.5;
            case DataType.DecimalType(int _, int scale) -> new BigDecimal(java.math.BigInteger.TEN, scale);
            // Of the class of the others, or the reference takes equal numbers for distinct ones.
            default ->
                switch (number) {
                    case Long _ -> 17L;
                    case java.math.BigInteger _ -> java.math.BigInteger.valueOf(17);
                    default -> 17;
                };
        };
    }
}
