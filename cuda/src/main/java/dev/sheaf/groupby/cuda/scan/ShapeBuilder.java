package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Makes the shape of a group-by: which arguments and cells its aggregates need. Aggregates that need the same share
/// it.
public final class ShapeBuilder {
    /// For members, the mean's cell comes first, then that of the squares, then those of the quantiles.
    private static final int SQUARES_CELL = 1;

    private final ScanRows rows;
    private final List<Integer> columns;
    private final List<ScanArgument> arguments = new ArrayList<>();
    private final List<ScanCell> cells = new ArrayList<>(List.of(new ScanCell(ScanCell.Operation.COUNT, -1)));
    private final List<ScanResult> results = new ArrayList<>();

    private ShapeBuilder(ScanRows rows, List<Integer> keys) {
        this.rows = rows;
        this.columns = new ArrayList<>(new LinkedHashSet<>(keys));
    }

    /// The shape of a group-by over columns as they lie.
    public static ScanShape of(
            DeviceTable table, KeyLayout layout, List<Integer> keys, List<DeviceAggregate> aggregates) {
        return of(new ScanRows(table), layout, keys, aggregates);
    }

    /// The shape of a group-by over `rows`.
    public static ScanShape of(ScanRows rows, KeyLayout layout, List<Integer> keys, List<DeviceAggregate> aggregates) {
        ShapeBuilder builder = new ShapeBuilder(rows, keys);
        aggregates.forEach(builder::add);
        return builder.shape(layout);
    }

    /// The shape of a request.
    public static ScanShape of(FastRequest request, KeyLayout layout) {
        ScanShape shape = of(request.rows(), layout, request.keys(), request.aggregates());
        return request.wantsFirsts() ? shape.forFirsts() : shape;
    }

    /// The shape of a group-by over columns as they lie, some of whose functions need the members of each group.
    public static ScanShape ofMembers(
            DeviceTable table, KeyLayout layout, List<Integer> keys, List<DeviceAggregate> aggregates) {
        return ofMembers(new ScanRows(table), layout, keys, aggregates);
    }

    /// The shape of a group-by over `rows`, some of whose functions need the members of each group.
    public static ScanShape ofMembers(
            ScanRows rows, KeyLayout layout, List<Integer> keys, List<DeviceAggregate> aggregates) {
        ShapeBuilder builder = new ShapeBuilder(rows, keys);
        Map<Integer, Integer> firstCells = new HashMap<>();
        Map<Integer, List<GroupValuesAggregates.Quantile>> members = GroupValuesAggregates.members(aggregates);
        members.forEach((column, quantiles) -> firstCells.put(column, builder.members(column, quantiles.size())));
        for (DeviceAggregate aggregate : aggregates) {
            int column = aggregate.column();
            int first = firstCells.getOrDefault(column, -1);
            boolean isMemberMean = aggregate.function() == DeviceAggregate.Function.MEAN
                    && first >= 0
                    && rows.cudaType(column).isFloating();
            if (isMemberMean || aggregate.function().needsMembers()) {
                int cell = first
                        + switch (aggregate.function()) {
                            case VARIANCE, STD -> SQUARES_CELL;
                            case MEDIAN, QUANTILE ->
                                ScanShape.QUANTILE_CELLS
                                        + members.getOrDefault(column, List.of())
                                                .indexOf(GroupValuesAggregates.Quantile.of(aggregate));
                            case COUNT_ROWS, COUNT, SUM, MEAN, MIN, MAX, BIT_AND, BIT_OR, BIT_XOR, RATIO -> 0;
                            case M2, COVARIANCE, CORRELATION -> 0;
                        };
                int freedom =
                        aggregate.function() == DeviceAggregate.Function.QUANTILE ? 0 : (int) aggregate.parameter();
                builder.results.add(new ScanResult(aggregate.function(), cell, builder.counts(column), freedom));
            } else {
                builder.add(aggregate);
            }
        }
        return builder.shape(layout);
    }

    /// The shape of a request some of whose functions need the members of each group.
    public static ScanShape ofMembers(FastRequest request, KeyLayout layout) {
        return ofMembers(request.rows(), layout, request.keys(), request.aggregates());
    }

    private ScanShape shape(KeyLayout layout) {
        FusedValues fused = FusedValues.of(rows, columns);
        return new ScanShape(layout, columns, arguments, cells, results, fused);
    }

