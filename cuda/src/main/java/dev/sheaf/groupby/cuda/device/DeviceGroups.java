package dev.sheaf.groupby.cuda.device;

import java.util.List;

/// Groups on the device: as many rows in each key and result column. In no particular order.
public record DeviceGroups(long groups, List<DeviceColumn> keys, List<DeviceColumn> results) implements AutoCloseable {
    public DeviceGroups {
        keys = List.copyOf(keys);
        results = List.copyOf(results);
    }

    @Override
    public void close() {
        keys.forEach(DeviceColumn::close);
        results.forEach(DeviceColumn::close);
    }
}
