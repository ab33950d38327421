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
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyRanges;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ScanSource;
import dev.sheaf.groupby.cuda.scan.ScanStruct;
import dev.sheaf.groupby.cuda.scan.ShapeBuilder;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Numbers of groups that are the words of their keys, where words are few: `number_words.cu`. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
///
/// Ranges of the keys come from a sample; where some row lies outside of them, from all rows. Cost: the keys are read
/// once, or three times.
public record WordNumbers(KernelStore kernels, MemoryPool accounts, Stream stream) {
    /// Rows of so many words lie in the second-level cache.
    private static final BigInteger MOST_WORDS = BigInteger.ONE.shiftLeft(22);

    private static final String PURPOSE = "numbers of words";

    /// As in `number_words.cu`: rows outside, blocks that are done.
    private static final int COUNTERS = 2;

    private static final int THREADS = 256;
    private static final int WARP = 32;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 8;

    /// What is compiled.
    public static Specialization specialization(ScanShape shape) {
        return ScanSource.specialization(KernelFile.NUMBER_WORDS, shape).number("THREADS", THREADS);
    }

    /// The numbers of all rows, a condition aside, to be closed by the caller; nothing if keys have too
    /// many words or none.
    ///
    /// @param known what a sample of the keys has shown, if there was one
    Optional<RowNumbers> of(FastRequest request, Optional<KeyFindings> known) {
        DeviceAggregate rows = new DeviceAggregate(DeviceAggregate.Function.COUNT_ROWS, -1, DataType.INT64);
        FastRequest plain = request.of(new ScanRows(request.rows().table())).with(List.of(rows));
        FastRequest all = BitColumns.of(plain).request();
        if (all.refusal().isPresent()) {
            return Optional.empty();
        }
        KeySampler sampler = new KeySampler(kernels, accounts);
        Optional<KeyLayout> seen =
                few(all, known.filter(_ -> request.rows().where().isEmpty()).orElseGet(() -> sampled(sampler, all)));
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        return seen.flatMap(layout -> number(all, ShapeBuilder.of(all, layout)))
                .or(() -> few(all, sampler.all(all.rows(), all.keys(), stream))
                        .flatMap(layout -> number(all, ShapeBuilder.of(all, layout))));
    }

    private KeyFindings sampled(KeySampler sampler, FastRequest all) {
        try (KeySample sample = sampler.sample(all.rows(), all.keys(), stream)) {
            return sample.findings();
        }
    }

    /// The words of keys, if there are few by what was found of them.
    static Optional<KeyLayout> few(FastRequest all, KeyFindings findings) {
        BigInteger most = MOST_WORDS.min(BigInteger.valueOf(all.rows().count()));
        return KeyRanges.of(all, findings)
                .tight()
                .filter(layout -> layout.words().compareTo(most) <= 0);
    }

    /// Nothing if the key of a row lies outside of the layout.
    private Optional<RowNumbers> number(FastRequest request, ScanShape shape) {
        ScanRows rows = request.rows();
        long words = shape.layout().words().longValue();
        boolean hasNulls = !request.keepsNulls() && request.keys().stream().anyMatch(rows::hasNulls);
        long bitmapBytes = (rows.count() + WARP - 1) / WARP * Integer.BYTES;
        long rowBytes = (words + 1) / 2 * Long.BYTES;
        try (Signal outside = new Signal(accounts, 1, PURPOSE, stream);
                Buffer numbers = allocate(rows.count() * Integer.BYTES);
                Buffer valid = allocate(hasNulls ? bitmapBytes : Integer.BYTES);
                Buffer groupRows = stream.device()
                        .memory()
                        .allocateZeroed(accounts, rowBytes + COUNTERS * Long.BYTES, PURPOSE, stream)) {
            KernelStruct struct = new KernelStruct(stream);
            ScanStruct.write(struct, rows, shape);
            struct.add(numbers.address())
                    .add(hasNulls ? valid.address() : 0)
                    .add(groupRows.address())
                    .add(groupRows.address() + rowBytes)
                    .add(outside.address());
            long blocks = Math.min(
                    (rows.count() + THREADS - 1) / THREADS,
                    (long) stream.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR);
            Kernel kernel =
                    kernels.get(List.of(KernelFile.NUMBER_WORDS, shape.signature()), () -> specialization(shape));
            stream.launchWith(kernel.function(), new LaunchShape((int) blocks, THREADS), struct.segment());
            outside.await();
            if (outside.get(0) != 0) {
                return Optional.empty();
            }
            Buffer bits = hasNulls ? valid.retain() : null;
            DeviceColumn column = new DeviceColumn(DataType.INT32, rows.count(), numbers.retain(), bits, 0);
            return Optional.of(new RowNumbers(column, words, groupRows.retain()));
        }
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(accounts, bytes, PURPOSE, stream);
    }
}
