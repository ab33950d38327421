package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What a scan computes of its columns.
///
/// @param reads the columns that it reads four rows at a time
/// @param values the computed values by their numbers among the columns of the scan
/// @param where the condition on rows
/// @param literals how many words the literals of all of them take
public record FusedValues(
        List<Read> reads, Map<Integer, ScanRows.Computed> values, Optional<ScanRows.Computed> where, int literals) {
    /// Nothing.
    public static final FusedValues NONE = new FusedValues(List.of(), Map.of(), Optional.empty(), 0);

    public FusedValues {
        reads = List.copyOf(reads);
        values = Map.copyOf(values);
    }

    /// A column: its number in the table, by which texts name it, and among the columns of the scan.
    ///
    /// @param isNumber whether its values are the numbers of the rows, which are not read
    public record Read(int name, int column, DataType type, boolean hasNulls, boolean isNumber) {
        /// One that is read.
        public Read(int name, int column, DataType type, boolean hasNulls) {
            this(name, column, type, hasNulls, false);
        }

        /// Whether its values are bits.
        public boolean isBits() {
            return type instanceof DataType.BoolType;
        }

        /// The type of its values, bools excepted.
        public CudaType cudaType() {
            return CudaType.of(type);
        }
    }

    public boolean isEmpty() {
        return values.isEmpty() && where.isEmpty();
    }

    /// What the columns of a scan come to, to which those are added that are read to compute others; nothing if columns
    /// are read as they lie, though another scan of the same rows may compute something.
    public static FusedValues of(ScanRows rows, List<Integer> columns) {
        if (rows.where().isEmpty()
                && columns.stream().allMatch(column -> rows.value(column).isEmpty())) {
            return NONE;
        }
        Map<Integer, ScanRows.Computed> values = new TreeMap<>();
        Set<Integer> names = new LinkedHashSet<>();
        rows.where().ifPresent(where -> names.addAll(where.reads()));
        for (int i = 0; i < columns.size(); i++) {
            Optional<ScanRows.Computed> value = rows.value(columns.get(i));
            if (value.isPresent()) {
                values.put(i, value.orElseThrow());
                names.addAll(value.orElseThrow().reads());
            } else if (!rows.isText(columns.get(i))) {
                names.add(columns.get(i));
            }
        }
        List<Read> reads = new ArrayList<>(names.size());
        for (int name : names) {
            int column = columns.indexOf(name);
            if (column < 0) {
                column = columns.size();
                columns.add(name);
            }
            reads.add(new Read(name, column, rows.type(name), rows.hasNulls(name), name == rows.numbered()));
        }
        return new FusedValues(reads, values, rows.where(), rows.literals().size());
    }

    /// Whether a column of the scan is not read, since the numbers of the rows are its values.
    public boolean isNumber(int column) {
        for (Read read : reads) {
            if (read.column() == column) {
                return read.isNumber();
            }
        }
        return false;
    }

    /// The column of the scan as it is read.
    public Read read(int column) {
        for (Read read : reads) {
            if (read.column() == column) {
                return read;
            }
        }
        throw new NoSuchElementException("column " + column + " is not read");
    }

    /// Appends the words of the literals of all rows' expressions, if a kernel that computes this takes them.
    void writeLiterals(KernelStruct struct, ScanRows rows) {
        if (literals == 0) {
            struct.add(0L); // C++ has no empty arrays
        } else {
            rows.literals().forEach(struct::add);
        }
    }
}
