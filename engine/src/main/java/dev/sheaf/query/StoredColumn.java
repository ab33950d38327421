package dev.sheaf.query;

import java.util.List;

/// How a column lies in a file: its compressed size over all row groups, and codecs and encodings under the
/// format's names.
public record StoredColumn(String name, long byteSize, List<String> codecs, List<String> encodings) {
    public StoredColumn {
        codecs = List.copyOf(codecs);
        encodings = List.copyOf(encodings);
    }
}
