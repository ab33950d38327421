package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Take;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Makes columns of vectors and of rows of lists, in which nothing is a dictionary.
public final class NestedColumns {
    private NestedColumns() {}

    /// The values of the active rows of a chunk as a column, null in the other rows. Lists begin at
    /// element 0.
    public static Column of(Vector vector, DataType type, Chunk chunk, long[] active, MemoryPool pool) {
        long[] valid = new long[Chunk.WORDS];
        Bitmaps.and(vector.valid(), active, valid, chunk.words());
        Chunk own = new Chunk();
        own.moveTo(0, chunk.rows());
        try (ColumnWriter writer = ColumnWriter.of(type, chunk.rows(), pool)) {
            writer.accept(own, vector.with(valid));
            return writer.finish();
        }
    }

    /// Rows of a column, null for negative numbers, decoded at every depth.
    public static Column rows(Column source, int[] rows, int count, MemoryPool pool) {
        Column taken = Take.rows(source, rows, count, pool);
        if (!holdsDictionary(taken)) {
            return taken;
        }
        try (taken) {
            return decoded(taken, pool);
        }
    }

    private static boolean holdsDictionary(Column column) {
        return switch (column) {
            case DictionaryColumn _ -> true;
            case ListColumn lists -> holdsDictionary(lists.elements());
            case StructColumn structs -> structs.children().stream().anyMatch(NestedColumns::holdsDictionary);
            default -> false;
        };
    }

    private static Column decoded(Column column, MemoryPool pool) {
        return switch (column) {
            case DictionaryColumn codes -> Dictionaries.decode(codes, pool);
            case ListColumn lists -> {
                Column elements = decoded(lists.elements(), pool);
                yield new ListColumn(
                        retained(lists.offsets()), elements, lists.validity().slice(0, lists.length()));
            }
            case StructColumn structs -> {
                List<Column> children = new ArrayList<>();
                try {
                    structs.children().forEach(child -> children.add(decoded(child, pool)));
                    yield new StructColumn(
                            structs.type(), children, structs.validity().slice(0, structs.length()));
                } catch (RuntimeException | Error failure) {
                    children.forEach(Column::close);
                    throw failure;
                }
            }
            default -> column.retain();
        };
    }

    private static Offsets retained(Offsets offsets) {
        return new Offsets(offsets.buffer().retain(), offsets.wide(), offsets.length());
    }
}
