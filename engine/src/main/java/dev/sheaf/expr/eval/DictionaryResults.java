package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.load.DictionaryMapping;
import dev.sheaf.memory.MemoryPool;
import org.jspecify.annotations.Nullable;

/// What an expression gives for each value of a dictionary. Thread-safe; its memory goes back with the last of those
/// who hold it.
final class DictionaryResults {
    private final Column dictionary;
    private final Column results;
    private @Nullable DictionaryMapping mapping;
    private int holders = 1;

    /// Takes over the results, and holds the dictionary so that no other comes to lie where it does.
    DictionaryResults(Column dictionary, Column results) {
        this.dictionary = dictionary.retain();
        this.results = results;
    }

    /// Whether these are those of a dictionary, which is told by where it lies.
    boolean areOf(Column other) {
        return dictionary.length() == other.length()
                && switch (dictionary) {
                    case VarColumn own ->
                        other instanceof VarColumn texts
                                && own.segment().address() == texts.segment().address()
                                && own.offsets().segment().address()
                                        == texts.offsets().segment().address();
                    case FixedColumn own ->
                        other instanceof FixedColumn numbers
                                && own.segment().address() == numbers.segment().address();
                    default -> false;
                };
    }

    /// A row for each value of the dictionary.
    Column column() {
        return results;
    }

    /// The rows of a column of the dictionary, as a dictionary of the results, which are texts.
    Column encoded(DictionaryColumn column, MemoryPool pool) {
        return mapping(pool).apply(column, pool);
    }

    private synchronized DictionaryMapping mapping(MemoryPool pool) {
        if (mapping == null) {
            mapping = DictionaryMapping.of((VarColumn) results, pool);
        }
        return mapping;
    }

    synchronized DictionaryResults retain() {
        holders++;
        return this;
    }

    synchronized void release() {
        if (--holders > 0) {
            return;
        }
        dictionary.close();
        results.close();
        if (mapping != null) {
            mapping.close();
        }
    }
}
