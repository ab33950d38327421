package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// An aggregate that picks a row of each group and gives a value of it: its first or last row, or that with the least
/// or greatest value.
///
/// @param by the operand whose value decides; -1 for the number of the row
/// @param value the operand whose value it gives; -1 for the number of the row
/// @param skipsNulls whether rows take no part for which it gives null
record RowPick(int by, int value, boolean greatest, boolean skipsNulls) {
    private static final DataType WIDE = DataType.decimal(38, 0);

    /// Whether an aggregate is one.
    static boolean isOfRow(GeneralPlan.Ask ask) {
        return switch (ask.aggregation()) {
            case Aggregation.First _, Aggregation.Last _, Aggregation.ArgMin(), Aggregation.ArgMax() -> true;
            case Aggregation.MinBy _, Aggregation.MaxBy _ -> true;
            default -> false;
        };
    }

    static RowPick of(GeneralPlan.Ask ask) {
        int first = ask.argument();
        return switch (ask.aggregation()) {
            case Aggregation.First(boolean skipNulls) -> new RowPick(-1, first, false, skipNulls);
            case Aggregation.Last(boolean skipNulls) -> new RowPick(-1, first, true, skipNulls);
            case Aggregation.ArgMin() -> new RowPick(first, -1, false, false);
            case Aggregation.ArgMax() -> new RowPick(first, -1, true, false);
            case Aggregation.MinBy(boolean skipNulls) -> by(ask, false, skipNulls);
            case Aggregation.MaxBy(boolean skipNulls) -> by(ask, true, skipNulls);
            default -> throw new IllegalArgumentException(ask.aggregation() + " picks no row");
        };
    }

    private static RowPick by(GeneralPlan.Ask ask, boolean greatest, boolean skipNulls) {
        return new RowPick(ask.arguments().get(1), ask.argument(), greatest, skipNulls);
    }

    /// Whether a value of a type and the number of a row fit 16 bytes.
    static boolean canPack(DataType type) {
        return CudaType.supports(type) && CudaType.of(type).byteWidth() <= Long.BYTES;
    }

    /// Whether a scan reads values of a type.
    static boolean isRead(DataType type) {
        return type.equals(DataType.BOOL) || CudaType.supports(type);
    }

    /// A value and its row in one number: the least or greatest one of a group says the row.
    ScanRows.Computed packed(ScanRows.Computed of, ScanRows.Computed row) {
        boolean isWide = CudaType.of(of.type()).byteWidth() > Integer.BYTES;
        String call = (isWide ? "wide_row<" : "packed_row<") + greatest + ">(" + of.text() + ", " + row.text() + ")";
        return new ScanRows.Computed(isWide ? WIDE : DataType.UINT64, call, both(of, row), of.mayBeNull(), isWide);
    }

    /// The same of rows in which a column is not null.
    ScanRows.Computed whereValid(String column, int input, ScanRows.Computed row) {
        Set<Integer> reads = new TreeSet<>(row.reads());
        reads.add(input);
        String text = "where_valid(" + column + ", " + row.text() + ")";
        return new ScanRows.Computed(row.type(), text, List.copyOf(reads), row.mayBeNull(), row.isExact());
    }

    private static List<Integer> both(ScanRows.Computed one, ScanRows.Computed other) {
        Set<Integer> reads = new TreeSet<>(one.reads());
        reads.addAll(other.reads());
        return List.copyOf(reads);
    }
}
