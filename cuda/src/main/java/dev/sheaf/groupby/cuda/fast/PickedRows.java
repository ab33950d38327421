package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Results that are values of one row of each group, which an aggregate has picked. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
public record PickedRows(KernelStore kernels, MemoryPool accounts, Stream stream) {
    /// The results that are asked for, to be closed by the caller; nothing if texts come to more than 2 GiB.
    ///
    /// @param groups with the results of the aggregates; they stay open
    public Optional<List<DeviceColumn>> results(
            List<FastPlan.Output> outputs, DeviceGroups groups, List<DeviceColumn> inputs) {
        List<DeviceColumn> results = new ArrayList<>();
        try (Closer closer = new Closer()) {
            for (FastPlan.Output output : outputs) {
                DeviceColumn found = groups.results().get(output.aggregate());
                Optional<DeviceColumn> result = switch (output) {
                    case FastPlan.Output.Same _ -> Optional.of(found.retain());
                    case FastPlan.Output.OfRow pick -> picked(pick, found, inputs);
                };
                if (result.isEmpty()) {
                    return Optional.empty();
                }
                DeviceColumn column = result.orElseThrow();
                results.add(closer.add(column));
            }
            closer.release();
            return Optional.of(results);
        }
    }

    private Optional<DeviceColumn> picked(FastPlan.Output.OfRow pick, DeviceColumn packed, List<DeviceColumn> inputs) {
        long groups = packed.length();
        boolean isOrdinal = pick.input() < 0;
        try (Closer closer = new Closer();
                Buffer rows = allocate(groups * Integer.BYTES)) {
            Buffer ordinals = isOrdinal ? allocate(groups * Long.BYTES) : null;
            if (ordinals != null) {
                closer.add(ordinals);
            }
            GatheredRows of = new GatheredRows(groups, null, rows, packed.validity(), kernels, accounts, stream);
            of.pick(packed, pick.isInverted(), ordinals);
            if (ordinals == null) {
                return of.of(inputs.get(pick.input()));
            }
            closer.release();
            Buffer validity =
                    packed.validity() == null ? null : packed.validity().retain();
            return Optional.of(new DeviceColumn(DataType.INT64, groups, ordinals, validity, packed.firstBit()));
        }
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(accounts, Math.max(bytes, 1), "rows of groups", stream);
    }
}
