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
import java.util.List;
import java.util.Locale;

/// Looks at some rows, or at all, before a strategy is chosen: `survey.cu`.
public final class Survey {
    /// Rows of a sample.
    public static final int SAMPLE = 1 << 16;

    private static final int THREADS = 256;
    private static final int SLOTS = 512;
    private static final int TABLE_SLOTS = 1 << 17;

    /// As in `sample.cuh`: words of a key column.
    static final int WORDS = 34;

    /// As in `survey.cu`: numbers for the host, and all that are behind the words.
    private static final int COUNTS = 7;

    private static final int NUMBERS = 9;

    /// Rows of a larger sample, in times of the usual one.
    private static final int LARGER = 4;

    /// If fewer rows of a sample meet the condition, a larger one is taken, of so many times the rows.
    private static final int FEW = SAMPLE / 16;

    private static final int MORE = 8;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    public Survey(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    /// What is compiled for; the columns behind the keys are those that are read to compute `fused`.
    public record Kind(List<KeyKind> keys, int columns, FusedValues fused) {
        /// Keys as they lie.
        public Kind(List<KeyKind> keys) {
            this(keys, keys.size(), FusedValues.NONE);
        }
    }

    public record KeyKind(boolean isText, CudaType type, boolean hasNulls) {}

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
        private final Buffer memory;
        private final long tableAt;
        private final long listAt;

        private Sample(Findings findings, Buffer memory, long tableAt, long listAt) {
            this.findings = findings;
            this.memory = memory;
            this.tableAt = tableAt;
            this.listAt = listAt;
        }

        public Findings findings() {
            return findings;
        }

        /// The address of the slots of the keys, laid out as in `survey.cu`.
        public long table() {
            return memory.address() + tableAt;
        }

        /// The address of the numbers of the taken slots, one for each different key.
        public long list() {
            return memory.address() + listAt;
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    /// The same as below, for columns as they lie.
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
        Kind kind = new Kind(keyKinds(rows, keys), columns.size(), fused);
        CudaFunction survey = kernels.get(kind, () -> specialization(kind)).function();
        int words = keys.size() * WORDS;
        long foundBytes = (long) (words + NUMBERS) * Long.BYTES;
        long listAt = foundBytes + 2 * tableSlots * Long.BYTES;
        long bytes = listAt + tableSlots * Integer.BYTES;
        long blocks = (Math.min(threads, rows.count()) + THREADS - 1) / THREADS;
        Buffer found = stream.device().memory().allocateZeroed(accounts, bytes, "key survey", stream);
        try (Signal signal = new Signal(accounts, words + COUNTS, "key survey", stream)) {
            KernelStruct struct = new KernelStruct(stream).add(rows.count());
            rows.writeColumns(struct, columns);
            struct.add(found.address())
                    .add(found.address() + foundBytes)
                    .add(found.address() + listAt)
                    .add(signal.address())
                    .add(tableSlots)
                    .add(blocks * THREADS);
            stream.launchWith(survey, new LaunchShape((int) blocks, THREADS), struct.segment());
            stream.device().memory().clearFreed(stream);
            signal.await();
            long[] numbers = signal.first(words + COUNTS);
            return new Sample(findings(numbers, words, blocks * THREADS, rows), found, foundBytes, listAt);
        } catch (RuntimeException | Error failure) {
            found.close();
            throw failure;
        }
    }

    private static Findings findings(long[] words, int counts, long threads, ScanRows rows) {
        long looked = Math.min(threads, rows.count());
        boolean isComplete = threads >= rows.count();
        long taken = rows.where().isPresent() ? words[counts + 5] : looked;
        double share = (taken + (isComplete ? 0 : 1.0)) / looked;
        return new Findings(
                taken,
                rows.where().isEmpty() ? rows.count() : (long) Math.ceil(Math.min(share, 1) * rows.count()),
                isComplete,
                words,
                words[counts],
                words[counts + 1],
                words[counts + 2],
                words[counts + 6],
                words[counts + 3],
                words[counts + 4]);
    }

    private static List<KeyKind> keyKinds(ScanRows rows, List<Integer> keys) {
        List<KeyKind> kinds = new ArrayList<>(keys.size());
        for (int key : keys) {
            kinds.add(keyKind(rows, key));
        }
        return kinds;
    }

    private static KeyKind keyKind(ScanRows rows, int key) {
        boolean isText = rows.isText(key);
        return new KeyKind(isText, isText ? CudaType.U8 : rows.cudaType(key), rows.hasNulls(key));
    }

    public static Specialization specialization(Kind kind) {
        StringBuilder text = new StringBuilder("#include \"sample.cuh\"\n");
        FusedSource fused = new FusedSource(kind.fused());
        text.append(kind.fused().isEmpty() ? "" : FusedSource.INCLUDES)
                .append(
                        "__device__ __forceinline__ bool sample_row(const Column* columns, u64 row, Sample& sample) {\n")
                .append(fused.readOne());
        for (int key = 0; key < kind.keys().size(); key++) {
            text.append(look(kind, key));
        }
        return Specialization.of(KernelFile.SURVEY)
                .type("Word", CudaType.U32)
                .flag("IS_SHIFTED", false)
                .flag("HAS_CONDITION", kind.fused().where().isPresent())
                .number("COLUMNS", kind.columns())
                .number("PARTS", kind.keys().size())
                .number("TEXTS", 0)
                .number("THREADS", THREADS)
                .number("SLOTS", SLOTS)
                .code("Sample", text.append("    return true;\n}\n").toString());
    }

    private static String look(Kind kind, int key) {
        KeyKind each = kind.keys().get(key);
        String type = each.type().name().toLowerCase(Locale.ROOT);
        ScanRows.Computed computed = kind.fused().values().get(key);
        if (computed != null) {
            return "    {\n        const Maybe<%s> value = %s;\n".formatted(type, computed.text())
                    + "        sample.value<%s>(value.value, %d, value.valid);%n    }%n".formatted(type, key);
        }
        String valid = each.hasNulls()
                ? "valid_bits(columns[%d].validity, columns[%d].first_bit + row, 1) != 0".formatted(key, key)
                : "true";
        String call = each.isText() ? "text" : "number<" + type + ">";
        return "    sample.%s(columns[%d], row, %d, %s);%n".formatted(call, key, key, valid);
    }
}
