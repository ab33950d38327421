package dev.sheaf.order;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.RunWord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The order of rows relative to one row, the bound, as numbers that are compared one after the other:
/// whether a key is null, the limbs of a number, seven bytes and then the next of a text.
final class BoundSteps {
    /// Beyond so many, the rest of a text is compared at once.
    private static final int MOST_WORDS = 16;

    /// Tells rows that come before the bound and those that are still open from the others.
    sealed interface Step {}

    /// Whether a key is null, of rows and of the bound.
    record NullStep(Validity validity, boolean ofBound, boolean first) implements Step {}

    /// A number for each row, and the bound's. Rows with less come before the bound, or with more if it descends.
    ///
    /// @param small whether numbers are less than 2^32
    record LimbStep(Limb.Read read, long bound, boolean descending, boolean small) implements Step {}

    private final List<Step> steps = new ArrayList<>();
    private final List<Column> columns;
    private final List<Column> bound;
    private final List<SortDirection> directions;
    private final int count;
    private @Nullable RowOrder rest;

    private BoundSteps(List<Column> columns, List<Column> bound, List<SortDirection> directions, int count) {
        this.columns = columns;
        this.bound = bound;
        this.directions = directions;
        this.count = count;
    }

    /// For `count` rows of `columns` and the only row of `bound`.
    static BoundSteps of(List<Column> columns, List<Column> bound, List<SortDirection> directions, int count) {
        BoundSteps made = new BoundSteps(columns, bound, directions, count);
        int key = 0;
        while (key < columns.size() && made.add(key)) {
            key++;
        }
        if (key < columns.size()) {
            made.rest = RowOrder.between(columns, bound, directions).from(key);
        }
        return made;
    }

    List<Step> steps() {
        return steps;
    }

    /// Compares rows that agree with the bound in all steps; null if they are its peers.
    @Nullable
    RowOrder rest() {
        return rest;
    }

    /// Adds the steps of a key; false if it, and all keys behind it, have to be compared after those that
    /// there are.
    private boolean add(int key) {
        Column column = columns.get(key);
        Column limit = bound.get(key);
        boolean descending = directions.get(key).descending();
        if (!column.validity().allValid() || !limit.validity().allValid()) {
            steps.add(new NullStep(
                    column.validity(), limit.isNull(0), directions.get(key).nullsFirst()));
        }
        if (limit.isNull(0)) {
            return true;
        }
        // Batches of one stream may have dictionaries or not.
        Column value = limit instanceof DictionaryColumn code ? code.values() : limit;
        long row = limit instanceof DictionaryColumn code ? code.code(0) : 0;
        return switch (column) {
            case NullColumn _ -> true;
            case BoolColumn bools ->
                addNumber(LimbReads.bools(bools), LimbReads.bools((BoolColumn) value), row, descending, true);
            case FixedColumn fixed -> addLimbs(fixed, (FixedColumn) value, row, descending);
            case VarColumn text -> addWords(text, (VarColumn) value, row, descending);
            case DictionaryColumn codes -> addSigns(codes, limit, descending);
            case ListColumn _, StructColumn _ -> false;
        };
    }

    private boolean addLimbs(FixedColumn fixed, FixedColumn ofBound, long row, boolean descending) {
        List<Limb.Read> limbs = LimbReads.fixed(fixed);
        List<Limb.Read> numbers = LimbReads.fixed(ofBound);
        if (limbs == null || numbers == null) {
            return false;
        }
        boolean small = fixed.type().layout().byteWidth() <= Integer.BYTES;
        for (int i = 0; i < limbs.size(); i++) {
            addNumber(limbs.get(i), numbers.get(i), row, descending, small);
        }
        return true;
    }

    private boolean addNumber(Limb.Read read, Limb.Read ofBound, long row, boolean descending, boolean small) {
        return steps.add(new LimbStep(read, numberOf(ofBound, row), descending, small));
    }

    private static long numberOf(Limb.Read read, long row) {
        long[] number = new long[1];
        read.read(new int[] {(int) row}, 0, 1, number);
        return number[0];
    }

    private boolean addWords(VarColumn text, VarColumn limit, long row, boolean descending) {
        int depth = 0;
        for (int words = 0; words < MOST_WORDS; words++) {
            long word = LimbReads.runWord(limit.runs(), row, depth);
            steps.add(new LimbStep(LimbReads.runWords(text, depth), word, descending, false));
            if (RunWord.isWhole(word)) {
                return true;
            }
            depth += RunWord.BYTES;
        }
        return false;
    }

    /// Entries of a dictionary are compared once each if there are fewer than rows.
    private boolean addSigns(DictionaryColumn codes, Column limit, boolean descending) {
        int entries = Math.toIntExact(codes.values().length());
        if (entries > count) {
            return false;
        }
        ColumnComparator order = ColumnComparator.between(codes.values(), limit, SortDirection.ASCENDING);
        byte[] signs = new byte[entries];
        for (int entry = 0; entry < entries; entry++) {
            signs[entry] = (byte) (1 + Integer.signum(order.compare(entry, 0)));
        }
        steps.add(new LimbStep(LimbReads.ranks(codes.segment(), signs), 1, descending, true));
        return true;
    }
}
