package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the fast strategies are asked.
public final class FastRequest {
    /// Positions of rows are numbers of 32 bits.
    private static final long MAX_ROWS = (1L << 32) - (1L << 20);

    private static final int MAX_READS = 24;

    private final ScanRows rows;
    private final List<Integer> keys;
    private final boolean keepsNulls;
    private final List<DeviceAggregate> aggregates;
    private final long numbers;
    private final long single;
    private final boolean areEven;
    private final boolean wantsFirsts;
    private @Nullable Prepared prepared;

    private FastRequest(
            ScanRows rows,
            List<Integer> keys,
            boolean keepsNulls,
            List<DeviceAggregate> aggregates,
            long numbers,
            long single,
            boolean areEven,
            boolean wantsFirsts) {
        this.rows = rows;
        this.keys = List.copyOf(keys);
        this.keepsNulls = keepsNulls;
        this.aggregates = List.copyOf(aggregates);
        this.numbers = numbers;
        this.single = single;
        this.areEven = areEven;
        this.wantsFirsts = wantsFirsts;
    }

    public ScanRows rows() {
        return rows;
    }

    /// The numbers of the key columns, or of the values that are keys.
    public List<Integer> keys() {
        return keys;
    }

    /// Whether null is a key.
    public boolean keepsNulls() {
        return keepsNulls;
    }

    public List<DeviceAggregate> aggregates() {
        return aggregates;
    }

    /// If it is not 0, there is one key, whose values are whole numbers from 0 on and below this.
    public long numbers() {
        return numbers;
    }

    /// How many of these numbers, the last ones, have one row each; no row is left out then, and groups are wanted in
    /// the order of numbers.
    public long single() {
        return single;
    }

    /// Whether rows are grouped as if none of the numbers were frequent, and rows of one lay apart.
    public boolean areEven() {
        return areEven;
    }

    /// Whether no groups are wanted: the column behind the key has the numbers of the rows, which become those of a row
    /// of their groups.
    public boolean wantsFirsts() {
        return wantsFirsts;
    }

    /// What earlier runs of its plan have made of such a request over such columns, however many rows there are.
    public Prepared prepared() {
        Prepared known = prepared;
        if (known == null) {
            Prepared ofRows = rows.prepared();
            known = ofRows.isKept()
                    ? ofRows.next(rows.parts(aggregates, keys, keepsNulls, wantsFirsts))
                    : Prepared.NONE;
            prepared = known;
        }
        return known;
    }

    /// A request about whose keys nothing is known.
    public FastRequest(ScanRows rows, List<Integer> keys, boolean keepsNulls, List<DeviceAggregate> aggregates) {
        this(rows, keys, keepsNulls, aggregates, 0, 0, false, false);
    }

    /// The same of other rows.
    public FastRequest of(ScanRows others) {
        return new FastRequest(others, keys, keepsNulls, aggregates, numbers, single, areEven, wantsFirsts);
    }

    /// The same by other keys.
    public FastRequest by(List<Integer> others) {
        return new FastRequest(rows, others, keepsNulls, aggregates, numbers, single, areEven, wantsFirsts);
    }

    /// The same with some of the aggregates.
    public FastRequest with(List<DeviceAggregate> some) {
        FastRequest fewer = new FastRequest(rows, keys, keepsNulls, some, numbers, single, areEven, wantsFirsts);
        fewer.prepared = prepared == null ? null : prepared.next(Step.WITH, fewer.aggregates);
        return fewer;
    }

    /// What becomes of a request, by which the next one is found.
    private enum Step {
        WITH,
        BY_NUMBERS,
        WITH_COLUMN
    }

    /// The same with a column of numbers below `count` for its keys; rows without a number are left out.
    ///
    /// @param areSingle how many of these, the last ones, have one row each that is known to take part
    /// @param areEven whether rows are grouped as if none of them were frequent, and rows of one lay apart
    public FastRequest byNumbers(DeviceColumn column, long count, long areSingle, boolean areEven) {
        Moved moved = moved(column);
        FastRequest numbered = new FastRequest(
                rows.with(column, moved.schema()),
                moved.place(),
                false,
                moved.aggregates(),
                count,
                areSingle,
                areEven,
                false);
        numbered.prepared = next(Step.BY_NUMBERS, column);
        return numbered;
    }

    private Prepared next(Step step, DeviceColumn column) {
        return prepared().next(step, column.type(), ScanRows.kind(column));
    }

    /// Where one column more stands behind those of the table.
    private record Moved(Schema schema, List<Integer> keys, List<DeviceAggregate> aggregates, List<Integer> place) {}

    private Moved moved(DeviceColumn column) {
        return prepared().of(Moved.class, () -> moved(column.type()), column.type());
    }

