package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import java.util.Arrays;
import java.util.stream.LongStream;

/// What a result comes to in any order of its groups: for each result column a number that depends on which value
/// stands beside which keys; of whole numbers, texts and keys to the bit, of floats nearly.
///
/// @param exact a hash of the keys and of what is exact, added up over the groups
/// @param near of each column of floats the sum of its values, each by a weight between 1 and 2 that its keys give
record TableDigest(long groups, long exact, double[] near) {
    private static final double ROUNDING = 1e-6;

    private interface Cell {
        long hash(long row);
    }

    static TableDigest of(Table table, int keys) {
        Cell[] cells = table.columns().stream().map(TableDigest::cell).toArray(Cell[]::new);
        boolean[] isFloat = new boolean[cells.length];
        for (int i = 0; i < cells.length; i++) {
            isFloat[i] = i >= keys && table.column(i).type().isFloating();
        }
        long pieces = (table.rowCount() + 65_535) / 65_536;
        return LongStream.range(0, pieces)
                .parallel()
                .mapToObj(piece -> part(table, keys, cells, isFloat, piece * 65_536))
                .reduce(new TableDigest(0, 0, new double[cells.length]), TableDigest::plus);
    }

    private static TableDigest part(Table table, int keys, Cell[] cells, boolean[] isFloat, long first) {
        long end = Math.min(table.rowCount(), first + 65_536);
        long exact = 0;
        double[] near = new double[cells.length];
        for (long row = first; row < end; row++) {
            long key = 1;
            for (int i = 0; i < keys; i++) {
                key = mix(key * 31 + (isValid(table.column(i), row) ? cells[i].hash(row) : 7));
            }
            exact += key;
            for (int i = keys; i < cells.length; i++) {
                boolean valid = isValid(table.column(i), row);
                if (isFloat[i] && valid && !Double.isNaN(number((FixedColumn) table.column(i), row))) {
                    near[i] += Math.abs(number((FixedColumn) table.column(i), row)) * (1 + (key >>> 11) * 0x1p-53);
                } else {
                    exact += mix(key * 31 + i + (!valid ? 13 : isFloat[i] ? 17 : mix(cells[i].hash(row))));
                }
            }
        }
        return new TableDigest(end - first, exact, near);
    }

    private TableDigest plus(TableDigest other) {
        double[] sums = new double[near.length];
        Arrays.setAll(sums, i -> near[i] + other.near[i]);
        return new TableDigest(groups + other.groups, exact + other.exact, sums);
    }

    /// Whether it is another one but for rounding.
    boolean isLike(TableDigest other) {
        boolean isNear = true;
        for (int i = 0; i < near.length; i++) {
            isNear &= Math.abs(near[i] - other.near[i]) <= ROUNDING * Math.max(Math.abs(near[i]), 1);
        }
        return groups == other.groups && exact == other.exact && isNear;
    }

    @Override
    public String toString() {
        return groups + " groups, " + Long.toHexString(exact) + " " + Arrays.toString(near);
    }

    private static boolean isValid(Column column, long row) {
        return column.validity().isValid(row);
    }

    private static long mix(long x) {
        long y = (x ^ x >>> 33) * 0xff51afd7ed558ccdL;
        return y ^ y >>> 29;
    }

    private static double number(FixedColumn column, long row) {
        return switch (column.type().layout()) {
            case FLOAT32 -> column.segment().getAtIndex(JAVA_FLOAT, row);
            default -> column.segment().getAtIndex(JAVA_DOUBLE, row);
        };
    }

    private static Cell cell(Column column) {
        return switch (column) {
            case BoolColumn bits -> row -> bits.isTrue(row) ? 1 : 0;
            case VarColumn texts -> row -> Arrays.hashCode(texts.bytes(row));
            case DictionaryColumn codes -> {
                Cell entries = cell(codes.values());
                yield row -> entries.hash(codes.code(row));
            }
            case FixedColumn fixed ->
                switch (fixed.type().layout()) {
                    case INT8 -> row -> fixed.segment().getAtIndex(JAVA_BYTE, row);
                    case INT16 -> row -> fixed.segment().getAtIndex(JAVA_SHORT, row);
                    case INT32, FLOAT32 -> row -> fixed.segment().getAtIndex(JAVA_INT, row);
                    case INT64, FLOAT64 -> row -> fixed.segment().getAtIndex(JAVA_LONG, row);
                    default ->
                        row -> fixed.segment().getAtIndex(JAVA_LONG, 2 * row)
                                + 31 * fixed.segment().getAtIndex(JAVA_LONG, 2 * row + 1);
                };
            default -> row -> String.valueOf(column.type()).hashCode();
        };
    }
}
