package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Turns dictionary-encoded columns into plain ones, and dictionaries of many into one.
public final class Dictionaries {
    /// Below so many rows for each entry, texts are copied as fast as codes are made anew.
    private static final int ROWS_AN_ENTRY = 4;

    private static final long MOST_ENTRIES = 1 << 30;

    /// So many distinct texts pay whatever the number of rows: they are hashed faster than a batch is gathered.
    private static final long FEW = 1 << 12;

    /// A dictionary has no more entries than a batch has rows, since functions may look at each.
    private static final long MOST = 1 << 16;

    /// Codes are left out where they would take more than this part of the free memory.
    private static final long FREE_PARTS = 8;

    private Dictionaries() {}

    /// The column with its values in place of codes; any other column again, sharing its bytes. To be closed on
    /// its own.
    public static Column decode(Column column, MemoryPool pool) {
        if (!(column instanceof DictionaryColumn codes)) {
            return column.retain();
        }
        if (codes.nullCount() == 0) {
            return Take.rows(codes.values(), codes.segment(), codes.length(), pool);
        }
        try (var numbers = codesOrMinusOne(codes, pool)) {
            return Take.rows(codes.values(), numbers.segment(), codes.length(), pool);
        }
    }

    /// Codes under nulls are undefined, so they are replaced by the number that stands for null.
    private static Buffer codesOrMinusOne(DictionaryColumn codes, MemoryPool pool) {
        var numbers = pool.allocate(codes.length() * Integer.BYTES, "dictionary codes");
        Ints target = Ints.of(numbers.segment());
        for (long row = 0; row < codes.length(); row++) {
            target.put(row, codes.isNull(row) ? -1 : codes.code(row));
        }
        return numbers;
    }

    /// A column of texts or binary values as codes of a dictionary, if so few of its values are distinct that reading
    /// and gathering them again and again pays for the codes, and there is room for these; any other column again,
    /// sharing its bytes. To be closed on its own. Cost: a hash of each value, 4 bytes a row.
    public static Column encode(Column column, MemoryPool pool) {
        long most = Math.clamp(column.length() / ROWS_AN_ENTRY, FEW, MOST);
        long free = pool.limitBytes() - pool.usedBytes();
        boolean hasRoom = (column.length() + MOST * 4) * Integer.BYTES <= free / FREE_PARTS;
        return hasRoom ? encode(column, most, pool) : column.retain();
    }

    /// A column of texts or binary values as codes of a dictionary, if at most `most` of its values are distinct; any
    /// other column again, sharing its bytes. To be closed on its own. Cost: a hash of each value, 4 bytes a row.
    public static Column encode(Column column, long most, MemoryPool pool) {
        if (!(column instanceof VarColumn texts) || texts.length() > MOST_ENTRIES) {
            return column.retain();
        }
        try (TextNumbers numbers = TextNumbers.of(texts, most, pool).orElse(null)) {
            return numbers == null ? column.retain() : encoded(texts, numbers, pool);
        }
    }

    private static Column encoded(VarColumn texts, TextNumbers numbers, MemoryPool pool) {
        Column distinct = numbers.distinct(pool);
        return new DictionaryColumn(
                texts.length(), numbers.all(), distinct, texts.validity().slice(0, texts.length()));
    }

    /// Columns of dictionaries of texts with codes into one dictionary, to be closed on their own: as they are
    /// if they have one, else recoded if all entries together are at most a quarter of the rows; empty for any
    /// other columns. `together` puts dictionaries one below the other. Cost: a look at each entry, a copy of the
    /// codes.
    static List<Column> common(List<Column> parts, Function<List<Column>, Column> together, MemoryPool pool) {
        if (!parts.stream().allMatch(part -> isSame(part, part))) {
            return List.of();
        }
        List<DictionaryColumn> coded =
                parts.stream().map(DictionaryColumn.class::cast).toList();
        if (coded.stream().allMatch(part -> isSame(coded.getFirst(), part))) {
            return coded.stream().map(Column::retain).toList();
        }
        return pays(coded) ? recoded(coded, together, pool) : List.of();
    }

    private static boolean pays(List<DictionaryColumn> parts) {
        long rows = 0;
        long entries = 0;
        for (int i = 0; i < parts.size(); i++) {
            rows += parts.get(i).length();
            entries += goesOn(parts, i) ? 0 : parts.get(i).values().length();
        }
        return entries <= Math.min(rows / ROWS_AN_ENTRY, MOST_ENTRIES);
    }

    /// Whether a part has the dictionary of the one before.
    private static boolean goesOn(List<DictionaryColumn> parts, int index) {
        return index > 0 && isSame(parts.get(index - 1), parts.get(index));
    }

    /// Whether two columns have one dictionary of texts between them.
    private static boolean isSame(Column first, Column other) {
        return first instanceof DictionaryColumn a
                && other instanceof DictionaryColumn b
                && a.values() instanceof VarColumn valuesA
                && b.values() instanceof VarColumn valuesB
                && a.values().length() == b.values().length()
                && valuesA.bytes().owner() == valuesB.bytes().owner()
                && valuesA.bytes().address() == valuesB.bytes().address();
    }

    private static List<Column> recoded(
            List<DictionaryColumn> parts, Function<List<Column>, Column> together, MemoryPool pool) {
        List<Column> dictionaries = new ArrayList<>();
        int[] bases = new int[parts.size()];
        int entries = 0;
        for (int i = 0; i < bases.length; i++) {
            boolean goesOn = goesOn(parts, i);
            bases[i] = goesOn ? bases[i - 1] : entries;
            if (!goesOn) {
                dictionaries.add(parts.get(i).values());
                entries += Math.toIntExact(parts.get(i).values().length());
            }
        }
        List<Column> made = new ArrayList<>();
        try (Column all = together.apply(dictionaries);
                TextNumbers numbers = TextNumbers.of((VarColumn) all, pool);
                Column distinct = numbers.distinct(pool)) {
            for (int i = 0; i < bases.length; i++) {
                made.add(recoded(parts.get(i), numbers, bases[i], distinct, pool));
            }
            return made;
        } catch (RuntimeException | Error failure) {
            made.forEach(Column::close);
            throw failure;
        }
    }

    /// Codes under nulls are undefined, also in the copy.
    private static DictionaryColumn recoded(
            DictionaryColumn part, TextNumbers numbers, int base, Column distinct, MemoryPool pool) {
        Buffer codes = pool.allocate(part.length() * Integer.BYTES, "dictionary codes");
        long entries = part.values().length();
        if (entries > 0) {
            Ints own = Ints.of(part.segment());
            recode(own, part.length(), entries, Ints.of(numbers.from(base)), Ints.of(codes.segment()));
        }
        return new DictionaryColumn(
                part.length(), codes, distinct.retain(), part.validity().slice(0, part.length()));
    }

    private static void recode(Ints codes, long rows, long entries, Ints numbers, Ints target) {
        for (long row = 0; row < rows; row++) {
            long code = codes.get(row);
            target.put(row, numbers.get(code >= 0 && code < entries ? code : 0));
        }
    }
}
