package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The walks through the rows of a table in which scans are computed, each of as many scans as share one well.
///
/// @param groups stay open
record ScanWalks(DeviceTable table, ScanGroups groups, DeviceRun run, KernelStore kernels) {
    /// Scans of a walk: their inputs move along with a sort, and more would take all registers.
    private static final int MOST = 4;

    /// Puts the results of some scans, which are [RunningScan#isAlike] and in the order of their states, to those that
    /// were found.
    void of(List<Scanned> scans, Map<RunningScan, DeviceColumn> found) {
        int done = 0;
        while (done < scans.size()) {
            List<Scanned> left = scans.subList(done, scans.size());
            int count = together(left);
            done += walk(left.subList(0, count), found) ? count : 0;
        }
    }

    /// How many of the scans share a walk: no more than need no further pass of a sort.
    private int together(List<Scanned> scans) {
        int first = scans.getFirst().states().bytes();
        int bytes = first;
        int count = 1;
        while (count < Math.min(scans.size(), MOST)) {
            bytes += scans.get(count).states().bytes();
            if (!fit(bytes, first)) {
                break;
            }
            count++;
        }
        return count;
    }

    /// Whether states of some bytes share a walk as well as those of fewer bytes.
    private boolean fit(int bytes, int fewer) {
        DeviceInfo device = run.device().info();
        if (groups.words() != null && HashedParts.SLOTS.fit(fewer, device)) {
            return HashedParts.SLOTS.fit(bytes, device);
        }
        Slots slots = slots(bytes);
        return slots.fit(bytes, device)
                && slots.passes(groupCount()) <= slots(fewer).passes(groupCount());
    }

    private int groupCount() {
        RowGroups numbered = groups.numbered();
        return numbered == null ? 1 : numbered.most() + 1;
    }

    private Slots slots(int bytes) {
        return Slots.of(groupCount(), bytes, run.device().info());
    }

    /// Whether the groups were found as they were looked for: else they are numbered from now on. That is asked when
    /// all is launched, so that the device goes on meanwhile.
    private boolean walk(List<Scanned> scans, Map<RunningScan, DeviceColumn> found) {
        List<DeviceColumn> inputs = new ArrayList<>();
        List<ScanLaunch.Scan> launched = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        int bytes = 0;
        for (Scanned each : scans) {
            launched.add(launched(each, inputs));
            types.add(each.states().result());
            bytes += each.states().bytes();
        }
        boolean isBackwards = scans.getFirst().scan().isBackwards();
        try (ScanPlaces places = places(scans.getFirst().scan().order(), bytes, inputs);
                Closer closer = new Closer()) {
            ScanLaunch launch = new ScanLaunch(launched, places, rows(), leftOut(), isBackwards, run, kernels);
            List<DeviceColumn> results = places.inTable(launch.results(), types);
            results.forEach(closer::add);
            if (!places.hold()) {
                groups.closeWords();
                return false;
            }
            closer.release();
            for (int i = 0; i < results.size(); i++) {
                found.put(scans.get(i).scan(), results.get(i));
            }
            return true;
        }
    }

    /// What all rows of each group come to, by its number, to be closed by the caller; of numbered groups. Empty if a
    /// block has no room for all of them.
    Optional<DeviceColumn> totals(Scanned scan) {
        Slots slots = slots(scan.states().bytes());
        if (slots.hasParts()) {
            return Optional.empty();
        }
        List<DeviceColumn> inputs = new ArrayList<>();
        ScanLaunch.Scan launched = launched(scan, inputs);
        ScanPlaces.Rows rows = new ScanPlaces.Rows(run, kernels, rows());
        try (ScanPlaces places = ScanPlaces.ofNumbers(rows, groups.numbered(), slots, null, inputs)) {
            ScanLaunch launch = new ScanLaunch(List.of(launched), places, rows(), leftOut(), false, run, kernels);
            return Optional.of(launch.totals().getFirst());
        }
    }

    private static ScanLaunch.Scan launched(Scanned scan, List<DeviceColumn> inputs) {
        int number = scan.input() == null ? -1 : number(scan.input(), inputs);
        return new ScanLaunch.Scan(scan.states(), number, scan.scan().nullsStay(), scan.fill());
    }

    /// The number of an input, which is added if it is not there yet.
    private static int number(DeviceColumn input, List<DeviceColumn> inputs) {
        for (int i = 0; i < inputs.size(); i++) {
            DeviceColumn other = inputs.get(i);
            if (other.type().equals(input.type())
                    && other.values().address() == input.values().address()
                    && other.validityAddress() == input.validityAddress()
                    && other.firstBit() == input.firstBit()) {
                return i;
            }
        }
        inputs.add(input);
        return inputs.size() - 1;
    }

    private int leftOut() {
        RowGroups numbered = groups.words() != null ? null : groups.numbered();
        return numbered == null || numbered.holdAll() ? ScanStates.NO_GROUP : numbered.count();
    }

    private ScanPlaces places(List<Within> order, int bytes, List<DeviceColumn> inputs) {
        ScanPlaces.Rows rows = new ScanPlaces.Rows(run, kernels, rows());
        Buffer words = groups.words();
        if (words != null && HashedParts.SLOTS.fit(bytes, run.device().info())) {
            return ScanPlaces.ofWords(rows, words, sorted(order), inputs);
        }
        groups.closeWords();
        return ScanPlaces.ofNumbers(rows, groups.numbered(), slots(bytes), sorted(order), inputs);
    }

    private @Nullable GroupRowsSort sorted(List<Within> order) {
        if (order.isEmpty()) {
            return null;
        }
        GroupRowsSort sort = new RunSort(table, run, kernels).order(null, order, true);
        if (sort.isTableOrder()) {
            sort.close();
            return null;
        }
        return sort;
    }

    private int rows() {
        return Math.toIntExact(table.rowCount());
    }
}
