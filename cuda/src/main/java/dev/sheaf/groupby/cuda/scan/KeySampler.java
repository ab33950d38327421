package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/// Looks at some rows, or at all, before a strategy is chosen: `sample_keys.cu`.
public final class KeySampler {
    /// Rows of a sample.
    public static final int SAMPLE = 1 << 16;

    private static final int THREADS = 256;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 4;
    private static final int SLOTS = 512;
    private static final int TABLE_SLOTS = 1 << 17;

    /// As in `sample_keys.cu`: numbers before the words.
    private static final int NUMBERS = 9;

    /// Rows of a larger sample, in times of the usual one.
    private static final int LARGER = 4;

    /// If fewer rows of a sample meet the condition, a larger one is taken, of so many times the rows.
    private static final int FEW = SAMPLE / 16;

    private static final int MORE = 8;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    public KeySampler(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    /// What is compiled for: one kernel looks at keys as they lie, whatever they are. The columns behind the keys are
    /// those that are read to compute `fused`.
    ///
    /// @param keys how many there are, or the most that there may be
    public record Kind(int keys, int columns, FusedValues fused) {
        /// Keys as they lie.
        public static final Kind PLAIN = new Kind(ScanRows.MAX_KEYS, ScanRows.MAX_KEYS, FusedValues.NONE);

        static Kind of(int keys, int columns, FusedValues fused) {
            return fused.isEmpty() ? PLAIN : new Kind(keys, columns, fused);
        }
    }

    /// The types of keys in the order of their numbers in `sample.cuh`; behind them are text and what is only counted,
    /// bools and numbers of 16 bytes.
    private static final List<CudaType> KINDS = List.of(
            CudaType.I8,
            CudaType.U8,
            CudaType.I16,
            CudaType.U16,
            CudaType.I32,
            CudaType.U32,
            CudaType.I64,
            CudaType.U64,
            CudaType.F32,
            CudaType.F64);

    /// Whether a key column can be looked at.
    public static boolean supports(DataType type) {
        return type instanceof DataType.StringType
                || type instanceof DataType.BinaryType
                || (CudaType.supports(type) && CudaType.of(type).byteWidth() <= Long.BYTES);
    }

    /// Whether different keys of a column can be counted; of those that it cannot look at, that is all it finds.
    public static boolean canCount(DataType type) {
        return supports(type) || type.equals(DataType.BOOL) || CudaType.supports(type);
    }

    /// Looks at a sample of columns as they lie, and waits for it.
    public KeySample sample(DeviceTable table, List<Integer> keys, Stream stream) {
        return sample(new ScanRows(table), keys, stream);
    }

    /// Looks at a sample and waits for it.
    public KeySample sample(ScanRows rows, List<Integer> keys, Stream stream) {
        KeySample sample = look(rows, keys, SAMPLE, TABLE_SLOTS, stream);
        boolean isFew = sample.findings().rows() < FEW && !sample.findings().isComplete();
        if (rows.where().isEmpty() || !isFew) {
            return sample;
        }
        sample.close();
        return look(rows, keys, (long) MORE * SAMPLE, TABLE_SLOTS, stream);
    }

    /// The same as [#sample] with four times as many rows, for plans that need to see nearly all keys.
    public KeySample larger(ScanRows rows, List<Integer> keys, Stream stream) {
        return look(rows, keys, (long) LARGER * SAMPLE, (long) LARGER * TABLE_SLOTS, stream);
    }

    /// Looks at every row and waits for it; says nothing about counts.
    public KeyFindings all(ScanRows rows, List<Integer> keys, Stream stream) {
        try (KeySample all = look(rows, keys, rows.count(), 0, stream)) {
            return all.findings();
        }
    }

    private KeySample look(ScanRows rows, List<Integer> keys, long threads, long tableSlots, Stream stream) {
        Looked looked = rows.prepared().isKept()
                ? rows.prepared().of(Looked.class, () -> looked(rows, keys), rows.parts(keys))
                : looked(rows, keys);
        List<Integer> columns = looked.columns();
        Kind kind = looked.kind();
        int numbers = NUMBERS + keys.size() * KeyFindings.WORDS;
        long foundBytes = (long) numbers * Long.BYTES;
        long listAt = foundBytes + 2 * tableSlots * Long.BYTES;
        long bytes = listAt + tableSlots * Integer.BYTES;
        long wanted = (Math.min(threads, rows.count()) + THREADS - 1) / THREADS;
        long blocks = tableSlots == 0 ? Math.min(wanted, atOnce(stream)) : wanted;
        Buffer found = stream.device().memory().allocateZeroed(accounts, bytes, "key sample", stream);
        try (Signal signal = new Signal(accounts, numbers, "key sample", stream)) {
            KernelStruct struct = new KernelStruct(stream).add(rows.count());
            rows.writeColumns(struct, columns);
            struct.addZeros(4 * (kind.columns() - columns.size()));
            for (int key : keys) {
                struct.add(number(rows, key));
            }
            struct.addZeros(kind.keys() - keys.size()).add((long) keys.size());
            kind.fused().writeLiterals(struct, rows);
            struct.add(found.address())
                    .add(found.address() + foundBytes)
                    .add(found.address() + listAt)
                    .add(signal.address())
                    .add(tableSlots)
                    .add(blocks * THREADS);
            stream.launchWith(looked.function(), new LaunchShape((int) blocks, THREADS), struct.segment());
            stream.device().memory().clearFreed(stream);
            signal.await();
            return new KeySample(findings(signal.first(numbers), wanted * THREADS, rows), found, foundBytes, listAt);
        } catch (RuntimeException | Error failure) {
            found.close();
            throw failure;
        }
    }

    /// What looks at keys, and the columns that it reads.
    private record Looked(Kind kind, List<Integer> columns, CudaFunction function) {}

    private Looked looked(ScanRows rows, List<Integer> keys) {
        List<Integer> columns = new ArrayList<>(keys);
        FusedValues fused = FusedValues.of(rows, columns);
        Kind kind = Kind.of(keys.size(), columns.size(), fused);
        return new Looked(
                kind, columns, kernels.get(kind, () -> specialization(kind)).function());
    }

    private static long atOnce(Stream stream) {
        return (long) stream.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR;
    }

    private static KeyFindings findings(long[] numbers, long threads, ScanRows rows) {
        long looked = Math.min(threads, rows.count());
        boolean isComplete = threads >= rows.count();
        long taken = rows.where().isPresent() ? numbers[5] : looked;
        double share = (taken + (isComplete ? 0 : 1.0)) / looked;
        return new KeyFindings(
                taken,
                rows.where().isEmpty() ? rows.count() : (long) Math.ceil(Math.min(share, 1) * rows.count()),
                isComplete,
                Arrays.copyOfRange(numbers, NUMBERS, numbers.length),
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[6],
                numbers[3],
                numbers[4]);
    }

    private static long number(ScanRows rows, int key) {
        if (rows.isText(key)) {
            return KINDS.size();
        }
        if (rows.type(key) instanceof DataType.BoolType) {
            return KINDS.size() + 1L;
        }
        int kind = KINDS.indexOf(rows.cudaType(key));
        return kind < 0 ? KINDS.size() + 2L : kind;
    }

    public static Specialization specialization(Kind kind) {
        StringBuilder text = new StringBuilder("#include \"sample.cuh\"\n");
        FusedSource fused = new FusedSource(kind.fused());
        text.append(kind.fused().isEmpty() ? "" : FusedSource.INCLUDES)
                .append("__device__ __forceinline__ bool sample_row(const Column* columns, const u64* kinds,")
                .append(" u64 keys,\n    [[maybe_unused]] const u64* literals, u64 row, Sample& sample) {\n")
                .append(fused.readOne())
                .append("    for (u32 k = 0; k < keys; k++) {\n        switch (k) {\n");
        new TreeMap<>(kind.fused().values()).forEach((column, value) -> text.append(look(column, value)));
        text.append("        default: sample.key(columns[k], row, k, kinds[k]);\n        }\n    }\n");
        return Specialization.of(KernelFile.SAMPLE_KEYS)
                .type("Word", CudaType.U32)
                .flag("IS_SHIFTED", false)
                .flag("HAS_CONDITION", kind.fused().where().isPresent())
                .number("COLUMNS", kind.columns())
                .number("LITERALS", Math.max(kind.fused().literals(), 1))
                .number("PARTS", kind.keys())
                .number("TEXTS", 0)
                .number("THREADS", THREADS)
                .number("SLOTS", SLOTS)
                .code("Sample", text.append("    return true;\n}\n").toString());
    }

    private static String look(int key, ScanRows.Computed value) {
        String type = CudaType.of(value.type()).name().toLowerCase(Locale.ROOT);
        return "        case %d: {\n            const Maybe<%s> value = %s;\n".formatted(key, type, value.text())
                + "            sample.value<%s>(value.value, k, value.valid);\n            break;\n        }\n"
                        .formatted(type);
    }
}
