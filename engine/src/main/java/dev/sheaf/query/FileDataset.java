package dev.sheaf.query;

import java.nio.file.Path;
import java.util.List;

/// Rows that lie in files, one after the other, and that can be cut down to those of some files. [FileDatasets]
/// makes one of several.
public interface FileDataset extends Dataset {

    /// The files, in the order of their rows.
    List<Path> files();

    /// The rows of some of the files, in the same columns.
    FileDataset only(List<Path> some);

    @Override
    default String describe() {
        List<Path> files = files();
        return files.size() == 1
                ? files.getFirst().toString()
                : files.getFirst() + " and " + (files.size() - 1) + " more";
    }
}
