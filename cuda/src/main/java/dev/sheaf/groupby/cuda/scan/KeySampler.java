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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Looks at some rows, or at all, before a strategy is chosen: `sample_keys.cu`.
public final class KeySampler {
    /// Rows of a sample.
    public static final int SAMPLE = 1 << 16;

    private static final int THREADS = 256;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 4;
    private static final int SLOTS = 512;
    private static final int TABLE_SLOTS = 1 << 17;

    /// As in `sample.cuh`: words of a key column.
    static final int WORDS = 34;

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

    /// The types of keys in the order of their numbers in `sample.cuh`; behind them is text.
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

    /// What was found.
    ///
    /// @param rows how many rows were looked at and meet the condition, if there is one
    /// @param allRows how many rows there may be that do
    /// @param words `WORDS` for each key column, as `sample.cuh` says
    /// @param different how many keys were different; `once` and `twice`, how many were seen so often; `most`,
    ///     how often the most frequent one was
    /// @param pairs of how many rows the next one was looked at; `equal`, how many of them have the same key as
    ///     that
    public record Findings(
            long rows,
            long allRows,
            boolean isComplete,
            long[] words,
            long different,
            long once,
            long twice,
            long most,
            long pairs,
            long equal) {
        /// How many runs of rows with one key there may be, not far from the most.
        public double runs() {
            double unequal = pairs - equal;
            return pairs == 0 ? allRows : allRows * Math.min((unequal + 3 * Math.sqrt(unequal) + 5) / pairs, 1);
        }

        /// How many groups there are, by how many of the sample were seen once and twice (Chao 1984), with a
        /// margin.
        public long groups() {
            if (isComplete) {
                return different;
            }
            if (once > 0 && twice == 0) {
                return allRows;
            }
            double unseen = once == 0 ? 0 : (double) once * once / (2.0 * twice);
            return (long) Math.min(allRows, (different + unseen) * (once * 50 < different ? 1.0 : MARGIN) + 1);
        }

        public static final double MARGIN = 1.2;

        /// How many times as many rows as expected, and how many standard deviations more, equally frequent
        /// keys hardly have.
        private static final double MOST_TIMES = 1.5;

        private static final double MOST_DEVIATIONS = 6;

        /// Whether keys are not equally frequent: more rows have keys that were seen three times or more often
        /// than of such keys, of which so many were seen once and twice. All keys of a sample may be seen as
        /// often as that.
        public boolean isSkewed() {
            if (once == 0 || twice == 0) {
                return false;
            }
            double mean = 2.0 * twice / once;
            double expected = rows * (1 - Math.exp(-mean) * (1 + mean));
            return rows - once - 2 * twice > MOST_TIMES * expected + MOST_DEVIATIONS * Math.sqrt(expected + 1);
        }

        /// How many groups there are at most. Of skewed keys the estimate above has a few of a hundred, but
        /// more rows find new keys ever more slowly: by the power of their number by which the last ones of the
        /// sample did, those seen once, the keys grow at most. For Zipf's law that is not far from what they
        /// do.
        public long mostGroups() {
            if (!isSkewed() || isComplete) {
                return groups();
            }
            double growth = Math.pow((double) allRows / rows, (double) once / different);
            return (long) Math.max(groups(), Math.min(allRows, different * growth));
        }

        /// Which share of the rows have keys that were not seen more than twice (Good 1953: the share of keys that
        /// were not seen at all is that of those seen once).
        public double rare() {
            return isComplete || rows == 0 ? 0 : (double) (once + 2 * twice) / rows;
        }

        /// The same, said of so many rows of which those that were found in are the first `prefix`.
        public Findings among(long prefix, long count) {
            if (prefix == count) {
                return this;
            }
            long more = (long) Math.ceil((double) allRows / prefix * count);
            return new Findings(rows, more, false, words, different, once, twice, most, pairs, equal);
        }

        /// These ranges, of all rows, with the counts of a sample.
        public Findings withCounts(Findings sample) {
            return new Findings(
                    sample.rows(),
                    sample.allRows(),
                    sample.isComplete(),
                    words,
                    sample.different,
                    sample.once,
                    sample.twice,
                    sample.most,
                    sample.pairs,
                    sample.equal);
        }
    }

    /// Whether a key column can be looked at.
    public static boolean supports(DataType type) {
        return type instanceof DataType.StringType
                || type instanceof DataType.BinaryType
                || (CudaType.supports(type) && CudaType.of(type).byteWidth() <= Long.BYTES);
    }

    /// A sample of the keys and, as long as it is open, a row of each.
    public static final class Sample implements AutoCloseable {
        private final Findings findings;
        private final @Nullable Buffer memory;
        private final long tableAt;
        private final long listAt;

