package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns into which groups are written, with room for as many as there can be.
public final class ResultColumns implements AutoCloseable {
    /// Columns of which not a quarter is filled are copied to their size, from this many bytes on: copying 100
    /// million groups takes half a millisecond.
    private static final long WORTH_COPYING = 1 << 20;

    private static final int LEAST_FILLED = 4;

    /// Bytes behind the last text that may be read.
    private static final int TEXT_MARGIN = 16;

    private record Room(
            DataType type,
            int width,
            Buffer values,
            @Nullable Buffer validity,
            @Nullable Buffer offsets) {
        @Nullable
        public Buffer part(Part part) {
            return switch (part) {
                case VALUES -> values;
                case VALIDITY -> validity;
                case OFFSETS -> offsets;
            };
        }
    }

    private final FastRequest request;
    private final ScanShape shape;
    private long capacity;
    private final MemoryPool accounts;
    private final Stream stream;
    private final List<Room> keys = new ArrayList<>();
    private final List<Room> results = new ArrayList<>();

    private ResultColumns(FastRequest request, ScanShape shape, long capacity, MemoryPool accounts, Stream stream) {
        this.request = request;
        this.shape = shape;
        this.capacity = Math.max(capacity, 1);
        this.accounts = accounts;
        this.stream = stream;
    }

    /// Columns for `capacity` groups of a request, which have no memory yet.
    public static ResultColumns of(
            FastRequest request, ScanShape shape, long capacity, MemoryPool accounts, Stream stream) {
        return new ResultColumns(request, shape, capacity, accounts, stream);
    }

