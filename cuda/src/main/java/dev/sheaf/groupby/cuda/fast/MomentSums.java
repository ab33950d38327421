package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate.Function;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// The sums that moments are made of, as aggregates of a scan. Those that several moments need are found once.
///
/// @param sides the columns whose values are summed, centered
/// @param request by numbers of groups: what is asked besides moments and texts, and behind it the sums
/// @param sums one list a moment: the numbers of its sums in `request`, in the order of [GroupMoments]
/// @param ofSides one entry a side: the numbers of its counts and its sum
record MomentSums(List<Side> sides, FastRequest request, List<List<Integer>> sums, Map<Side, Sum> ofSides) {
    /// A column, whose values count where those of another one are there, too.
    ///
    /// @param other -1 if that is everywhere
    record Side(int column, int other) {}

    /// Numbers of results: how many values there are, and their sum.
    record Sum(int counts, int sum) {}

    /// The sums of moments, whatever the rows are.
    private record Made(
            List<DeviceAggregate> aggregates,
            List<ScanRows.Computed> computed,
            List<List<Integer>> sums,
            Map<Side, Sum> ofSides) {}

    /// The columns of moments: of two, both values have to be there.
    static List<Side> sides(FastRequest request, List<DeviceAggregate> moments) {
        Set<Side> sides = new LinkedHashSet<>();
        moments.forEach(moment -> sides.addAll(of(request, moment)));
        return List.copyOf(sides);
    }

    private static List<Side> of(FastRequest request, DeviceAggregate moment) {
        int x = moment.column();
        int y = moment.other();
        if (y < 0) {
            return List.of(new Side(x, -1));
        }
        boolean isOne = x == y;
        return List.of(
                new Side(x, !isOne && request.rows().hasNulls(y) ? y : -1),
                new Side(y, !isOne && request.rows().hasNulls(x) ? x : -1));
    }

    /// The sums of moments.
    ///
    /// @param request what is asked, in which the sides stand as columns from number `first` on
    static MomentSums of(FastRequest request, List<DeviceAggregate> moments, List<Side> sides, int first) {
        Made made =
                request.prepared().of(Made.class, () -> made(request, moments, sides, first), moments, sides, first);
        FastRequest summed =
                request.of(request.rows().computing(made.computed())).with(made.aggregates());
        return new MomentSums(sides, summed, made.sums(), made.ofSides());
    }

    private static Made made(FastRequest request, List<DeviceAggregate> moments, List<Side> sides, int first) {
        Builder builder = new Builder(request, sides, first);
        List<List<Integer>> sums = new ArrayList<>();
        moments.forEach(moment -> sums.add(builder.sums(moment)));
        return new Made(
                List.copyOf(builder.aggregates), request.rows().computedAnd(builder.computed), sums, builder.ofSides);
    }

    Sum sumOf(Side side) {
        return Objects.requireNonNull(ofSides.get(side), "sides are those of the moments");
    }

    /// A side's value as the scan computes it, `x<n>(i)` being that of column n.
    static ScanRows.Computed value(Side side, int column, DataType type) {
        String text = "x" + column + "(i)";
        return side.other() < 0
                ? new ScanRows.Computed(type, text, List.of(column), false)
                : new ScanRows.Computed(
                        type,
                        "where_valid(x" + side.other() + "(i), " + text + ")",
                        both(List.of(column), List.of(side.other())),
                        false);
    }

    private static List<Integer> both(List<Integer> some, List<Integer> others) {
        Set<Integer> all = new TreeSet<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }

    private static final class Builder {
        private final FastRequest request;
        private final List<Side> sides;
        private final int first;
        private final List<DeviceAggregate> aggregates;
        private final List<ScanRows.Computed> computed = new ArrayList<>();
        private final Map<Side, Sum> ofSides = new HashMap<>();

        Builder(FastRequest request, List<Side> sides, int first) {
            this.request = request;
            this.sides = sides;
            this.first = first;
            this.aggregates = new ArrayList<>(request.aggregates());
        }

        List<Integer> sums(DeviceAggregate moment) {
            List<Side> of = MomentSums.of(request, moment);
            List<Integer> sums = new ArrayList<>();
            sums.add(found(new DeviceAggregate(Function.COUNT, number(of.getFirst()), DataType.INT64)));
            for (Side side : of) {
                ScanRows.Computed value = value(side);
                sums.add(sum(number(side)));
                ofSides.put(side, new Sum(sums.getFirst(), sums.getLast()));
                sums.add(sum(number(product("squared<f64>(" + value.text() + ")", value.reads()))));
            }
            if (of.size() > 1) {
                ScanRows.Computed x = value(of.getFirst());
                ScanRows.Computed y = value(of.getLast());
                String text = "both_times(" + x.text() + ", " + y.text() + ")";
                sums.add(sum(number(product(text, both(x.reads(), y.reads())))));
            }
            return sums;
        }

        private static ScanRows.Computed product(String text, List<Integer> reads) {
            return new ScanRows.Computed(DataType.FLOAT64, text, reads, false);
        }

        private ScanRows.Computed value(Side side) {
            return MomentSums.value(side, first + sides.indexOf(side), DataType.FLOAT64);
        }

        private int number(Side side) {
            return side.other() < 0 ? first + sides.indexOf(side) : number(value(side));
        }

        private int number(ScanRows.Computed value) {
            int known = computed.indexOf(value);
            if (known < 0) {
                computed.add(value);
                known = computed.size() - 1;
            }
            ScanRows rows = request.rows();
            return rows.table().columns().size() + rows.computed().size() + known;
        }

        private int sum(int number) {
            return found(DeviceAggregate.sumOfSeveral(number));
        }

        private int found(DeviceAggregate aggregate) {
            if (!aggregates.contains(aggregate)) {
                aggregates.add(aggregate);
            }
            return aggregates.indexOf(aggregate);
        }
    }
}