        private Sample(Findings findings, @Nullable Buffer memory, long tableAt, long listAt) {
            this.findings = findings;
            this.memory = memory;
            this.tableAt = tableAt;
            this.listAt = listAt;
        }

        /// What is known without a look of keys that are all numbers below `groups`, none of them frequent: it has no
        /// keys.
        public static Sample ofEven(long rows, long groups) {
            return new Sample(new Findings(rows, rows, true, new long[WORDS], groups, 0, 0, 0, 0, 0), null, 0, 0);
        }

        public Findings findings() {
            return findings;
        }

        /// The address of the slots of the keys, laid out as in `sample_keys.cu`.
        public long table() {
            return memory == null ? 0 : memory.address() + tableAt;
        }

        /// The address of the numbers of the taken slots, one for each different key.
        public long list() {
            return memory == null ? 0 : memory.address() + listAt;
        }

        @Override
        public void close() {
            if (memory != null) {
                memory.close();
            }
        }
    }

    /// Looks at a sample of columns as they lie, and waits for it.
    public Sample sample(DeviceTable table, List<Integer> keys, Stream stream) {
        return sample(new ScanRows(table), keys, stream);
    }

    /// Looks at a sample and waits for it.
    public Sample sample(ScanRows rows, List<Integer> keys, Stream stream) {
        Sample sample = look(rows, keys, SAMPLE, TABLE_SLOTS, stream);
        boolean isFew = sample.findings().rows() < FEW && !sample.findings().isComplete();
        if (rows.where().isEmpty() || !isFew) {
            return sample;
        }
        sample.close();
        return look(rows, keys, (long) MORE * SAMPLE, TABLE_SLOTS, stream);
    }

    /// The same as [#sample] with four times as many rows, for plans that need to see nearly all keys.
    public Sample larger(ScanRows rows, List<Integer> keys, Stream stream) {
        return look(rows, keys, (long) LARGER * SAMPLE, (long) LARGER * TABLE_SLOTS, stream);
    }

    /// Looks at every row and waits for it; says nothing about counts.
    public Findings all(ScanRows rows, List<Integer> keys, Stream stream) {
        try (Sample all = look(rows, keys, rows.count(), 0, stream)) {
            return all.findings();
        }
    }

    private Sample look(ScanRows rows, List<Integer> keys, long threads, long tableSlots, Stream stream) {
        List<Integer> columns = new ArrayList<>(keys);
        FusedValues fused = FusedValues.of(rows, columns);
        Kind kind = Kind.of(keys.size(), columns.size(), fused);
        CudaFunction function = kernels.get(kind, () -> specialization(kind)).function();
        int numbers = NUMBERS + keys.size() * WORDS;
        long foundBytes = (long) numbers * Long.BYTES;
        long listAt = foundBytes + 2 * tableSlots * Long.BYTES;
        long bytes = listAt + tableSlots * Integer.BYTES;
        long wanted = (Math.min(threads, rows.count()) + THREADS - 1) / THREADS;
        long blocks = tableSlots == 0 ? Math.min(wanted, atOnce(stream)) : wanted;
        Buffer found = stream.device().memory().allocateZeroed(accounts, bytes, "key sample", stream);
        try (Signal signal = new Signal(accounts, numbers, "key sample", stream)) {
            KernelStruct struct = new KernelStruct(stream).add(rows.count());
            rows.writeColumns(struct, columns);
            IntStream.range(4 * columns.size(), 4 * kind.columns()).forEach(_ -> struct.add(0L));
            keys.forEach(key -> struct.add(number(rows, key)));
            IntStream.range(keys.size(), kind.keys()).forEach(_ -> struct.add(0L));
            struct.add((long) keys.size());
            kind.fused().writeLiterals(struct, rows);
            struct.add(found.address())
                    .add(found.address() + foundBytes)
                    .add(found.address() + listAt)
                    .add(signal.address())
                    .add(tableSlots)
                    .add(blocks * THREADS);
            stream.launchWith(function, new LaunchShape((int) blocks, THREADS), struct.segment());
            stream.device().memory().clearFreed(stream);
            signal.await();
            return new Sample(findings(signal.first(numbers), wanted * THREADS, rows), found, foundBytes, listAt);
        } catch (RuntimeException | Error failure) {
            found.close();
            throw failure;
        }
    }

    private static long atOnce(Stream stream) {
        return (long) stream.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR;
    }

    private static Findings findings(long[] numbers, long threads, ScanRows rows) {
        long looked = Math.min(threads, rows.count());
        boolean isComplete = threads >= rows.count();
        long taken = rows.where().isPresent() ? numbers[5] : looked;
        double share = (taken + (isComplete ? 0 : 1.0)) / looked;
        return new Findings(
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
        return rows.isText(key) ? KINDS.size() : KINDS.indexOf(rows.cudaType(key));
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
