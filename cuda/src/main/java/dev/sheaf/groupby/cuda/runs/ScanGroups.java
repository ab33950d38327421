package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.memory.Buffer;
import org.jspecify.annotations.Nullable;

/// The groups of the rows of a table as scans ask for them: numbered, or by the words of their keys if there are very
/// many.
final class ScanGroups implements AutoCloseable {
    private final RowGrouping grouping;
    private final boolean areOne;
    private final long fewSlots;
    private @Nullable RowGroups numbered;
    private @Nullable Buffer words;
    private boolean haveNoWords;

    /// @param areOne whether all rows are one group
    /// @param fewSlots of a table that takes few groups
    ScanGroups(RowGrouping grouping, boolean areOne, long fewSlots) {
        this.grouping = grouping;
        this.areOne = areOne;
        this.fewSlots = fewSlots;
    }

    /// The groups by number; null if all rows are one.
    @Nullable
    RowGroups numbered() {
        if (numbered == null && !areOne) {
            numbered = grouping.numbered();
        }
        return numbered;
    }

    /// The words of the keys; null if groups are numbered.
    @Nullable
    Buffer words() {
        if (words == null && numbered == null && !areOne && !haveNoWords) {
            haveNoWords = true;
            numbered = grouping.few(fewSlots).orElse(null);
            words = numbered == null ? grouping.words() : null;
        }
        return words;
    }

    /// From now on groups are numbered.
    void closeWords() {
        if (words != null) {
            words.close();
            words = null;
        }
    }

    @Override
    public void close() {
        closeWords();
        if (numbered != null) {
            numbered.close();
        }
    }
}
