package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.FilePosition;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.decode.DataPage;
import dev.sheaf.io.parquet.decode.FixedValues;
import dev.sheaf.io.parquet.decode.LevelDecoder;
import dev.sheaf.io.parquet.decode.PageStream;
import dev.sheaf.io.parquet.meta.Leaf;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Reads levels and values of one leaf inside lists or structs.
///
/// `elementDefinition` is the definition level from which on an entry stands for an element of the innermost
/// list around the leaf; entries below it are lists that are null or empty.
final class LeafReader implements AutoCloseable {
    private static final String PURPOSE = "Parquet levels";

    private final PageStream pages;
    private final Leaf leaf;
    private final DataType type;
    private final int elementDefinition;
    private final FilePosition place;
    private final boolean trusts;
    private final int[] scratch = new int[FixedValues.CHUNK];
    private final byte[] repetitions = new byte[FixedValues.CHUNK];
    private final byte[] definitions = new byte[FixedValues.CHUNK];
    private @Nullable DataPage page;
    private int pageLeft;
    private int chunkNext;
    private int chunkCount;

    LeafReader(PageStream pages, Leaf leaf, DataType type, int elementDefinition, FilePosition place, boolean trusts) {
        this.pages = pages;
        this.leaf = leaf;
        this.type = type;
        this.elementDefinition = elementDefinition;
        this.place = place;
        this.trusts = trusts;
    }

    /// The entries of the next `rows` rows; a row begins at repetition level 0.
    LeafValues read(int rows, MemoryPool pool) {
        try (Batch batch = new Batch(rows, pool)) {
            int begun = 0;
            while (true) {
                if (chunkNext == chunkCount && !nextChunk(begun == rows)) {
                    break;
                }
                int from = chunkNext;
                if (batch.entries == 0 && repetitions[from] != 0) {
                    throw new MalformedPageException("a row that begins inside a list");
                }
                begun += advance(rows - begun);
                batch.add(from, chunkNext);
                if (chunkNext < chunkCount) {
                    break;
                }
            }
            if (begun < rows) {
                throw new MalformedPageException("the chunk ends before the last row of the row group");
            }
            return batch.finish();
        } catch (MalformedPageException | IndexOutOfBoundsException | ArithmeticException damage) {
            throw place.in("page " + pages.page()).damage(damage, trusts);
        }
    }

    /// Moves over entries until another row than the next `rows` begins, and returns how many rows began.
    private int advance(int rows) {
        int begun = 0;
        while (chunkNext < chunkCount) {
            if (repetitions[chunkNext] == 0) {
                if (begun == rows) {
                    return begun;
                }
                begun++;
            }
            chunkNext++;
        }
        return begun;
    }

    /// Decodes the levels of some more entries. Once all rows have begun, the end of the chunk is no error.
    private boolean nextChunk(boolean mayEnd) {
        DataPage current = page;
        while (current == null || pageLeft == 0) {
            if (mayEnd && !pages.hasNext()) {
                return false;
            }
            current = pages.next();
            page = current;
            pageLeft = current.valueCount();
        }
        chunkCount = Math.min(scratch.length, pageLeft);
        chunkNext = 0;
        pageLeft -= chunkCount;
        levels(current.repetition(), repetitions, leaf.maxRepetition());
        levels(current.definition(), definitions, leaf.maxDefinition());
        return true;
    }

    private void levels(@Nullable LevelDecoder decoder, byte[] target, int max) {
        if (decoder == null) {
            java.util.Arrays.fill(target, (byte) 0);
            return;
        }
        decoder.read(scratch, chunkCount);
        for (int i = 0; i < chunkCount; i++) {
            if (scratch[i] < 0 || scratch[i] > max) {
                throw new MalformedPageException("a level of " + scratch[i] + " where the schema allows " + max);
            }
            target[i] = (byte) scratch[i];
        }
    }

    @Override
    public void close() {
        pages.close();
    }

    /// The batch being read.
    private final class Batch implements AutoCloseable {
        private final MemoryPool pool;
        private final ColumnCollector collector;
        private Buffer repetition;
        private Buffer definition;
        private Buffer validity;
        private ByteBuffer valid;
        private int entries;
        private int elements;

        Batch(int rows, MemoryPool pool) {
            this.pool = pool;
            try (Closer closer = new Closer()) {
                this.repetition = closer.add(pool.allocate(0, PURPOSE));
                this.definition = closer.add(pool.allocate(0, PURPOSE));
                this.validity = closer.add(pool.allocate(0, PURPOSE));
                this.valid = Views.bytes(validity.segment());
                this.collector = ColumnCollector.of(leaf, type, rows, pool);
                closer.release();
            }
        }

        /// Takes the entries `[from, to)` of the present chunk, and their values from the page.
        void add(int from, int to) {
            int count = to - from;
            reserve(count);
            MemorySegment.copy(repetitions, from, repetition.segment(), ValueLayout.JAVA_BYTE, entries, count);
            MemorySegment.copy(definitions, from, definition.segment(), ValueLayout.JAVA_BYTE, entries, count);
            ByteBuffer bits = valid;
            int first = elements;
            int present = 0;
            for (int i = from; i < to; i++) {
                if (definitions[i] >= elementDefinition) {
                    if (definitions[i] == leaf.maxDefinition()) {
                        Bits.set(bits, elements);
                        present++;
                    }
                    elements++;
                }
            }
            entries += count;
            DataPage current = java.util.Objects.requireNonNull(page);
            collector.append(current.values(), pages.dictionary(), first, elements - first, present, bits);
            if (pageLeft == 0 && to == chunkCount) {
                current.checkEnd();
            }
        }

        private void reserve(int count) {
            repetition = GrowingBuffers.grow(repetition, entries + (long) count, pool, PURPOSE);
            definition = GrowingBuffers.grow(definition, entries + (long) count, pool, PURPOSE);
            int more = Math.addExact(elements, count);
            Buffer grown = GrowingBuffers.growZeroed(validity, Validity.byteSize(more) + Long.BYTES, pool, PURPOSE);
            valid = grown == validity ? valid : Views.bytes(grown.segment());
            validity = grown;
            collector.reserve(more);
        }

        LeafValues finish() {
            Buffer bits = validity.slice(0, Validity.byteSize(elements));
            Validity known = Validity.of(bits, elements);
            Column column;
            try {
                column = collector.finish(known);
            } catch (RuntimeException | Error failure) {
                known.close();
                throw failure;
            }
            return new LeafValues(entries, repetition.retain(), definition.retain(), column);
        }

        @Override
        public void close() {
            repetition.close();
            definition.close();
            validity.close();
            collector.close();
        }
    }
}
