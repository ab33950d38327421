package dev.sheaf.groupby.cuda.scan;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// Text that reads the columns which expressions take, and computes them: `x<n>(i)` is the value of column n of
/// the table in the i-th of the rows that a thread has.
final class FusedSource {
    /// What the text needs.
    static final String INCLUDES = "#include \"expression.cuh\"\n";

    private final FusedValues fused;

    FusedSource(FusedValues fused) {
        this.fused = fused;
    }

    /// The columns that the condition and the values of some columns of the scan take, and those of them that
    /// lie there.
    Set<Integer> names(Collection<Integer> columns, boolean withWhere) {
        Set<Integer> names = new TreeSet<>();
        if (withWhere) {
            fused.where().ifPresent(where -> names.addAll(where.reads()));
        }
        for (int column : columns) {
            ScanRows.Computed value = fused.values().get(column);
            if (value != null) {
                names.addAll(value.reads());
            } else {
                fused.reads().stream().filter(read -> read.column() == column).forEach(read -> names.add(read.name()));
            }
        }
        return names;
    }

    /// Loads four rows of columns: values `p<n>`, bits of validity `q<n>`.
    String load(Collection<Integer> names) {
        StringBuilder text = new StringBuilder();
        for (FusedValues.Read read : fused.reads()) {
            if (!names.contains(read.name())) {
                continue;
            }
            int name = read.name();
            text.append(values(read));
            if (read.hasNulls()) {
                text.append(
                        "    const u32 q%d = valid_rows(scan.at[%d], first, count);%n".formatted(name, read.column()));
            }
            String value = read.isBits() ? "(p%d >> i & 1) != 0".formatted(name) : "p%d.at[i]".formatted(name);
            String valid = read.hasNulls() ? "(q%d >> i & 1) != 0".formatted(name) : "true";
            text.append("    [[maybe_unused]] const auto x%d = [&](u32 i) { return Maybe<%s>{%s, %s}; };%n"
                    .formatted(name, maybe(read), value, valid));
        }
        return text.toString();
    }

    private static String values(FusedValues.Read read) {
        int name = read.name();
        if (read.isNumber()) {
            return ("    Pack<u32> p%d;%n#pragma unroll%n    for (u32 i = 0; i < ROWS; i++) {%n"
                            + "        p%d.at[i] = static_cast<u32>(first) + i;%n    }%n")
                    .formatted(name, name);
        }
        return read.isBits()
                ? "    const u32 p%d = bit_rows(scan.at[%d], first, count);%n".formatted(name, read.column())
                : "    const Pack<%s> p%d = load_rows<%s>(scan.at[%d], first);%n"
                        .formatted(type(read), name, type(read), read.column());
    }

    /// Reads one row, and leaves with false if it does not meet the condition. Faults are left to the scan.
    String readOne() {
        if (fused.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(
                "    [[maybe_unused]] constexpr u32 i = 0;\n    [[maybe_unused]] bool fault = false;\n");
        for (FusedValues.Read read : fused.reads()) {
            String column = "columns[" + read.column() + "]";
            String valid = read.hasNulls()
                    ? "valid_bits(%s.validity, %s.first_bit + row, 1) != 0".formatted(column, column)
                    : "true";
            String value = read.isBits()
                    ? "bit_rows(%s, row, 1) != 0".formatted(column)
                    : "static_cast<const %s*>(%s.data)[row]".formatted(type(read), column);
            value = read.isNumber() ? "static_cast<u32>(row)" : value;
            text.append("    [[maybe_unused]] const auto x%d = [&](u32) { return Maybe<%s>{%s, %s}; };%n"
                    .formatted(read.name(), maybe(read), value, valid));
        }
        fused.where()
                .ifPresent(where -> text.append("    if (!is_true(")
                        .append(where.text())
                        .append(")) {\n        return false;\n    }\n"));
        return text.toString();
    }

    private static String type(FusedValues.Read read) {
        return read.cudaType().name().toLowerCase(Locale.ROOT);
    }

    private static String maybe(FusedValues.Read read) {
        return read.isBits() ? "bool" : type(read);
    }
}
