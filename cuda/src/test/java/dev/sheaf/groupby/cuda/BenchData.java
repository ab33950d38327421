package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.CudaModule;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Makes the tables of the group-by benchmark on the device and checks answers there, with the plain kernels of
/// `bench_data.cu`.
final class BenchData {
    /// How ids become keys; the numbers are those of `bench_data.cu`.
    enum Form {
        PLAIN,
        SCATTERED,
        SCATTERED_64,
        TEXT
    }

    /// How ids are spread.
    enum Spread {
        UNIFORM,
        ZIPF,
        ASCENDING,
        /// Below the modulus, but for one row.
        ONE_OTHER,
        /// Below the modulus, but for one row of 2^20.
        FEW_OTHERS,
        /// Zipf with less skew.
        ZIPF_0_8,
        ZIPF_1_0,
        ZIPF_1_2
    }

    /// A key column: ids below `bound`, modulo `modulus` unless that is 0; text is of `length` bytes.
    record Key(Form form, Spread spread, long bound, long modulus, int length, long seed) {
        static Key plain(long bound, long seed) {
            return new Key(Form.PLAIN, Spread.UNIFORM, bound, 0, 0, seed);
        }

        static Key text(long bound, int length, long seed) {
            return new Key(Form.TEXT, Spread.UNIFORM, bound, 0, length, seed);
        }

        Key as(Form other) {
            return new Key(other, spread, bound, modulus, length, seed);
        }

        Key as(Spread other) {
            return new Key(form, other, bound, modulus, length, seed);
        }

        long ids() {
            boolean hasOthers = spread == Spread.ONE_OTHER || spread == Spread.FEW_OTHERS;
            return modulus == 0 || hasOthers ? bound : Math.min(bound, modulus);
        }

        DataType type() {
            return switch (form) {
                case PLAIN, SCATTERED -> DataType.INT32;
                case SCATTERED_64 -> DataType.INT64;
                case TEXT -> DataType.STRING;
            };
        }
    }

    /// A value column: doubles or int32 below `bound`.
    record Value(long bound, boolean isFloat, long seed) {
        DataType type() {
            return isFloat ? DataType.FLOAT64 : DataType.INT32;
        }
    }

    private static final int BLOCKS = 132 * 8;
    private static final int THREADS = 256;

    private final Stream stream;
    private final MemoryPool pool;
    private final CudaModule module;

    BenchData(Nvrtc nvrtc, Device device, Stream stream, MemoryPool pool) {
        this.stream = stream;
        this.pool = pool;
        Nvrtc.Program program = new Nvrtc.Program(
                "bench_data.cu",
                resource("bench_data.cu"),
                Map.of("types.cuh", resource("/dev/sheaf/cuda/kernel/types.cuh")),
                List.of("--gpu-architecture=sm_90", "--std=c++17", "--device-int128"));
        this.module = switch (nvrtc.compile(program)) {
            case Nvrtc.Outcome.Compiled(byte[] image, String _) -> CudaModule.load(device, image);
            case Nvrtc.Outcome.Rejected rejected -> throw new AssertionError(rejected.log());
        };
    }

