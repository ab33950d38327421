package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns into which groups are written, with room for as many as there can be.
final class ResultColumns implements AutoCloseable {
    /// Columns that are not filled by half are copied to their size, from this many bytes on.
    private static final long WORTH_COPYING = 1 << 20;

    /// Bytes behind the last text that may be read.
    private static final int TEXT_MARGIN = 16;

    private record Room(
            DataType type,
            int width,
            Buffer values,
            @Nullable Buffer validity,
            @Nullable Buffer offsets) {}

    private final MemoryPool accounts;
    private final Stream stream;
    private final long capacity;
    private final List<Room> keys = new ArrayList<>();
    private final List<Room> results = new ArrayList<>();

    private ResultColumns(MemoryPool accounts, Stream stream, long capacity) {
        this.accounts = accounts;
        this.stream = stream;
        this.capacity = capacity;
    }

    /// Room for `capacity` groups of a shape over rows.
    static ResultColumns allocate(
            ScanRows rows,
            ScanShape shape,
            List<DeviceAggregate> aggregates,
            long capacity,
            MemoryPool accounts,
            Stream stream) {
        ResultColumns columns = new ResultColumns(accounts, stream, Math.max(capacity, 1));
        try {
            for (KeyPart part : shape.layout().parts()) {
                columns.addKey(part, rows.type(shape.columns().get(part.column())));
            }
            for (int i = 0; i < aggregates.size(); i++) {
                ScanShape.Result result = shape.results().get(i);
                DataType type = aggregates.get(i).result();
                columns.results.add(columns.room(type, CudaType.of(type).byteWidth(), result.isNullable(), false));
            }
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.close();
            throw failure;
        }
    }

    private void addKey(KeyPart part, DataType type) {
        switch (part) {
            case KeyPart.Numbers numbers ->
                keys.add(room(type, numbers.type().byteWidth(), numbers.keepsNull(), false));
            case KeyPart.Text text -> keys.add(room(type, text.longest(), false, true));
        }
    }

    private Room room(DataType type, int width, boolean nullable, boolean isText) {
        Buffer values = allocate(capacity * width + (isText ? TEXT_MARGIN : 0));
        Buffer validity = nullable ? allocate((capacity + 31) / 32 * Integer.BYTES) : null;
        if (validity != null) {
            stream.fill(validity, 0, validity.byteSize(), (byte) 0);
        }
        return new Room(type, width, values, validity, isText ? allocate((capacity + 1) * Integer.BYTES) : null);
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(accounts, bytes, "groups", stream);
    }

    /// Appends `struct Output`.
    void write(KernelStruct struct, Counters counters) {
        struct.add(counters.address(Counters.Of.GROUPS)).add(counters.host());
        struct.addAll(addresses(keys, Part.VALUES));
        struct.addAll(addresses(keys, Part.VALIDITY));
        struct.addAll(addresses(keys, Part.OFFSETS));
        struct.addAll(addresses(results, Part.VALUES));
        struct.addAll(addresses(results, Part.VALIDITY));
    }

    private enum Part {
        VALUES,
        VALIDITY,
        OFFSETS
    }

    private static long[] addresses(List<Room> rooms, Part part) {
        return rooms.stream()
                .mapToLong(room -> {
                    Buffer buffer = switch (part) {
                        case VALUES -> room.values();
                        case VALIDITY -> room.validity();
                        case OFFSETS -> room.offsets();
                    };
                    return buffer == null ? 0 : buffer.address();
                })
                .toArray();
    }

    /// The first `groups` rows as columns; what is left over is given back if it is much.
    DeviceGroups take(long groups) {
        for (Room key : keys) {
            Buffer offsets = key.offsets();
            if (offsets != null && groups == 0) { // nobody has written where the first text begins
                stream.fill(offsets, 0, Integer.BYTES, (byte) 0);
            }
        }
        return new DeviceGroups(groups, take(keys, groups), take(results, groups));
    }

    private List<DeviceColumn> take(List<Room> rooms, long groups) {
        return rooms.stream()
                .map(room -> new DeviceColumn(
                        room.type(),
                        groups,
                        taken(room.values(), groups * room.width() + (room.offsets() == null ? 0 : TEXT_MARGIN)),
                        room.validity() == null ? null : taken(room.validity(), (groups + 31) / 32 * Integer.BYTES),
                        0,
                        room.offsets() == null ? null : taken(room.offsets(), (groups + 1) * Integer.BYTES)))
                .toList();
    }

    private Buffer taken(Buffer room, long bytes) {
        if (room.byteSize() < WORTH_COPYING || bytes * 2 > room.byteSize()) {
            return room.slice(0, bytes);
        }
        Buffer copy = allocate(bytes);
        stream.copy(room, 0, copy, 0, bytes);
        return copy;
    }

    @Override
    public void close() {
        for (List<Room> rooms : List.of(keys, results)) {
            for (Room room : rooms) {
                room.values().close();
                if (room.validity() != null) {
                    room.validity().close();
                }
                if (room.offsets() != null) {
                    room.offsets().close();
                }
            }
        }
    }
}
