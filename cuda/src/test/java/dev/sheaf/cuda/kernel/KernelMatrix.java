package dev.sheaf.cuda.kernel;

import dev.sheaf.groupby.cuda.GroupByKernelMatrix;
import java.util.List;
import java.util.stream.Stream;

/// The variants of every kernel file that are compiled to machine code without a GPU: each file, each kind of
/// type and each branch on a flag at least once.
final class KernelMatrix {
    private KernelMatrix() {}

    static List<Specialization> variants() {
        return Stream.concat(GroupByKernelMatrix.variants().stream(), GeneralKernels.variants())
                .distinct()
                .toList();
    }
}