    /// Gets the memory. Kernels that do not write groups are better launched before, so that the device does
    /// not wait for it. Does nothing if they have it.
    public void allocate() {
        if (!keys.isEmpty()) {
            return;
        }
        for (KeyPart part : shape.layout().parts()) {
            addKey(part, request.rows().type(shape.columns().get(part.column())));
        }
        for (int i = 0; i < request.aggregates().size(); i++) {
            DataType type = request.aggregates().get(i).result();
            boolean isNullable = shape.results().get(i).isNullable();
            results.add(room(type, CudaType.of(type).byteWidth(), isNullable, false));
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
        List<Buffer> buffers = new ArrayList<>();
        try {
            Buffer values = allocate(capacity * width + (isText ? TEXT_MARGIN : 0), buffers);
            Buffer validity = nullable ? allocate(bitmapBytes(capacity), buffers) : null;
            Buffer offsets = isText ? allocate((capacity + 1) * Integer.BYTES, buffers) : null;
            if (validity != null) {
                stream.fill(validity, 0, validity.byteSize(), (byte) 0);
            }
            return new Room(type, width, values, validity, offsets);
        } catch (RuntimeException | Error failure) {
            buffers.forEach(Buffer::close);
            throw failure;
        }
    }

    private Buffer allocate(long bytes, List<Buffer> buffers) {
        Buffer buffer = allocate(bytes);
        buffers.add(buffer);
        return buffer;
    }

    /// Makes room for more groups behind those that are there; bitmaps have to be restored.
    public void reserve(long groups, long more) {
        if (groups + more <= capacity) {
            return;
        }
        capacity = groups + more;
        keys.replaceAll(room -> larger(room, groups));
        results.replaceAll(room -> larger(room, groups));
    }

    private Room larger(Room old, long groups) {
        Room room = room(old.type(), old.width(), old.validity() != null, old.offsets() != null);
        stream.copy(old.values(), 0, room.values(), 0, groups * old.width());
        if (old.offsets() != null && room.offsets() != null) {
            stream.copy(old.offsets(), 0, room.offsets(), 0, (groups + 1) * Integer.BYTES);
        }
        close(old);
        return room;
    }

    /// Bitmaps of the groups that are there.
    public record Kept(List<Buffer> bitmaps, long bytes) implements AutoCloseable {
        @Override
        public void close() {
            bitmaps.forEach(Buffer::close);
        }
    }

    /// Copies the bitmaps of the first `groups` groups, for [#restore].
    public Kept keep(long groups) {
        long bytes = bitmapBytes(groups);
        Kept kept = new Kept(new ArrayList<>(), bytes);
        try {
            for (Buffer validity : bitmaps()) {
                Buffer copy = allocate(Math.max(bytes, Integer.BYTES));
                kept.bitmaps().add(copy);
                stream.copy(validity, 0, copy, 0, bytes);
            }
            return kept;
        } catch (RuntimeException | Error failure) {
            kept.close();
            throw failure;
        }
    }

    /// Makes bitmaps what they were when they were kept, and 0 behind: bits are only ever set, also by an attempt
    /// whose groups are worth nothing.
    public void restore(Kept kept) {
        List<Buffer> bitmaps = bitmaps();
        for (int i = 0; i < bitmaps.size(); i++) {
            Buffer validity = bitmaps.get(i);
            stream.fill(validity, 0, validity.byteSize(), (byte) 0);
            stream.copy(kept.bitmaps().get(i), 0, validity, 0, kept.bytes());
        }
    }

    private List<Buffer> bitmaps() {
        List<Buffer> bitmaps = new ArrayList<>();
        for (List<Room> rooms : List.of(keys, results)) {
            for (Room room : rooms) {
                if (room.validity() != null) {
                    bitmaps.add(room.validity());
                }
            }
        }
        return bitmaps;
    }

    private static long bitmapBytes(long groups) {
        return (groups + Integer.SIZE - 1) / Integer.SIZE * Integer.BYTES;
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(accounts, bytes, "groups", stream);
    }

    /// A structure that begins with `struct Scan` and `struct Output`, as those of all kernels that scan do.
    public KernelStruct params(ScanRows rows, ScanShape scanned, Counters counters, Stream launched) {
        KernelStruct struct = new KernelStruct(launched);
        ScanStruct.write(struct, rows, scanned, counters);
        write(struct, counters);
        return struct;
    }

    /// Appends `struct Output`; addresses of 0 as long as there is no memory.
    public void write(KernelStruct struct, Counters counters) {
        struct.add(counters.address(Counters.Of.GROUPS)).add(counters.host());
        int parts = shape.layout().parts().size();
        write(struct, keys, parts, Part.VALUES);
        write(struct, keys, parts, Part.VALIDITY);
        write(struct, keys, parts, Part.OFFSETS);
        int columns = Math.max(request.aggregates().size(), 1);
        write(struct, results, columns, Part.VALUES);
        write(struct, results, columns, Part.VALIDITY);
    }

    /// Where rows of groups go that are wanted alone.
    public long firstsAddress() {
        return request.firstsAddress();
    }

    private static void write(KernelStruct struct, List<Room> rooms, int count, Part part) {
        for (int i = 0; i < count; i++) {
            Buffer buffer = i < rooms.size() ? rooms.get(i).part(part) : null;
            struct.add(buffer == null ? 0L : buffer.address());
        }
    }

    private enum Part {
        VALUES,
        VALIDITY,
        OFFSETS
    }

    /// The first `groups` rows as columns; what is left over is given back if it is much.
    public DeviceGroups take(long groups) {
        for (Room key : keys) {
            Buffer offsets = key.offsets();
            if (offsets != null && groups == 0) { // nobody has written where the first text begins
                stream.fill(offsets, 0, Integer.BYTES, (byte) 0);
            }
        }
        try (Closer closer = new Closer()) {
            DeviceGroups found = new DeviceGroups(groups, take(keys, groups, closer), take(results, groups, closer));
            closer.release();
            return found;
        }
    }

    private List<DeviceColumn> take(List<Room> rooms, long groups, Closer closer) {
        List<DeviceColumn> columns = new ArrayList<>(rooms.size());
        for (Room room : rooms) {
            columns.add(take(room, groups, closer));
        }
        return columns;
    }

    private DeviceColumn take(Room room, long groups, Closer closer) {
        return new DeviceColumn(
                room.type(),
                groups,
                taken(room.values(), groups * room.width() + (room.offsets() == null ? 0 : TEXT_MARGIN), closer),
                room.validity() == null ? null : taken(room.validity(), (groups + 31) / 32 * Integer.BYTES, closer),
                0,
                room.offsets() == null ? null : taken(room.offsets(), (groups + 1) * Integer.BYTES, closer));
    }

    private Buffer taken(Buffer room, long bytes, Closer closer) {
        boolean isKept = room.byteSize() < WORTH_COPYING || bytes * LEAST_FILLED > room.byteSize();
        Buffer taken = isKept ? room.slice(0, bytes) : allocate(bytes);
        closer.add(taken);
        if (!isKept) {
            stream.copy(room, 0, taken, 0, bytes);
        }
        return taken;
    }

    @Override
    public void close() {
        for (List<Room> rooms : List.of(keys, results)) {
            rooms.forEach(ResultColumns::close);
        }
    }

    private static void close(Room room) {
        room.values().close();
        if (room.validity() != null) {
            room.validity().close();
        }
        if (room.offsets() != null) {
            room.offsets().close();
        }
    }
}