    private void add(DeviceAggregate aggregate) {
        DeviceAggregate.Function function = aggregate.function();
        int column = aggregate.column();
        int cell = switch (function) {
            case COUNT_ROWS, COUNT -> counts(column);
            case SUM, MEAN, RATIO -> sum(column);
            case BIT_AND -> cell(ScanCell.Operation.BIT_AND, argument(column));
            case BIT_OR -> cell(ScanCell.Operation.BIT_OR, argument(column));
            case BIT_XOR -> cell(ScanCell.Operation.BIT_XOR, argument(column));
            case MIN -> extreme(ScanCell.Operation.MIN, ScanCell.Operation.MIN_WIDE, column);
            case MAX -> extreme(ScanCell.Operation.MAX, ScanCell.Operation.MAX_WIDE, column);
            case VARIANCE, STD, MEDIAN, QUANTILE, M2, COVARIANCE, CORRELATION ->
                throw new IllegalArgumentException(function + " needs more than the cells of a scan");
        };
        int counts = function == DeviceAggregate.Function.RATIO
                ? cell(ScanCell.Operation.SUM, argument(aggregate.other()))
                : counts(column);
        results.add(new ScanResult(
                function, cell, counts, 0, CudaType.of(aggregate.result()), scale(column), aggregate.ofSeveral()));
    }

    /// The first of the cells of a column's members.
    private int members(int column, int quantiles) {
        int argument = argument(column);
        int first = cells.size();
        cells.add(new ScanCell(ScanCell.Operation.MEAN, argument));
        cells.add(new ScanCell(ScanCell.Operation.SQUARES, argument));
        for (int i = 0; i < quantiles; i++) {
            cells.add(new ScanCell(ScanCell.Operation.QUANTILE, argument, first + i));
        }
        return first;
    }

    private int scale(int column) {
        return column >= 0 && rows.type(column) instanceof DataType.DecimalType decimal ? decimal.scale() : 0;
    }

    /// The cell that counts the values of a column, or the rows if all are values.
    private int counts(int column) {
        if (column < 0 || !rows.hasNulls(column)) {
            return 0;
        }
        int place = find(columns, column);
        int known = 0;
        while (known < arguments.size() && arguments.get(known).column() != place) {
            known++;
        }
        boolean isNew = known == arguments.size();
        boolean isWide = rows.cudaType(column).byteWidth() > Long.BYTES;
        return cell(
                ScanCell.Operation.COUNT,
                isNew ? argument(column, isWide ? ScanArgument.LOW_WORD : ScanArgument.WHOLE) : known);
    }

    /// The first cell of a sum: one, or where sums are exact one for each limb.
    private int sum(int column) {
        if (!rows.hasExactSum(column)) {
            return cell(ScanCell.Operation.SUM, argument(column));
        }
        int argument = exact(column);
        int first = find(cells, ScanCell.ofLimb(argument, 0));
        for (int limb = 1; limb < ScanArgument.limbs(rows.cudaType(column)); limb++) {
            find(cells, ScanCell.ofLimb(argument, limb));
        }
        return first;
    }

    private int extreme(ScanCell.Operation narrow, ScanCell.Operation wide, int column) {
        if (!rows.hasWideExtreme(column)) {
            return cell(narrow, argument(column));
        }
        int argument = exact(column);
        ScanCell high = new ScanCell(wide, argument);
        int known = cells.indexOf(high);
        if (known >= 0) {
            return known;
        }
        int first = cells.size();
        cells.add(high);
        cells.add(new ScanCell(ScanCell.Operation.LOW, argument, first));
        return first;
    }

    private int argument(int column) {
        return argument(column, ScanArgument.WHOLE);
    }

    /// All bytes of a value.
    private int exact(int column) {
        boolean isWide = rows.cudaType(column).byteWidth() > Long.BYTES;
        return argument(column, isWide ? ScanArgument.EXACT : ScanArgument.WHOLE);
    }

    private int argument(int column, int piece) {
        ScanArgument argument =
                new ScanArgument(find(columns, column), rows.cudaType(column), rows.hasNulls(column), piece);
        return find(arguments, argument);
    }

    private int cell(ScanCell.Operation operation, int argument) {
        return find(cells, new ScanCell(operation, argument));
    }

    /// The index of a value in a list, to which it is added if it is new.
    private static <T> int find(List<T> list, T value) {
        int index = list.indexOf(value);
        if (index < 0) {
            list.add(value);
            index = list.size() - 1;
        }
        return index;
    }
}
