package dev.sheaf.order;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Lays sort keys out in words of 64 bits.
///
/// ```
/// int32 in 1..12, nulls   int64 in 0..1e9   text        word 0: null, 4 bits | 30 bits | 3 bytes of text
///                                                       word 1: 7 bytes and their number; more if equal
/// ```
/// Each limb takes the bits that its range needs, and a limb that does not fit goes on in the next word. Hence
/// sorts by a few numbers compare one word, and a constant column costs nothing. Text gives the bytes that a word
/// has room for, then words of its own.
final class SortWords implements AutoCloseable {
    /// Fewer bits than a byte of text are left empty.
    private static final int LEAST_HINT_BITS = 2 * Byte.SIZE;

    private final List<SortWord> words = new ArrayList<>();
    private final List<SortWord.Packed.Piece> pieces = new ArrayList<>();
    private final Closer ranks = new Closer();
    private final List<Column> columns;
    private final List<SortDirection> directions;
    private final RowOrder order;
    private final LimbRange range;
    private final Function<Column, Buffer> ranking;
    private int free = Long.SIZE;

    private SortWords(
            List<Column> columns, List<SortDirection> directions, LimbRange range, Function<Column, Buffer> ranking) {
        this.columns = columns;
        this.ranking = ranking;
        this.directions = directions;
        this.order = RowOrder.of(columns, directions);
        this.range = range;
    }

    /// The words of columns, for the rows of `range`. `ranking` gives the ranks of a dictionary's values,
    /// as int32.
    static SortWords of(
            List<Column> columns, List<SortDirection> directions, LimbRange range, Function<Column, Buffer> ranking) {
        try (Closer closer = new Closer()) {
            SortWords made = closer.add(new SortWords(columns, directions, range, ranking));
            int key = 0;
            while (key < columns.size() && made.add(key)) {
                key++;
            }
            made.endWord(key);
            closer.release();
            return made;
        }
    }

    SortWord[] words() {
        return words.toArray(SortWord[]::new);
    }

    /// Adds a key; false if its word compares it and all keys after it.
    private boolean add(int key) {
        switch (columns.get(key)) {
            case NullColumn _ -> {}
            case BoolColumn bools -> addLimbs(key, List.of(LimbReads.bools(bools)));
            case DictionaryColumn codes -> addLimbs(key, List.of(ranks(codes)));
            case VarColumn text -> addText(key, text);
            case FixedColumn fixed -> {
                List<Limb.Read> limbs = LimbReads.fixed(fixed);
                if (limbs == null) {
                    return addCompared(key);
                }
                addLimbs(key, limbs);
            }
            case ListColumn _, StructColumn _ -> {
                return addCompared(key);
            }
        }
        return true;
    }

    private boolean addCompared(int key) {
        endWord(key);
        words.add(new SortWord.Compared(order.from(key)));
        return false;
    }

    private void addLimbs(int key, List<Limb.Read> reads) {
        Column column = columns.get(key);
        SortDirection direction = directions.get(key);
        addNulls(key);
        for (Limb.Read read : reads) {
            addBits(key, range.of(read, column.validity(), direction.descending()));
        }
    }

    private void addNulls(int key) {
        Column column = columns.get(key);
        if (!column.validity().allValid()) {
            addBits(key, Limb.nulls(column.validity(), directions.get(key).nullsFirst()));
        }
    }

    private void addBits(int key, Limb limb) {
        int width = limb.width();
        if (width > free) {
            int rest = width - free;
            if (free > 0) {
                pieces.add(new SortWord.Packed.Piece(limb, rest, -1L, 0));
            }
            endWord(key);
            width = rest;
        }
        if (width > 0) {
            free -= width;
            pieces.add(new SortWord.Packed.Piece(limb, 0, -1L >>> (Long.SIZE - width), free));
        }
    }

    /// Behind other keys texts that differ in few bits are numbers, which may share their word. Of others, room there
    /// takes the first bytes, which often spare a look at their words. As the first key, words of bytes cost no
    /// more than finding the bits.
    private void addText(int key, VarColumn text) {
        SortDirection direction = directions.get(key);
        boolean isBehind = free < Long.SIZE;
        Optional<TextBits> bits = isBehind ? TextBits.of(text, range) : Optional.empty();
        if (bits.isPresent()) {
            addNulls(key);
            long most = bits.get().most();
            addBits(key, new Limb(bits.get(), text.validity(), direction.descending(), 0, most));
            return;
        }
        if (isBehind && free >= LEAST_HINT_BITS) {
            addNulls(key);
            int bytes = free / Byte.SIZE;
            Limb.Read read = LimbReads.firstBytes(text, bytes);
            long most = -1L >>> (Long.SIZE - bytes * Byte.SIZE);
            addBits(key, new Limb(read, text.validity(), direction.descending(), 0, most));
        }
        endWord(key);
        words.add(new SortWord.Text(text, direction, order.from(key)));
    }

    /// Ends a word that settles the keys before number `key`.
    private void endWord(int key) {
        if (!pieces.isEmpty()) {
            words.add(new SortWord.Packed(List.copyOf(pieces), order.from(key)));
        }
        pieces.clear();
        free = Long.SIZE;
    }

    /// Dictionary codes are replaced by the rank of their value, which values that sort alike share.
    private Limb.Read ranks(DictionaryColumn column) {
        Buffer made = ranks.add(ranking.apply(column.values()));
        return LimbReads.ranks(
                column.segment(),
                Ints.of(made.segment()),
                Math.toIntExact(column.values().length()));
    }

    @Override
    public void close() {
        ranks.close();
    }
}
