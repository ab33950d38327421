package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What can be computed of the elements of each list, which leaves out nulls; of a null list, and of one
/// without values, null except for `COUNT`.
public enum ListAggregate {
    SUM,
    AVG,
    PRODUCT,
    STDDEV_SAMP,
    STDDEV_POP,
    VAR_SAMP,
    VAR_POP,
    MEDIAN,
    MIN,
    MAX,
    FIRST,
    LAST,
    ANY_VALUE,
    COUNT,
    BOOL_AND,
    BOOL_OR;

    /// Names by which some are known besides their own.
    private static final java.util.Map<String, ListAggregate> OTHERS =
            java.util.Map.of("mean", AVG, "stddev", STDDEV_SAMP, "variance", VAR_SAMP, "arbitrary", FIRST);

    /// The aggregate of a name in SQL.
    public static Optional<ListAggregate> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.text().equals(name))
                .findFirst()
                .or(() -> Optional.ofNullable(OTHERS.get(name)));
    }

    /// The names of all, for messages.
    public static String names() {
        return Arrays.stream(values()).map(ListAggregate::text).collect(Collectors.joining(", "));
    }

    private String text() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /// What computes it. Elements are int64, decimals of 128 bits or float64 for SUM, float64 for what is
    /// computed of numbers, and bools for BOOL_AND and BOOL_OR.
    public ColumnFunction function() {
        return switch (this) {
            case SUM -> ListSum::of;
            case AVG, PRODUCT, STDDEV_SAMP, STDDEV_POP, VAR_SAMP, VAR_POP, MEDIAN -> this::numbers;
            case MIN, MAX, FIRST, LAST, ANY_VALUE -> this::chosen;
            case COUNT -> ListAggregate::counts;
            case BOOL_AND, BOOL_OR -> this::truths;
        };
    }

    private Column numbers(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        FixedColumn elements = (FixedColumn) lists.elements();
        Longs values = Longs.of(elements.segment());
        double[] valid = new double[(int) elements.length()];
        try (ColumnBuilder result = new ColumnBuilder(DataType.FLOAT64, pool)) {
            for (int row = 0; row < rows; row++) {
                int count = 0;
                for (int element = Lists.start(lists, row); element < Lists.end(lists, row); element++) {
                    if (!elements.isNull(element)) {
                        valid[count++] = Double.longBitsToDouble(values.get(element));
                    }
                }
                boolean isSample = this == STDDEV_SAMP || this == VAR_SAMP;
                if (count < (isSample ? 2 : 1)) {
                    result.appendNull();
                } else {
                    result.appendDouble(number(valid, count));
                }
            }
            return result.build();
        }
    }

    private double number(double[] values, int count) {
        return switch (this) {
            case AVG -> sum(values, count) / count;
            case PRODUCT -> {
                double product = 1;
                for (int i = 0; i < count; i++) {
                    product *= values[i];
                }
                yield product;
            }
            case VAR_POP -> squares(values, count) / count;
            case VAR_SAMP -> squares(values, count) / (count - 1);
            case STDDEV_POP -> Math.sqrt(squares(values, count) / count);
            case STDDEV_SAMP -> Math.sqrt(squares(values, count) / (count - 1));
            case MEDIAN -> median(values, count);
            default -> throw new AssertionError(this);
        };
    }

    private static double sum(double[] values, int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += values[i];
        }
        return sum;
    }

    /// The sum of the squared distances from the mean.
    private static double squares(double[] values, int count) {
        double mean = sum(values, count) / count;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
        }
        return squares;
    }

    private static double median(double[] values, int count) {
        Arrays.sort(values, 0, count);
        double low = values[(count - 1) / 2];
        double high = values[count / 2];
        return low + (high - low) / 2;
    }

    private Column chosen(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        Column elements = lists.elements();
        ColumnComparator order = ColumnComparator.of(elements, SortDirection.ASCENDING);
        int[] picked = new int[rows];
        for (int row = 0; row < rows; row++) {
            int start = Lists.start(lists, row);
            int end = Lists.end(lists, row);
            picked[row] = switch (this) {
                case FIRST -> start < end ? start : ElementReferences.NULL;
                case LAST -> start < end ? end - 1 : ElementReferences.NULL;
                default -> best(elements, order, start, end);
            };
        }
        return Take.rows(elements, picked, rows, pool);
    }

    private int best(Column elements, ColumnComparator order, int start, int end) {
        int best = ElementReferences.NULL;
        for (int element = start; element < end; element++) {
            if (!elements.isNull(element) && (best < 0 || isBetter(order, element, best))) {
                best = element;
            }
        }
        return best;
    }

    private boolean isBetter(ColumnComparator order, int element, int best) {
        return switch (this) {
            case MIN -> order.compare(element, best) < 0;
            case MAX -> order.compare(element, best) > 0;
            default -> false;
        };
    }

    private static Column counts(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        try (ColumnBuilder counts = new ColumnBuilder(DataType.INT64, pool)) {
            for (int row = 0; row < rows; row++) {
                if (lists.isNull(row)) {
                    counts.appendNull();
                    continue;
                }
                long count = 0;
                for (int element = Lists.start(lists, row); element < Lists.end(lists, row); element++) {
                    count += lists.elements().isNull(element) ? 0 : 1;
                }
                counts.appendLong(count);
            }
            return counts.build();
        }
    }

    private Column truths(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        dev.sheaf.column.BoolColumn elements = (dev.sheaf.column.BoolColumn) lists.elements();
        boolean decisive = this == BOOL_OR;
        try (ColumnBuilder result = new ColumnBuilder(DataType.BOOL, pool)) {
            for (int row = 0; row < rows; row++) {
                boolean any = false;
                boolean decided = false;
                for (int element = Lists.start(lists, row); element < Lists.end(lists, row); element++) {
                    if (!elements.isNull(element)) {
                        any = true;
                        decided |= elements.isTrue(element) == decisive;
                    }
                }
                if (any) {
                    result.appendBool(decided == decisive);
                } else {
                    result.appendNull();
                }
            }
            return result.build();
        }
    }
}
