package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Aggregates in two steps: of parts of the rows, which gives partial groups, and of these, a key of which
/// comes once a part. What the first step gives are the keys and then a column for each of `first`.
///
/// @param first of the rows
/// @param second of the partial groups, in the order of the aggregates that were asked for
public record Partials(int keys, List<DeviceAggregate> first, List<DeviceAggregate> second) {
    private static final int WIDEST_DECIMAL = 38;

    public Partials {
        first = List.copyOf(first);
        second = List.copyOf(second);
    }

    /// The two steps; none for functions of the members of a group, moments and texts. `types` are those of
    /// the columns by number.
    public static Optional<Partials> of(
            int keys, List<DeviceAggregate> asked, java.util.function.IntFunction<DataType> types) {
        Builder builder = new Builder(keys, types);
        for (DeviceAggregate aggregate : asked) {
            Function function = aggregate.function();
            if (function.needsMembers() || function.isMoment() || aggregate.isOfTexts() || function == Function.RATIO) {
                return Optional.empty();
            }
            builder.add(aggregate);
        }
        return Optional.of(new Partials(keys, builder.first, builder.second));
    }

    /// Partial groups as a table, whose columns stay those of `groups`.
    public DeviceTable table(DeviceGroups groups) {
        List<DeviceColumn> columns = new ArrayList<>(groups.keys());
        columns.addAll(groups.results());
        List<Field> fields = new ArrayList<>();
        for (DeviceColumn column : columns) {
            fields.add(new Field("c" + fields.size(), column.type()));
        }
        return new DeviceTable(new Schema(fields), columns, groups.groups());
    }

    private static final class Builder {
        private final int keys;
        private final java.util.function.IntFunction<DataType> types;
        private final List<DeviceAggregate> first = new ArrayList<>();
        private final List<DeviceAggregate> second = new ArrayList<>();

        public Builder(int keys, java.util.function.IntFunction<DataType> types) {
            this.keys = keys;
            this.types = types;
        }

        public void add(DeviceAggregate asked) {
            second.add(
                    switch (asked.function()) {
                        case COUNT_ROWS, COUNT, SUM ->
                            new DeviceAggregate(Function.SUM, partial(asked), asked.result());
                        case MIN, MAX, BIT_AND, BIT_OR, BIT_XOR ->
                            new DeviceAggregate(asked.function(), partial(asked), asked.result());
                        case MEAN ->
                            DeviceAggregate.ofTwo(
                                    Function.RATIO,
                                    partial(new DeviceAggregate(Function.SUM, asked.column(), sumType(asked.column()))),
                                    partial(new DeviceAggregate(Function.COUNT, asked.column(), DataType.INT64)),
                                    asked.result(),
                                    0);
                        case VARIANCE, STD, MEDIAN, QUANTILE, M2, COVARIANCE, CORRELATION, RATIO ->
                            throw new IllegalArgumentException(asked.function() + " has no partial groups");
                    });
        }

        private DataType sumType(int column) {
            DataType type = types.apply(column);
            if (type.isFloating()) {
                return DataType.FLOAT64;
            }
            if (type instanceof DataType.DecimalType decimal) {
                return DataType.decimal(WIDEST_DECIMAL, decimal.scale());
            }
            return type instanceof DataType.IntType(int _, boolean signed) && !signed
                    ? DataType.UINT64
                    : DataType.INT64;
        }

        /// The column of the partial groups that has a partial aggregate.
        private int partial(DeviceAggregate aggregate) {
            int index = first.indexOf(aggregate);
            if (index < 0) {
                first.add(aggregate);
                index = first.size() - 1;
            }
            return keys + index;
        }
    }
}