    private Moved moved(DataType type) {
        int place = rows.table().columns().size();
        List<Integer> moved = new ArrayList<>();
        keys.forEach(key -> moved.add(key < place ? key : key + 1));
        List<DeviceAggregate> shifted = new ArrayList<>();
        aggregates.forEach(aggregate -> shifted.add(aggregate.behind(place)));
        return new Moved(rows.schemaWith(type), List.copyOf(moved), List.copyOf(shifted), List.of(place));
    }

    /// A request for a row of each row's group, the same for all of them, by hashes of keys.
    ///
    /// @param rowNumbers the number of each row, of type uint32, which becomes that of the row of its group
    public static FastRequest firsts(DeviceColumn hashes, DeviceColumn rowNumbers) {
        Schema schema = Schema.of(new Field("hash", hashes.type()), new Field("row", rowNumbers.type()));
        DeviceTable table = new DeviceTable(schema, List.of(hashes, rowNumbers), hashes.length());
        DeviceAggregate least = new DeviceAggregate(DeviceAggregate.Function.MIN, 1, rowNumbers.type());
        return new FastRequest(new ScanRows(table), List.of(0), false, List.of(least), 0, 0, false, true);
    }

    /// Where rows of the groups of rows go; 0 if groups are wanted.
    long firstsAddress() {
        return wantsFirsts
                ? rows.table().columns().get(keys.getFirst() + 1).values().address()
                : 0;
    }

    /// The same with one column more behind the others.
    public FastRequest withColumn(DeviceColumn column) {
        Moved moved = moved(column);
        FastRequest wider = new FastRequest(
                rows.with(column, moved.schema()),
                moved.keys(),
                keepsNulls,
                moved.aggregates(),
                numbers,
                single,
                areEven,
                wantsFirsts);
        wider.prepared = next(Step.WITH_COLUMN, column);
        return wider;
    }

    /// Why it cannot be run by the fast strategies, if the types alone say so.
    public Optional<Refusal> refusal() {
        return rows.count() == 0 || rows.count() > MAX_ROWS
                ? Optional.of(new Refusal.Unfit("it is for 1 to " + MAX_ROWS + " rows"))
                : prepared().of(Refused.class, this::refused).why();
    }

    private record Refused(Optional<Refusal> why) {}

    private Refused refused() {
        return new Refused(unfit().<Refusal>map(Refusal.Unfit::new)
                .or(this::unfitRows)
                .or(() -> unfitKeys().map(Refusal.Keys::new)));
    }

    private Optional<String> unfit() {
        if (keys.isEmpty()) {
            return Optional.of("it takes a key");
        }
        for (DeviceAggregate aggregate : aggregates) {
            Optional<String> why = refusal(aggregate);
            if (why.isPresent()) {
                return why;
            }
        }
        return rows.reads() > MAX_READS
                ? Optional.of("expressions read more than " + MAX_READS + " columns")
                : Optional.empty();
    }

    /// Aggregates that follow from more than one scan, or which the members of groups do not give.
    private Optional<Refusal> unfitRows() {
        for (DeviceAggregate aggregate : aggregates) {
            boolean isScanned = !aggregate.isOfTexts()
                    && (!aggregate.function().isMoment() || aggregate.function().needsMembers());
            if (!isScanned) {
                return Optional.of(new Refusal.Rows(aggregate.function() + " needs the groups of rows first"));
            }
        }
        return GroupValuesAggregates.areAsked(aggregates)
                ? GroupValuesAggregates.refusal(rows, aggregates)
                        .map(why -> GroupValuesAggregates.areMoments(aggregates)
                                ? new Refusal.Rows(why)
                                : new Refusal.Unfit(why))
                : Optional.empty();
    }

    /// Whether keys are of types that may become words.
    public boolean hasKeysOfWords() {
        return unfitKeys().isEmpty();
    }

    private Optional<String> unfitKeys() {
        if (keys.size() > ScanRows.MAX_KEYS || Set.copyOf(keys).size() < keys.size()) {
            return Optional.of("words are of 1 to " + ScanRows.MAX_KEYS + " different key columns");
        }
        for (int key : keys) {
            if (rows.isDictionary(key) || !KeySampler.supports(rows.type(key))) {
                return Optional.of("keys of type " + rows.type(key) + " do not become words");
            }
        }
        return Optional.empty();
    }

    private Optional<String> refusal(DeviceAggregate aggregate) {
        int column = aggregate.column();
        if (column < 0) {
            return Optional.empty();
        }
        if (aggregate.isOfTexts()) {
            return rows.where().isEmpty()
                    ? Optional.empty()
                    : Optional.of(aggregate.function() + " of texts does not look at conditions");
        }
        boolean isFixed = !rows.isDictionary(column) && !rows.isText(column) && CudaType.supports(rows.type(column));
        return isFixed
                ? Optional.empty()
                : Optional.of(aggregate.function() + " of " + rows.type(column) + " is not of fixed width");
    }
}