    static String resource(String name) {
        try (InputStream in = BenchData.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    DeviceTable table(long rows, List<Key> keys, List<Value> values) {
        List<DeviceColumn> columns = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (Key key : keys) {
            columns.add(key(key, rows));
            fields.add(new Field("k" + fields.size(), key.type(), false));
        }
        for (Value value : values) {
            Buffer data = allocate(rows * (value.isFloat() ? 8 : 4));
            launch("fill_values", data.address(), rows, value.seed(), value.bound(), value.isFloat() ? 1 : 0);
            columns.add(new DeviceColumn(value.type(), rows, data, null, 0));
            fields.add(new Field("v" + fields.size(), value.type(), false));
        }
        return new DeviceTable(Schema.of(fields.toArray(Field[]::new)), columns, rows);
    }

    /// A column of int32 as decimals of another type with 18 digits behind the point.
    DeviceColumn widened(DeviceColumn values, DataType.DecimalType decimal) {
        Buffer wide = allocate(values.length() * 16);
        long factor = BigInteger.TEN.pow(decimal.scale()).longValueExact();
        launch("widen_values", values.values().address(), wide.address(), values.length(), factor);
        return new DeviceColumn(decimal, values.length(), wide, null, 0);
    }

    private DeviceColumn key(Key key, long rows) {
        try (Buffer ids = allocate(rows * 4)) {
            launch(
                    "fill_ids",
                    ids.address(),
                    rows,
                    key.seed(),
                    key.bound(),
                    key.modulus(),
                    key.spread().ordinal());
            if (key.form() == Form.TEXT) {
                Buffer text = allocate(rows * key.length() + 16);
                Buffer offsets = allocate((rows + 1) * 4);
                launch("fill_text", ids.address(), text.address(), offsets.address(), rows, key.length());
                return new DeviceColumn(key.type(), rows, text, null, 0, offsets);
            }
            Buffer data = allocate(rows * (key.form() == Form.SCATTERED_64 ? 8 : 4));
            launch("fill_keys", ids.address(), data.address(), rows, key.form().ordinal());
            return new DeviceColumn(key.type(), rows, data, null, 0);
        }
    }

    /// The ids of all key columns of each row as one number.
    private Buffer ids(List<Key> keys, List<DeviceColumn> columns, long rows) {
        Buffer ids = zeros(Math.max(rows, 1) * 8);
        for (int k = 0; k < keys.size(); k++) {
            DeviceColumn column = columns.get(k);
            launch(
                    "add_id",
                    ids.address(),
                    column.values().address(),
                    column.offsetsAddress(),
                    rows,
                    keys.get(k).form().ordinal(),
                    keys.get(k).ids());
        }
        return ids;
    }

    /// What is wrong with an answer; empty if nothing.
    String check(
            DeviceTable table,
            List<Key> keys,
            List<Value> values,
            List<DeviceAggregate> aggregates,
            DeviceGroups found) {
        long rows = table.rowCount();
        double space = keys.stream().mapToDouble(Key::ids).reduce(1, (a, b) -> a * b);
        try (Buffer ids = ids(keys, table.columns(), rows);
                Buffer groupIds = ids(keys, found.keys(), found.groups())) {
            return space > 1e9
                    ? checkDigest(table, keys, aggregates, found, ids, groupIds)
                    : checkEach(table, keys.size(), values, aggregates, found, (long) space, ids, groupIds);
        }
    }

    private String checkEach(
            DeviceTable table,
            int keys,
            List<Value> values,
            List<DeviceAggregate> aggregates,
            DeviceGroups found,
            long space,
            Buffer ids,
            Buffer groupIds) {
        long rows = table.rowCount();
        long copies = space < 2000 ? 256 : 1;
        try (Buffer counts = zeros(space * 4);
                Buffer errors = zeros(24)) {
            launch("count_ids", ids.address(), rows, counts.address());
            launch("check_groups", groupIds.address(), found.groups(), counts.address(), space, errors.address());
            launch("check_missing", counts.address(), space, errors.address());
            for (int a = 0; a < aggregates.size(); a++) {
                DeviceAggregate aggregate = aggregates.get(a);
                DeviceAggregate.Function function = aggregate.function();
                if (function.needsMembers()) {
                    continue;
                }
                boolean isFloat = aggregate.column() >= 0
                        && values.get(aggregate.column() - keys).isFloat();
                int kind = switch (function) {
                    case COUNT_ROWS, COUNT -> 0;
                    case SUM -> isFloat ? 1 : 2;
                    case MEAN -> 3;
                    case MIN -> 4;
                    default -> 5;
                };
                try (Buffer sums = zeros(space * 8 * copies)) {
                    if (kind != 0) {
                        launch(
                                "reduce_ids",
                                ids.address(),
                                table.columns().get(aggregate.column()).values().address(),
                                rows,
                                isFloat ? 1 : 0,
                                Math.max(kind - 3, 0),
                                sums.address(),
                                copies);
                    }
                    launch(
                            "check_values",
                            groupIds.address(),
                            found.groups(),
                            found.results().get(a).values().address(),
                            kind,
                            counts.address(),
                            sums.address(),
                            copies,
                            errors.address());
                }
            }
            checkMembers(table, aggregates, found, space, ids, groupIds, counts, errors);
            long[] wrong = download(errors, 3);
            return wrong[0] + wrong[1] + wrong[2] == 0
                    ? ""
                    : "groups wrong or twice " + wrong[0] + ", missing " + wrong[1] + ", values wrong " + wrong[2];
        }
    }

    /// For a median and a deviation of one column, in this order.
    private void checkMembers(
            DeviceTable table,
            List<DeviceAggregate> aggregates,
            DeviceGroups found,
            long space,
            Buffer ids,
            Buffer groupIds,
            Buffer counts,
            Buffer errors) {
        if (aggregates.size() != 2 || !aggregates.getFirst().function().needsMembers()) {
            return;
        }
        long rows = table.rowCount();
        long values =
                table.columns().get(aggregates.getFirst().column()).values().address();
        try (Buffer rowOf = zeros(space * 4);
                Buffer below = zeros(space * 4);
                Buffer above = zeros(space * 4);
                Buffer sums = zeros(space * 8);
                Buffer squares = zeros(space * 8)) {
            launch("place_rows", groupIds.address(), found.groups(), rowOf.address());
            launch(
                    "side_counts",
                    ids.address(),
                    values,
                    rows,
                    found.results().get(0).values().address(),
                    rowOf.address(),
                    below.address(),
                    above.address());
            launch("reduce_ids", ids.address(), values, rows, 1, 0, sums.address(), 1);
            launch("squares", ids.address(), values, rows, counts.address(), sums.address(), squares.address());
            launch(
                    "check_members",
                    groupIds.address(),
                    found.groups(),
                    counts.address(),
                    below.address(),
                    above.address(),
                    squares.address(),
                    found.results().get(1).values().address(),
                    errors.address());
        }
    }

    /// For more ids than there can be a table of: a sum and a count, and a sum over keys of both.
    private String checkDigest(
            DeviceTable table,
            List<Key> keys,
            List<DeviceAggregate> aggregates,
            DeviceGroups found,
            Buffer ids,
            Buffer groupIds) {
        long rows = table.rowCount();
        try (Buffer sums = zeros(32)) {
            long ofRows = table.columns().get(keys.size()).values().address();
            long ofGroups = found.results().get(0).values().address();
            long counts = found.results().get(1).values().address();
            launch("digest", ids.address(), rows, 0, ofRows, sums.address(), sums.address() + 8);
            launch(
                    "digest",
                    groupIds.address(),
                    found.groups(),
                    counts,
                    ofGroups,
                    sums.address() + 16,
                    sums.address() + 24);
            long[] words = download(sums, 4);
            double expected = Double.longBitsToDouble(words[0]);
            double sum = Double.longBitsToDouble(words[2]);
            return words[1] == words[3] && Math.abs(sum - expected) < 1e-6 * expected
                    ? ""
                    : "digests " + words[1] + " and " + words[3] + ", sums " + expected + " and " + sum + ", "
                            + found.groups() + " groups, " + aggregates;
        }
    }

    private long[] download(Buffer longs, int count) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(count * 8L, 8);
            stream.download(longs, 0, host);
            stream.synchronize();
            return host.toArray(ValueLayout.JAVA_LONG);
        }
    }

    /// Numbers that lie on the device.
    long[] longs(Buffer buffer, int count) {
        return download(buffer, count);
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(pool, bytes, "benchmark data", stream);
    }

    private Buffer zeros(long bytes) {
        Buffer buffer = allocate(bytes);
        stream.fill(buffer, 0, bytes, (byte) 0);
        return buffer;
    }

    private void launch(String kernel, long... arguments) {
        stream.launch(module.function(kernel), new LaunchShape(BLOCKS, THREADS), arguments);
    }
}
