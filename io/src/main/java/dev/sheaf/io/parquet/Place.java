package dev.sheaf.io.parquet;

import dev.sheaf.query.CorruptFileException;
import java.nio.file.Path;

/// A place in a file, as errors name it: `sales.parquet, row group 3, column "price", page 2`.
record Place(Path file, String within) {
    static Place of(Path file) {
        return new Place(file, "");
    }

    /// A place inside this one.
    Place in(String part) {
        return new Place(file, within.isEmpty() ? part : within + ", " + part);
    }

    CorruptFileException corrupt(String problem) {
        return new CorruptFileException(file, within, problem);
    }

    CorruptFileException corrupt(String problem, Throwable cause) {
        return new CorruptFileException(file, within, problem, cause);
    }

    IllegalArgumentException unsupported(String problem) {
        return new IllegalArgumentException(this + ": " + problem);
    }

    @Override
    public String toString() {
        return file + (within.isEmpty() ? "" : ", " + within);
    }
}
