package dev.sheaf.query;

import java.nio.file.Path;

/// Thrown when a file does not hold what its format says. Nothing was changed, and other files can still be read.
///
/// The message reads `sales.parquet, row group 3, column "price": page declares 1,024 values but holds 1,000`.
public final class CorruptFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Says which file, where in it (`row group 3, column "price"`, or empty), and what is wrong.
    public CorruptFileException(Path file, String place, String problem) {
        super(file + (place.isEmpty() ? "" : ", " + place) + ": " + problem);
    }

    /// As [#CorruptFileException(Path, String, String)], with the failure that brought it up.
    public CorruptFileException(Path file, String place, String problem, Throwable cause) {
        this(file, place, problem);
        initCause(cause);
    }
}
