package dev.sheaf.spill;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of a column on disk: one stretch of bytes. Those of a dictionary stay in memory.
record StoredValues(
        SpillFile.Extent extent,
        TableShape shape,
        DataType type,
        @Nullable Column dictionary) {
    /// What the pool says of values that are read.
    static final String PURPOSE = "columns of frames";

    /// Writes the values of a column, which stays the caller's.
    static StoredValues of(Column values, SpillableBuffer.Home home) {
        if (values instanceof DictionaryColumn codes) {
            try (Column plain = new FixedColumn(
                    DataType.INT32,
                    codes.length(),
                    codes.codes().retain(),
                    codes.validity().slice(0, codes.length()))) {
                return of(plain, codes.values().retain(), home);
            }
        }
        return of(values, null, home);
    }

    private static StoredValues of(Column values, @Nullable Column dictionary, SpillableBuffer.Home home) {
        try (TableDump dump = TableDump.of(List.of(values), home.pool())) {
            return new StoredValues(
                    home.disk().write(dump.pieces()),
                    dump.shape(),
                    values.type().decoded(),
                    dictionary);
        } catch (RuntimeException | Error failure) {
            if (dictionary != null) {
                dictionary.close();
            }
            throw failure;
        }
    }

    /// The values as a column of `length` rows, to be closed by the caller.
    Column read(long length, SpillableBuffer.Home home) {
        try (Buffer bytes = home.read(extent);
                Table table = shape.table(new Schema(List.of(new Field("", type))), length, bytes, home.pool())) {
            return dictionary == null ? table.column(0).retain() : coded((FixedColumn) table.column(0), dictionary);
        }
    }

    private static Column coded(FixedColumn codes, Column dictionary) {
        return new DictionaryColumn(
                codes.length(),
                codes.values().retain(),
                dictionary.retain(),
                codes.validity().slice(0, codes.length()));
    }

    /// Gives the bytes back to the disk, and closes the dictionary.
    void free(SpillableBuffer.Home home) {
        home.disk().free(extent);
        if (dictionary != null) {
            dictionary.close();
        }
    }
}
