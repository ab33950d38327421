package dev.sheaf.cuda.kernel;

import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.fast.HashedKeys;
import dev.sheaf.groupby.cuda.fast.PartitionPieces;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.fast.RowNumbers;
import dev.sheaf.groupby.cuda.general.RecordedKernels;
import dev.sheaf.groupby.cuda.rows.RunningRows;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The kernels that Sheaf comes with: those of the general strategy over plain columns, and those that all queries of
/// the fast ones share.
public final class ShippedKernels {
    /// Keys of more words are rare enough to be compiled.
    private static final int MOST_WORDS = 8;

    /// An architecture, where none matters.
    private static final int ANY = 90;

    private ShippedKernels() {}

    /// The same kernels as another compiler makes them when they are asked for.
    public static ShippedCode by(Nvrtc nvrtc) {
        Set<Specialization> known = Set.copyOf(all());
        return kernel -> known.contains(kernel)
                        && nvrtc.compile(KernelProgram.of(kernel, ANY, nvrtc.architectures()))
                                instanceof Nvrtc.Outcome.Compiled(byte[] image, String _)
                ? Optional.of(image)
                : Optional.empty();
    }

    /// Each once, in the order of their files' names.
    public static List<Specialization> all() {
        Stream<Specialization> tickets = IntStream.rangeClosed(1, MOST_WORDS)
                .mapToObj(words -> Specialization.of(KernelFile.TICKET).number("WORDS", words));
        Stream<Specialization> sorts = Stream.of(CudaType.U32, CudaType.U64)
                .map(key -> Specialization.of(KernelFile.RADIX_SORT).type("Key", key));
        Stream<Specialization> single = Stream.of(
                Specialization.of(KernelFile.ROW_VALUES),
                Specialization.of(KernelFile.PACK_KEYS),
                Specialization.of(KernelFile.INTERN_TEXT),
                Specialization.of(KernelFile.MEMBERS),
                RowLists.specialization(CudaType.U32),
                RowLists.specialization(CudaType.U64),
                Specialization.of(KernelFile.RUNS),
                RunningRows.kept(),
                Specialization.of(KernelFile.APPEND_BITS),
                GatheredRows.specialization(),
                HashedKeys.specialization(),
                PartitionPieces.specialization(),
                KeySampler.specialization(KeySampler.Kind.PLAIN));
        return Stream.of(tickets, sorts, single, RowNumbers.shipped().stream(), RecordedKernels.all().stream())
                .flatMap(kernels -> kernels)
                .distinct()
                .sorted(Comparator.comparing(ShippedCode::fileName))
                .toList();
    }
}
