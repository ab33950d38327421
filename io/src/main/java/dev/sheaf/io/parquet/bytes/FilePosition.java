package dev.sheaf.io.parquet.bytes;

import dev.sheaf.query.CorruptFileException;
import java.nio.file.Path;

/// A place in a file, as errors name it: `sales.parquet, row group 3, column "price", page 2`.
public record FilePosition(Path file, String within) {
    public static FilePosition of(Path file) {
        return new FilePosition(file, "");
    }

    /// A place inside this one.
    public FilePosition in(String part) {
        return new FilePosition(file, within.isEmpty() ? part : within + ", " + part);
    }

    public CorruptFileException corrupt(String problem) {
        return new CorruptFileException(file, within, problem);
    }

    /// The error to throw where decoding a page failed: damage with its place. No byte of a page is checked
    /// twice, so a broken one may well end in an index that is out of bounds. A reader that `trusts` its file
    /// gives such an error as it is: in an intact file the mistake is the reader's own.
    public RuntimeException damage(RuntimeException failure, boolean trusts) {
        return trusts && !(failure instanceof MalformedPageException)
                ? failure
                : corrupt(String.valueOf(failure.getMessage()), failure);
    }

    public CorruptFileException corrupt(String problem, Throwable cause) {
        return new CorruptFileException(file, within, problem, cause);
    }

    public IllegalArgumentException unsupported(String problem) {
        return new IllegalArgumentException(this + ": " + problem);
    }

    @Override
    public String toString() {
        return file + (within.isEmpty() ? "" : ", " + within);
    }
}
