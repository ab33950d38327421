package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;

/// Keys of bools, which are numbers of 8 bits while rows are scanned.
///
/// @param request with numbers instead of bools
/// @param places of the keys that are bools
record BitKeys(FastRequest request, List<Integer> places) {
    BitKeys {
        places = List.copyOf(places);
    }

    static BitKeys of(FastRequest request) {
        ScanRows rows = request.rows();
        int behind = rows.table().columns().size() + rows.computed().size();
        List<Integer> keys = new ArrayList<>(request.keys());
        List<Integer> places = new ArrayList<>();
        List<ScanRows.Computed> numbers = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            int key = keys.get(i);
            if (key < rows.table().columns().size() && rows.type(key).equals(DataType.BOOL)) {
                String text = "bit_number(x" + key + "(i))";
                numbers.add(new ScanRows.Computed(DataType.UINT8, text, List.of(key), false));
                keys.set(i, behind + places.size());
                places.add(i);
            }
        }
        return places.isEmpty()
                ? new BitKeys(request, places)
                : new BitKeys(request.of(rows.withComputed(numbers)).by(keys), places);
    }

    /// Makes bools of the keys that were found; takes over the groups.
    Outcome restored(Outcome outcome, PlanRun plans, Stream stream) {
        return outcome instanceof Outcome.Grouped(DeviceGroups groups, String how) && !places.isEmpty()
                ? new Outcome.Grouped(restored(groups, plans, stream), how)
                : outcome;
    }

    private DeviceGroups restored(DeviceGroups groups, PlanRun plans, Stream stream) {
        try (groups;
                Closer closer = new Closer()) {
            List<DeviceColumn> keys = new ArrayList<>();
            for (int i = 0; i < groups.keys().size(); i++) {
                DeviceColumn found = groups.keys().get(i);
                DeviceColumn key = places.contains(i)
                        ? GatheredRows.packed(found, plans.kernels(), plans.accounts(), stream)
                        : found.retain();
                keys.add(closer.add(key));
            }
            List<DeviceColumn> results =
                    groups.results().stream().map(DeviceColumn::retain).toList();
            closer.release();
            return new DeviceGroups(groups.groups(), keys, results);
        }
    }
}
