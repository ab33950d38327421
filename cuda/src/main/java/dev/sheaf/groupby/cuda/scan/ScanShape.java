package dev.sheaf.groupby.cuda.scan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a scan reads, keeps and gives: columns of the table, arguments, cells of a group, results.
public final class ScanShape {
    private static final int PRIME = 31;

    private final KeyLayout layout;
    private final List<Integer> columns;
    private final List<ScanArgument> arguments;
    private final List<ScanCell> cells;
    private final List<ScanResult> results;
    private final FusedValues fused;
    private final boolean isForFirsts;
    private final int entryWords;
    private volatile @Nullable ScanSignature signature;
    private final Prepared prepared = new Prepared();

    /// @param columns the columns of the table that are read; keys first
    /// @param arguments what is aggregated
    /// @param cells what a group keeps; the first counts its rows
    /// @param results what becomes of the cells
    /// @param fused what of the columns is computed
    /// @param isForFirsts whether no groups are wanted, but a row of each row's group
    private ScanShape(
            KeyLayout layout,
            List<Integer> columns,
            List<ScanArgument> arguments,
            List<ScanCell> cells,
            List<ScanResult> results,
            FusedValues fused,
            boolean isForFirsts) {
        this.layout = layout;
        this.columns = List.copyOf(columns);
        this.arguments = List.copyOf(arguments);
        this.cells = List.copyOf(cells);
        this.results = List.copyOf(results);
        this.fused = fused;
        this.isForFirsts = isForFirsts;
        int words = 0;
        for (ScanCell cell : this.cells) {
            words += words(cell);
        }
        this.entryWords = words;
    }

    /// Whose words are keys.
    public ScanShape(
            KeyLayout layout,
            List<Integer> columns,
            List<ScanArgument> arguments,
            List<ScanCell> cells,
            List<ScanResult> results,
            FusedValues fused) {
        this(layout, columns, arguments, cells, results, fused, false);
    }

    /// Over columns as they lie.
    public ScanShape(
            KeyLayout layout,
            List<Integer> columns,
            List<ScanArgument> arguments,
            List<ScanCell> cells,
            List<ScanResult> results) {
        this(layout, columns, arguments, cells, results, FusedValues.NONE);
    }

    public KeyLayout layout() {
        return layout;
    }

    /// The columns of the table that are read; keys first.
    public List<Integer> columns() {
        return columns;
    }

    /// What is aggregated.
    public List<ScanArgument> arguments() {
        return arguments;
    }

    /// What a group keeps; the first counts its rows.
    public List<ScanCell> cells() {
        return cells;
    }

    /// What becomes of the cells.
    public List<ScanResult> results() {
        return results;
    }

    /// What of the columns is computed.
    public FusedValues fused() {
        return fused;
    }

    /// Whether no groups are wanted, but a row of each row's group.
    public boolean isForFirsts() {
        return isForFirsts;
    }

    /// Values that are brought together.
    ///
    /// @param first the cell of their mean
    /// @param quantiles how many there are of them
    /// @param quantile the number of the first
    public record Members(int argument, int first, int quantiles, int quantile) {}

    /// The same with another layout of the same parts.
    public ScanShape with(KeyLayout other) {
        return new ScanShape(other, columns, arguments, cells, results, fused, isForFirsts);
    }

    /// The same for rows that are wanted of groups, and nothing else.
    public ScanShape forFirsts() {
        return new ScanShape(layout, columns, arguments, cells, results, fused, true);
    }

    /// What kernels are compiled for.
    public ScanSignature signature() {
        ScanSignature known = signature;
        if (known == null) {
            known = new ScanSignature(compiledFor(), sizes());
            signature = known;
        }
        return known;
    }

    /// What earlier runs have made of this shape.
    public Prepared prepared() {
        return prepared;
    }

    /// Equal for equal signatures.
    private int sizes() {
        int sizes = layout.parts().size();
        for (List<?> parts : List.of(columns, arguments, cells, results, fused.reads())) {
            sizes = PRIME * sizes + parts.size();
        }
        for (ScanArgument argument : arguments) {
            sizes = PRIME * sizes + argument.type().byteWidth();
        }
        return sizes;
    }

