package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Copies host columns to a device. What a slice does not show stays behind: only the rows' own bytes go up.
final class ColumnUpload {
    private static final String VALUES = "column values";
    private static final String VALIDITY = "column validity";
    private static final String OFFSETS = "column offsets";

    private final Staging staging;

    ColumnUpload(Staging staging) {
        this.staging = staging;
    }

    /// What has been copied of a column, closed if the rest fails.
    private static final class Parts implements AutoCloseable {
        private @Nullable Buffer values;
        private @Nullable Buffer validity;
        private @Nullable Buffer offsets;
        private @Nullable DeviceColumn dictionary;

        @Override
        public void close() {
            closeIfThere(values);
            closeIfThere(validity);
            closeIfThere(offsets);
            closeIfThere(dictionary);
        }

        private static void closeIfThere(@Nullable AutoCloseable part) {
            switch (part) {
                case Buffer buffer -> buffer.close();
                case DeviceColumn column -> column.close();
                case null, default -> {}
            }
        }
    }

    DeviceColumn upload(Column column) {
        Parts parts = new Parts();
        try {
            return copy(column, parts);
        } catch (RuntimeException | Error failure) {
            parts.close();
            throw failure;
        }
    }

    private DeviceColumn copy(Column column, Parts parts) {
        return switch (column) {
            case FixedColumn fixed when DeviceColumn.canHold(fixed.type()) -> fixed(fixed, parts);
            case BoolColumn bools -> bools(bools, parts);
            case VarColumn text -> text(text, parts);
            case DictionaryColumn codes -> dictionary(codes, parts);
            case FixedColumn _, ListColumn _, StructColumn _, NullColumn _ ->
                throw new IllegalArgumentException("a GPU holds no column of type " + column.type());
        };
    }

    private DeviceColumn fixed(FixedColumn column, Parts parts) {
        long bytes = column.length() * column.type().layout().byteWidth();
        Buffer values = staging.upload(column.segment(), column.values(), bytes, VALUES);
        parts.values = values;
        long firstBit = validity(column.validity(), parts);
        return new DeviceColumn(column.type(), column.length(), values, parts.validity, firstBit);
    }

    /// Values and validity get the same first bit, for which one of them may have to be shifted.
    private DeviceColumn bools(BoolColumn column, Parts parts) {
        long firstBit = column.bitOffset() % Integer.SIZE;
        Buffer values = bits(column.bits(), column.bitOffset(), column.length(), VALUES);
        parts.values = values;
        Validity validity = column.validity();
        Buffer bits = validity.buffer();
        if (bits != null && validity.bitOffset() % Integer.SIZE == firstBit) {
            parts.validity = bits(bits, validity.bitOffset(), column.length(), VALIDITY);
        } else if (bits != null) {
            parts.validity = shifted(validity, firstBit);
        }
        return new DeviceColumn(column.type(), column.length(), values, parts.validity, firstBit);
    }

    private DeviceColumn text(VarColumn column, Parts parts) {
        Offsets offsets = column.offsets();
        long start = offsets.start(0);
        long bytes = offsets.start(column.length()) - start;
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a column of " + bytes + " bytes of text is more than the 2 GiB that a"
                    + " GPU column can have; upload fewer rows at a time");
        }
        Buffer values = staging.upload(column.segment().asSlice(start), column.bytes(), bytes, VALUES);
        parts.values = values;
        Buffer positions = offsets(offsets, start);
        parts.offsets = positions;
        long firstBit = validity(column.validity(), parts);
        return new DeviceColumn(column.type(), column.length(), values, parts.validity, firstBit, positions);
    }

    private Buffer offsets(Offsets offsets, long start) {
        long bytes = (offsets.length() + 1) * Integer.BYTES;
        if (start == 0 && !offsets.wide()) {
            return staging.upload(offsets.segment(), offsets.buffer(), bytes, OFFSETS);
        }
        Buffer scratch = staging.scratch(bytes, OFFSETS);
        MemorySegment target = scratch.segment();
        for (long row = 0; row <= offsets.length(); row++) {
            target.setAtIndex(JAVA_INT, row, (int) (offsets.start(row) - start));
        }
        return staging.upload(scratch, OFFSETS);
    }

    private DeviceColumn dictionary(DictionaryColumn column, Parts parts) {
        Buffer codes = staging.upload(column.segment(), column.codes(), column.length() * Integer.BYTES, VALUES);
        parts.values = codes;
        parts.dictionary = upload(column.values());
        long firstBit = validity(column.validity(), parts);
        return new DeviceColumn(
                column.type(), column.length(), codes, parts.validity, firstBit, null, parts.dictionary);
    }

    /// Uploads the bitmap, if there is one, and gives the bit of it that is row 0.
    private long validity(Validity validity, Parts parts) {
        Buffer bits = validity.buffer();
        if (bits == null) {
            return 0;
        }
        parts.validity = bits(bits, validity.bitOffset(), validity.length(), VALIDITY);
        return validity.bitOffset() % Integer.SIZE;
    }

    /// The words that hold some bits. Kernels read whole words, so the last one goes up with what lies behind
    /// the bits.
    private Buffer bits(Buffer bits, long first, long count, String purpose) {
        long from = first / Integer.SIZE * Integer.BYTES;
        long end = (first + count + Integer.SIZE - 1) / Integer.SIZE * Integer.BYTES;
        return staging.upload(bits.segment().asSlice(from), bits, end - from, purpose);
    }

    /// The bits of a validity with row 0 at `firstBit`, which is less than 32.
    private Buffer shifted(Validity validity, long firstBit) {
        long words = (firstBit + validity.length() + Long.SIZE - 1) / Long.SIZE;
        Buffer scratch = staging.scratch(words * Long.BYTES, VALIDITY);
        MemorySegment target = scratch.segment();
        for (long word = 0; word < words; word++) {
            long row = word * Long.SIZE - firstBit;
            long bits = row >= 0 ? validity.word(row) : validity.word(0) << firstBit;
            target.setAtIndex(JAVA_LONG, word, bits);
        }
        return staging.upload(scratch, VALIDITY);
    }
}
