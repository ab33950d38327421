package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.UploadParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rows that a scan reads: the columns of a table, values that the scan computes from them, numbered behind the
/// columns, and the condition on rows.
///
/// @param upload which of them are there
/// @param computed the values
/// @param where the condition, of type bool; rows for which it is not true are left out before anything else
/// @param literals the words of the literals in the texts of these
/// @param sizes how many bits of values are kept
/// @param numbered the column that has the number of each row, which scans that compute anything need not read; -1 if
///     none has
/// @param prepared what earlier runs have made of such rows
public record ScanRows(
        DeviceTable table,
        UploadParts upload,
        List<Computed> computed,
        Optional<Computed> where,
        List<Long> literals,
        Sizes sizes,
        int numbered,
        Prepared prepared) {
    /// How many keys the structure that a kernel takes has room for.
    public static final int MAX_KEYS = 8;

    public ScanRows {
        computed = List.copyOf(computed);
        literals = List.copyOf(literals);
    }

    /// All rows of a table as they lie.
    public ScanRows(DeviceTable table) {
        this(table, List.of(), Optional.empty(), List.of());
    }

    /// Rows of which none is left out.
    public ScanRows(DeviceTable table, List<Computed> computed, Optional<Computed> where, List<Long> literals) {
        this(table, UploadParts.here(table.rowCount()), computed, where, literals, Sizes.UNKNOWN, -1, Prepared.NONE);
    }

    /// The same rows, of which a column has the numbers unless it is -1, and what was made of them before.
    ScanRows with(int numbers, Prepared known) {
        return new ScanRows(table, upload, computed, where, literals, sizes, numbers, known);
    }

    /// A value of a row, as [dev.sheaf.cuda.kernel.ExpressionText] has it over columns of which number n is
    /// `x<n>(i)` and words of literals by the name `literals`.
    ///
    /// @param reads the columns of the table that it reads
    /// @param mayBeNull whether it may be null though no column is
    /// @param isExact whether all 16 bytes of it count
    public record Computed(DataType type, String text, List<Integer> reads, boolean mayBeNull, boolean isExact) {
        public Computed {
            reads = List.copyOf(reads);
        }

        public Computed(DataType type, String text, List<Integer> reads, boolean mayBeNull) {
            this(type, text, reads, mayBeNull, false);
        }

        /// Whether there may be rows for which there is no such value and which are an error.
        public boolean canFault() {
            return text.contains(", fault)");
        }
    }

    public long count() {
        return table.rowCount();
    }

    /// The same rows with one column more behind the others; what is computed moves one number on.
    ///
    /// @param schema as of [#schemaWith]
    ScanRows with(DeviceColumn column, Schema schema) {
        List<DeviceColumn> columns = new ArrayList<>(table.columns().size() + 1);
        columns.addAll(table.columns());
        columns.add(column);
        DeviceTable wider = new DeviceTable(schema, columns, table.rowCount());
        return new ScanRows(wider, upload, computed, where, literals, sizes, numbered, prepared);
    }

    /// The names and types of the columns and one more of a type.
    Schema schemaWith(DataType type) {
        List<Field> fields = new ArrayList<>(table.schema().fields());
        fields.add(new Field("c" + fields.size(), type));
        return new Schema(fields);
    }

    /// What tells a column from others of its type.
    static int kind(DeviceColumn column) {
        return (column.validity() == null ? 0 : 1)
                + (column.offsets() == null ? 0 : 2)
                + (column.dictionary() == null ? 0 : 4);
    }

    /// What tells such rows, of whatever number, from others, for [Prepared#of]; behind what tells requests apart.
    Object[] parts(Object... ofRequest) {
        List<DeviceColumn> columns = table.columns();
        Object[] own = {computed, where, literals, sizes, numbered};
        Object[] parts = Arrays.copyOf(ofRequest, ofRequest.length + own.length + 2 * columns.size());
        System.arraycopy(own, 0, parts, ofRequest.length, own.length);
        int part = ofRequest.length + own.length;
        for (DeviceColumn column : columns) {
            parts[part++] = column.type();
            parts[part++] = kind(column);
        }
        return parts;
    }

    /// The values that are computed, and others behind them.
    public List<Computed> computedAnd(List<Computed> more) {
        List<Computed> all = new ArrayList<>(computed);
        all.addAll(more);
        return List.copyOf(all);
    }

    /// The same rows with other values, the first of which are those that are computed.
    public ScanRows computing(List<Computed> all) {
        return new ScanRows(table, upload, all, where, literals, sizes, numbered, prepared);
    }

    /// The same rows, as they come.
    public ScanRows as(UploadParts coming) {
        return new ScanRows(table, coming, computed, where, literals, sizes, numbered, prepared);
    }

    /// The same of rows of which none is left out any more.
    public ScanRows keptAs(DeviceTable kept) {
        return new ScanRows(
                kept, UploadParts.here(kept.rowCount()), computed, Optional.empty(), literals, sizes, -1, prepared);
    }

    /// How many bits are kept of sums of whole numbers of 8 bytes or more, and of extremes of those of 16.
    public enum Sizes {
        /// 64, which may not be enough: a sample of the values would tell.
        UNKNOWN,
        /// 64, which are enough for a sample of the values.
        SEEN,
        /// All.
        EXACT
    }

    /// Whether all bits are kept of sums and extremes.
    public boolean exact() {
        return sizes == Sizes.EXACT;
    }

    /// The same rows, of whose values so much is known.
    public ScanRows withSizes(Sizes known) {
        return new ScanRows(table, upload, computed, where, literals, known, numbered, prepared);
    }

    /// Whether a sum of these values is kept with all of its bits.
    public boolean hasExactSum(int number) {
        CudaType type = cudaType(number);
        return exact() && !type.isFloating() && type.byteWidth() >= Long.BYTES;
    }

    /// Whether the least and the greatest of these values are found with all of their bits, which 64 do not hold.
    public boolean hasWideExtreme(int number) {
        boolean isExact = exact() || value(number).filter(Computed::isExact).isPresent();
        return isExact && cudaType(number).byteWidth() > Long.BYTES;
    }

    /// The first rows alone.
    public ScanRows upTo(long end) {
        return end == table.rowCount()
                ? this
                : new ScanRows(
                        new DeviceTable(table.schema(), table.columns(), end),
                        UploadParts.here(end),
                        computed,
                        where,
                        literals,
                        sizes,
                        numbered,
                        prepared);
    }

    /// Whether some of the sums or extremes have more than 64 bits.
    public boolean hasWide() {
        for (Computed value : computed) {
            if (value.isExact()) {
                return true;
            }
        }
        return exact();
    }

    /// How many columns are read to compute others.
    int reads() {
        Set<Integer> reads = new HashSet<>();
        computed.forEach(value -> reads.addAll(value.reads()));
        where.ifPresent(value -> reads.addAll(value.reads()));
        return reads.size();
    }

    private boolean isStored(int number) {
        return number < table.columns().size();
    }

    private Computed computed(int number) {
        return computed.get(number - table.columns().size());
    }

    /// The value of that number, if it is computed.
    public Optional<Computed> value(int number) {
        return isStored(number) ? Optional.empty() : Optional.of(computed(number));
    }

    public DataType type(int number) {
        return isStored(number)
                ? table.columns().get(number).type()
                : computed(number).type();
    }

    /// The type in which kernels see a value, which has a fixed number of bytes.
    public CudaType cudaType(int number) {
        return CudaType.of(type(number));
    }

    public boolean hasNulls(int number) {
        return isStored(number) ? table.columns().get(number).validity() != null : hasNulls(computed(number));
    }

    /// Whether a computed value may be null.
    public boolean hasNulls(Computed value) {
        if (value.mayBeNull()) {
            return true;
        }
        for (int number : value.reads()) {
            if (hasNulls(number)) {
                return true;
            }
        }
        return false;
    }

    /// Whether it is a column of text or binary.
    public boolean isText(int number) {
        return isStored(number) && table.columns().get(number).offsets() != null;
    }

    /// Whether it is a column of codes.
    public boolean isDictionary(int number) {
        return isStored(number) && table.columns().get(number).dictionary() != null;
    }

    /// Appends `struct Column`; nothing of a value that is computed.
    public void writeColumn(KernelStruct struct, int number) {
        if (!isStored(number)) {
            struct.add(0, 0, 0, 0);
            return;
        }
        DeviceColumn column = table.columns().get(number);
        struct.add(column.values().address(), column.validityAddress(), column.firstBit(), column.offsetsAddress());
    }

    /// Appends a `struct Column` for each.
    void writeColumns(KernelStruct struct, List<Integer> numbers) {
        for (int number : numbers) {
            writeColumn(struct, number);
        }
    }
}