    private List<Object> compiledFor() {
        List<Object> parts = new ArrayList<>();
        parts.add(layout.wordType());
        parts.add(layout.isShifted());
        for (KeyPart part : layout.parts()) {
            parts.add(
                    switch (part) {
                        case KeyPart.Numbers numbers ->
                            List.of(numbers.column(), numbers.type(), numbers.hasNulls(), numbers.keepsNull());
                        case KeyPart.Text text ->
                            List.of(
                                    text.column(),
                                    text.shortest(),
                                    text.longest(),
                                    text.hasNulls(),
                                    KeyLayout.isNarrow(text),
                                    KeyLayout.isSmall(text));
                    });
        }
        parts.add(columns.size());
        parts.add(arguments);
        parts.add(cells);
        parts.add(results);
        parts.add(fused);
        parts.add(isForFirsts);
        return parts;
    }

    /// The cells of members before those of their quantiles: their mean, then their squares.
    static final int QUANTILE_CELLS = 2;

    /// The values that are brought together, in the order of their cells.
    public List<Members> members() {
        List<Members> members = new ArrayList<>();
        int quantile = 0;
        for (int cell = 0; cell < cells.size(); cell++) {
            if (cells.get(cell).operation() == ScanCell.Operation.MEAN) {
                int end = cell + QUANTILE_CELLS;
                while (end < cells.size() && cells.get(end).operation() == ScanCell.Operation.QUANTILE) {
                    end++;
                }
                int quantiles = end - cell - QUANTILE_CELLS;
                members.add(new Members(cells.get(cell).argument(), cell, quantiles, quantile));
                quantile += quantiles;
            }
        }
        return members;
    }

    /// 32-bit words of an entry in shared memory.
    public int entryWords() {
        return entryWords;
    }

    private int words(ScanCell cell) {
        return switch (cell.operation()) {
            case COUNT -> 1;
            case SUM -> 2;
            case MIN, MAX, BIT_AND, BIT_OR, BIT_XOR ->
                arguments.get(cell.argument()).type().byteWidth() == Long.BYTES ? 2 : 1;
            case MEAN, SQUARES, QUANTILE -> 2;
            case MIN_WIDE, MAX_WIDE -> 4;
            case LOW -> 0;
        };
    }

    /// Whether there are extremes of 128 bits.
    public boolean hasWideExtremes() {
        for (ScanCell cell : cells) {
            if (cell.isWideExtreme()) {
                return true;
            }
        }
        return false;
    }

    /// Whether floats are summed, which in shared memory is a loop of compare and swap.
    public boolean sumsFloats() {
        for (ScanCell cell : cells) {
            if (cell.operation() == ScanCell.Operation.SUM
                    && arguments.get(cell.argument()).type().isFloating()) {
                return true;
            }
        }
        return false;
    }

    /// The bit of a row's nulls that says whether an argument has a value.
    int validBit(int argument) {
        int column = arguments.get(argument).column();
        int bit = 0;
        while (arguments.get(bit).column() != column) {
            bit++;
        }
        return bit;
    }

    /// Whether four values of 16 bytes are read at once.
    public boolean readsDecimals() {
        for (ScanArgument argument : arguments) {
            if (argument.stored().byteWidth() > Long.BYTES) {
                return true;
            }
        }
        return false;
    }

    /// Whether there are limbs of sums or extremes of 128 bits, which take many registers.
    public boolean hasLimbs() {
        for (ScanCell cell : cells) {
            if (cell.isLimb() || cell.isWideExtreme()) {
                return true;
            }
        }
        return false;
    }

    /// Whether a row's nulls travel with its values.
    public boolean hasNullFlags() {
        for (ScanArgument argument : arguments) {
            if (argument.hasNulls()) {
                return true;
            }
        }
        return false;
    }

    /// Bytes of the widest of the values of a row.
    public int widestArgument() {
        int widest = hasNullFlags() ? Integer.BYTES : 0;
        for (ScanArgument argument : arguments) {
            widest = Math.max(widest, argument.type().byteWidth());
        }
        return widest;
    }

    /// Bytes of the values of a row.
    public int argumentBytes() {
        int bytes = hasNullFlags() ? Integer.BYTES : 0;
        for (ScanArgument argument : arguments) {
            bytes += argument.type().byteWidth();
        }
        return bytes;
    }
}
