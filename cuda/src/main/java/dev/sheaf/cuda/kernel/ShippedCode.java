package dev.sheaf.cuda.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/// Kernels that were compiled before Sheaf was built, for hosts without a compiler and for first queries elsewhere:
/// those of the general strategy over plain columns, and those that all queries share.
///
/// A kernel is a file of machine code for several architectures, called after a hash of its source and of all that it
/// includes. So a kernel whose source has changed is not found, and is compiled.
@FunctionalInterface
public interface ShippedCode {
    /// No kernels.
    ShippedCode NONE = _ -> Optional.empty();

    /// What follows the hash in the name of a file.
    String SUFFIX = ".fatbin";

    /// The folder of the files, beside the sources of the kernels.
    String FOLDER = "shipped";

    /// The image of a specialisation, if it is there.
    Optional<byte[]> find(Specialization specialization);

    /// The kernels that this build of Sheaf comes with.
    static ShippedCode ofThisBuild() {
        return specialization -> read(FOLDER + "/" + fileName(specialization));
    }

    /// The name of the file of a specialisation.
    static String fileName(Specialization specialization) {
        return KernelProgram.sourceKey(specialization) + SUFFIX;
    }

    private static Optional<byte[]> read(String name) {
        try (InputStream in = ShippedCode.class.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
