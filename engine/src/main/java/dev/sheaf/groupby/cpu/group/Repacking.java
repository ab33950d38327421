package dev.sheaf.groupby.cpu.group;

import dev.sheaf.groupby.cpu.hash.WordTable;
import dev.sheaf.groupby.cpu.key.KeyField;
import dev.sheaf.groupby.cpu.key.KeyLayout;
import dev.sheaf.groupby.cpu.key.KeyPacker;
import dev.sheaf.groupby.cpu.key.PackedKeys;
import java.util.Arrays;

/// The keys of a table, which go under another layout a chunk at a time, in the order of their ids.
record Repacking(WordTable table, KeyLayout layout, int chunkRows) {
    /// Takes a chunk of keys whose words are there, and has room for their ids.
    interface Chunks {
        void accept(int rows, int[] ids);
    }

    /// Takes the keys into the ranges of a packer: the spare codes of a layout let in values beyond them.
    void includeIn(KeyPacker packer) {
        long[] values = new long[chunkRows];
        byte[] valid = new byte[chunkRows];
        for (int first = 0; first < table.groupCount(); first += chunkRows) {
            int rows = Math.min(chunkRows, table.groupCount() - first);
            for (int stream = 0; stream < layout.fields().size(); stream++) {
                unpack(layout.fields().get(stream), first, rows, values, valid);
                packer.include(stream, values, valid, rows);
            }
        }
    }

    /// Writes the keys under a layout that has a place for all of them to `words`, and hands out each chunk.
    void forEachChunk(KeyLayout after, long[] words, Chunks chunks) {
        int[] ids = new int[chunkRows];
        long[] values = new long[chunkRows];
        byte[] valid = new byte[chunkRows];
        for (int first = 0; first < table.groupCount(); first += chunkRows) {
            int rows = Math.min(chunkRows, table.groupCount() - first);
            Arrays.fill(words, 0, rows * after.words(), 0);
            for (int stream = 0; stream < layout.fields().size(); stream++) {
                unpack(layout.fields().get(stream), first, rows, values, valid);
                after.fields().get(stream).packNullable(values, valid, rows, words, after.words());
            }
            chunks.accept(rows, ids);
        }
    }

    private void unpack(KeyField field, int first, int rows, long[] values, byte[] valid) {
        PackedKeys keys = PackedKeys.of(table);
        keys.values(field, first, rows, values);
        keys.valid(field, first, rows, valid);
    }
}
