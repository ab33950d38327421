package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.result.DeviceFinish;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryLimitException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The rows of a request for which its condition is true, as rows of their own without one. Scans look at a condition
/// as they read a row, so this is for requests whose rows are numbered, or read by several scans: rows that take no
/// part cost as much as others there.
///
/// Cost: the columns of the condition are read once, the others where rows are kept, and what is kept is written
/// once, with the number of its row. Texts that are nothing but keys may stay where they lie: the numbers of the rows
/// are their codes then.
///
/// @param request the same of these rows, in an order in which a thousand rows that lay together stay so
record KeptRows(FastRequest request, DeviceTable table) implements AutoCloseable {
    private static final String KEPT_FIRST = ", rows kept first";

    /// Of fewer rows nothing costs as much as looking at all of them first.
    private static final long LEAST_ROWS = 1 << 18;

    /// Where most rows are kept, copying them costs more than the others do.
    private static final double MOST_KEPT = 0.75;

    /// Whether rows are kept first before a look at the keys: they are read by several scans, or texts are compared,
    /// which no condition is looked at for.
    static boolean areBetter(FastRequest request) {
        return request.numbers() == 0 && (AggregateParts.areNeeded(request) || areNeeded(request));
    }

    private static boolean areNeeded(FastRequest request) {
        for (DeviceAggregate aggregate : request.aggregates()) {
            if (aggregate.isOfTexts()) {
                return true;
            }
        }
        return false;
    }

    /// What `group` finds of the rows that are kept; nothing if these are to be grouped with the others, as they lie.
    ///
    /// @param isForced whether they are kept first however many rows there are
    /// @param areHashed whether keys are hashed and compared where they lie
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Refused if the condition has no result for a row
    static Optional<Outcome> group(
            FastRequest request,
            PlanRun plans,
            boolean isForced,
            boolean areHashed,
            Stream stream,
            Function<FastRequest, Outcome> group) {
        try (KeptRows kept = of(request, plans, isForced, areHashed, stream)) {
            return Optional.ofNullable(kept).map(rows -> named(group.apply(rows.request())));
        } catch (MemoryLimitException _) {
            return Optional.empty();
        } catch (CudaException failure) {
            if (!failure.isOutOfMemory()) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    private static Outcome named(Outcome outcome) {
        return outcome instanceof Outcome.Grouped(DeviceGroups groups, String how)
                ? new Outcome.Grouped(groups, how + KEPT_FIRST)
                : outcome;
    }

    private static @Nullable KeptRows of(
            FastRequest request, PlanRun plans, boolean isForced, boolean areHashed, Stream stream) {
        ScanRows rows = request.rows();
        boolean isMany = isForced || rows.count() >= LEAST_ROWS;
        boolean isHere = rows.upload().count() == 1 && rows.count() > 0 && !request.wantsFirsts();
        Optional<DeviceFinish> condition =
                isMany && isHere ? rows.where().flatMap(where -> finish(where, rows)) : Optional.empty();
        if (condition.isEmpty()) {
            return null;
        }
        rows.upload().awaitAll(stream);
        try (DeviceFinish.Finished found =
                condition.orElseThrow().apply(rows.count(), plans.kernels(), plans.accounts(), stream)) {
            boolean areFew = found.rows() <= MOST_KEPT * rows.count() || isForced;
            return (areFew && found.rows() > 0) || areNeeded(request)
                    ? copied(request, found.rows(), Objects.requireNonNull(found.numbers()), plans, areHashed, stream)
                    : null;
        }
    }

    /// A kernel that keeps rows; nothing if the condition reads what kernels do not compute with.
    private static Optional<DeviceFinish> finish(ScanRows.Computed where, ScanRows rows) {
        List<GroupValue.Input> inputs = new ArrayList<>();
        String text = where.text();
        for (int number : where.reads()) {
            DeviceColumn column = rows.table().columns().get(number);
            if (column.dictionary() != null || !GroupValue.isKnown(column.type())) {
                return Optional.empty();
            }
            GroupValue value = GroupValue.of(column.type(), column);
            text = text.replace("x" + number + "(i)", value.text(inputs.size()));
            inputs.addAll(value.inputs());
        }
        return Optional.of(DeviceFinish.ofKept(text, inputs, rows.literals()));
    }

    private static @Nullable KeptRows copied(
            FastRequest request, long count, Buffer numbers, PlanRun plans, boolean areHashed, Stream stream) {
        ScanRows rows = request.rows();
        BitSet values = values(request);
        List<KeptColumn> copies = new ArrayList<>();
        List<DeviceColumn> sources = new ArrayList<>();
        for (int number = 0; number < rows.table().columns().size(); number++) {
            DeviceColumn column = rows.table().columns().get(number);
            boolean areNumbers = plans.late().filter(late -> late.are(column)).isPresent();
            boolean isKey = request.keys().contains(number);
            KeptColumn copy = areNumbers
                    ? KeptColumn.ofNothing(new DeviceColumn(column.type(), count, numbers, null, 0))
                    : values.get(number) || (isKey && !areHashed)
                            ? KeptColumn.of(column)
                            : isKey
                                    ? KeptColumn.ofKey(column, count, numbers)
                                    : KeptColumn.ofNothing(column.first(count));
            copies.add(copy);
            sources.addAll(copy.sources());
        }
        return new GatheredRows(count, null, numbers, null, plans.kernels(), plans.accounts(), stream)
                .all(sources)
                .map(gathered -> kept(request, count, copies, gathered))
                .orElse(null);
    }

    /// Takes over what was gathered for the copies, in their order.
    private static KeptRows kept(
            FastRequest request, long count, List<KeptColumn> copies, List<DeviceColumn> gathered) {
        List<DeviceColumn> columns = new ArrayList<>();
        int next = 0;
        for (KeptColumn copy : copies) {
            int end = next + copy.sources().size();
            columns.add(copy.made().apply(gathered.subList(next, end)));
            next = end;
        }
        DeviceTable table = new DeviceTable(request.rows().table().schema(), columns, count);
        return new KeptRows(request.of(request.rows().keptAs(table)), table);
    }

    /// The columns that aggregates read.
    private static BitSet values(FastRequest request) {
        BitSet read = new BitSet();
        for (DeviceAggregate aggregate : request.aggregates()) {
            for (int column : new int[] {aggregate.column(), aggregate.other()}) {
                if (column >= 0) {
                    read.set(column);
                }
            }
        }
        request.rows().computed().forEach(value -> value.reads().forEach(read::set));
        return read;
    }

    @Override
    public void close() {
        table.close();
    }
}
