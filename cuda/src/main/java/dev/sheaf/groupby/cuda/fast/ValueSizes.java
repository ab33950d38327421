package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Looks at a sample of the decimals that are aggregated, so that those which need more than 64 bits are
/// not scanned twice: `sample_sizes.cu`. What the sample lacks, the scan itself finds out.
public final class ValueSizes {
    private static final int SAMPLE = 1 << 14;

    private static final int THREADS = 256;

    /// Columns that are looked at, a bit each of a number of 32.
    private static final int MOST = 16;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    public ValueSizes(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    /// What the kernel is compiled for.
    ///
    /// @param wide which columns have values of 16 bytes, a bit each
    public record Kind(int columns, int wide) {
        public static Kind of(ScanRows rows, List<Integer> columns) {
            int wide = 0;
            for (int i = 0; i < columns.size(); i++) {
                wide |= (isWide(rows, columns.get(i)) ? 1 : 0) << i;
            }
            return new Kind(columns.size(), wide);
        }

        public Specialization specialization() {
            return Specialization.of(KernelFile.SAMPLE_SIZES)
                    .number("COLUMNS", columns)
                    .number("THREADS", THREADS)
                    .number("WIDE_COLUMNS", wide);
        }
    }

    /// Looks at the sample of a request, which is waited for once somebody asks what it shows: by then, the host may
    /// have waited for something behind it.
    public Look look(FastRequest request, Stream stream) {
        Asked asked = request.prepared().of(Asked.class, () -> Asked.of(request));
        if (asked.columns().isEmpty()) {
            return new Look(request, asked.columns(), null);
        }
        UploadParts upload = request.rows().upload();
        upload.await(0, stream);
        return new Look(request, asked.columns(), launched(request.rows().upTo(upload.end(0)), asked, stream));
    }

    private record Asked(List<Integer> columns, Kind kind) {
        static Asked of(FastRequest request) {
            List<Integer> columns = ValueSizes.columns(request);
            return new Asked(columns, Kind.of(request.rows(), columns));
        }
    }

    /// A look at the sizes of some columns.
    ///
    /// @param sizes what a kernel writes; null if there is nothing to look at
    public record Look(
            FastRequest request,
            List<Integer> columns,
            @Nullable Signal sizes) implements AutoCloseable {
        /// Why a scan of such rows that takes 64 bits of each value will not do, if the sample shows it.
        public Optional<Refusal.Seen> refusal() {
            if (sizes == null) {
                return Optional.empty();
            }
            sizes.await();
            ScanRows rows = request.rows();
            for (DeviceAggregate aggregate : request.aggregates()) {
                int column = columns.indexOf(aggregate.column());
                if (column >= 0 && isAsked(rows, aggregate) && bits(sizes, column) >= Long.SIZE) {
                    return Optional.of(Refusal.Seen.TOO_WIDE);
                }
                boolean isSummed = aggregate.function() == DeviceAggregate.Function.SUM
                        || aggregate.function() == DeviceAggregate.Function.MEAN;
                if (column >= 0 && isSummed && PlanRun.mayOverflow(bits(sizes, column), rows.count())) {
                    return Optional.of(Refusal.Seen.OVERFLOW);
                }
            }
            return Optional.empty();
        }

        /// How many bits the values of a column have, but for the sign.
        private static int bits(Signal sizes, int column) {
            long high = sizes.get(2 * column + 1);
            return high != 0
                    ? 2 * Long.SIZE - Long.numberOfLeadingZeros(high)
                    : Long.SIZE - Long.numberOfLeadingZeros(sizes.get(2 * column));
        }

        /// Waits, so that no signal is given back to which a kernel may still write.
        @Override
        public void close() {
            try (sizes) {
                if (sizes != null) {
                    sizes.await();
                }
            }
        }
    }

    /// The columns to look at; most queries have none.
    private static List<Integer> columns(FastRequest request) {
        List<Integer> columns = new ArrayList<>();
        for (DeviceAggregate aggregate : request.aggregates()) {
            boolean isNew = isAsked(request.rows(), aggregate) && !columns.contains(aggregate.column());
            if (isNew && columns.size() < MOST) {
                columns.add(aggregate.column());
            }
        }
        return columns;
    }

    /// Whether it keeps 64 bits of decimals that lie in a column, which may not be enough.
    private static boolean isAsked(ScanRows rows, DeviceAggregate aggregate) {
        int column = aggregate.column();
        if (column < 0
                || rows.value(column).isPresent()
                || rows.isDictionary(column)
                || !(rows.type(column) instanceof DataType.DecimalType)) {
            return false;
        }
        return switch (aggregate.function()) {
            case SUM, MEAN -> rows.cudaType(column).byteWidth() >= Long.BYTES;
            case MIN, MAX -> isWide(rows, column);
            case COUNT_ROWS, COUNT, VARIANCE, STD, MEDIAN, QUANTILE, BIT_AND, BIT_OR, BIT_XOR, RATIO -> false;
            case M2, COVARIANCE, CORRELATION -> false;
        };
    }

    private static boolean isWide(ScanRows rows, int column) {
        return rows.cudaType(column).byteWidth() > Long.BYTES;
    }

    private Signal launched(ScanRows rows, Asked asked, Stream stream) {
        List<Integer> columns = asked.columns();
        int words = 2 * columns.size();
        Kind kind = asked.kind();
        Kernel kernel =
                kernels.get(List.of(KernelFile.SAMPLE_SIZES, kind.columns(), kind.wide()), kind::specialization);
        int blocks = (int) ((Math.min(SAMPLE, rows.count()) + THREADS - 1) / THREADS);
        try (Buffer found = stream.device()
                        .memory()
                        .allocateZeroed(accounts, (words + 1L) * Long.BYTES, "sizes of values", stream);
                Closer closer = new Closer()) {
            Signal signal = closer.add(new Signal(accounts, words, "sizes of values", stream));
            KernelStruct struct = new KernelStruct(stream).add(rows.count());
            for (int column : columns) {
                DeviceColumn values = rows.table().columns().get(column);
                struct.add(values.values().address())
                        .add(values.validityAddress())
                        .add(values.firstBit());
            }
            struct.add(found.address()).add(signal.address()).add((long) blocks * THREADS);
            stream.launchWith(kernel.function(), new LaunchShape(blocks, THREADS), struct.segment());
            closer.release();
            return signal;
        }
    }
}
