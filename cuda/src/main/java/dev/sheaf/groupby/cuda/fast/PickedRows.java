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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Results that are values of one row of each group, which an aggregate has picked. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
public record PickedRows(KernelStore kernels, MemoryPool accounts, Stream stream) {
    /// The results that are asked for, to be closed by the caller; nothing if texts come to more than 2 GiB.
    ///
    /// @param groups with the results of the aggregates; they stay open
    public Optional<List<DeviceColumn>> results(
            List<FastPlan.Output> outputs, DeviceGroups groups, List<DeviceColumn> inputs) {
        DeviceColumn[] results = new DeviceColumn[outputs.size()];
        Map<Integer, List<Integer>> picks = new LinkedHashMap<>();
        try (Closer closer = new Closer()) {
            for (int i = 0; i < outputs.size(); i++) {
                int aggregate = outputs.get(i).aggregate();
                switch (outputs.get(i)) {
                    case FastPlan.Output.Same _ ->
                        results[i] = closer.add(groups.results().get(aggregate).retain());
                    case FastPlan.Output.OfRow _ ->
                        picks.computeIfAbsent(aggregate, _ -> new ArrayList<>()).add(i);
                }
            }
            for (Map.Entry<Integer, List<Integer>> pick : picks.entrySet()) {
                List<FastPlan.Output.OfRow> of = new ArrayList<>();
                pick.getValue().forEach(i -> of.add((FastPlan.Output.OfRow) outputs.get(i)));
                Optional<List<DeviceColumn>> picked =
                        picked(of, groups.results().get(pick.getKey()), inputs);
                if (picked.isEmpty()) {
                    return Optional.empty();
                }
                Iterator<DeviceColumn> columns =
                        closer.addAll(picked.orElseThrow()).iterator();
                pick.getValue().forEach(i -> results[i] = columns.next());
            }
            closer.release();
            return Optional.of(List.of(results));
        }
    }

    /// The results that are of the same row of each group.
    private Optional<List<DeviceColumn>> picked(
            List<FastPlan.Output.OfRow> picks, DeviceColumn packed, List<DeviceColumn> inputs) {
        try (Closer closer = new Closer();
                Buffer rows = allocate(packed.length() * Integer.BYTES)) {
            List<DeviceColumn> read = new ArrayList<>();
            DeviceColumn ordinals = null;
            for (FastPlan.Output.OfRow pick : picks) {
                if (pick.input() >= 0) {
                    read.add(inputs.get(pick.input()));
                } else if (ordinals == null) {
                    ordinals = closer.add(ordinals(packed));
                }
            }
            GatheredRows of =
                    new GatheredRows(packed.length(), null, rows, packed.validity(), kernels, accounts, stream);
            of.pick(packed, picks.getFirst().isInverted(), ordinals == null ? null : ordinals.values());
            Optional<List<DeviceColumn>> gathered = of.all(read);
            if (gathered.isEmpty()) {
                return Optional.empty();
            }
            Iterator<DeviceColumn> next = closer.addAll(gathered.orElseThrow()).iterator();
            List<DeviceColumn> results = new ArrayList<>();
            for (FastPlan.Output.OfRow pick : picks) {
                DeviceColumn column = pick.input() >= 0 ? next.next() : Objects.requireNonNull(ordinals);
                results.add(column.retain());
            }
            return Optional.of(results);
        }
    }

    private DeviceColumn ordinals(DeviceColumn packed) {
        Buffer validity = packed.validity() == null ? null : packed.validity().retain();
        try {
            Buffer values = allocate(packed.length() * Long.BYTES);
            return new DeviceColumn(DataType.INT64, packed.length(), values, validity, packed.firstBit());
        } catch (RuntimeException | Error failure) {
            if (validity != null) {
                validity.close();
            }
            throw failure;
        }
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(accounts, Math.max(bytes, 1), "rows of groups", stream);
    }
}
