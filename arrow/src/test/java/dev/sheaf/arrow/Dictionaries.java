package dev.sheaf.arrow;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.util.Text;

/// A dictionary of texts, and columns of its codes.
record Dictionaries(BufferAllocator allocator, VarCharVector words, DictionaryEncoding encoding)
        implements AutoCloseable {

    static Dictionaries of(BufferAllocator allocator, String... texts) {
        VarCharVector words = new VarCharVector("words", allocator);
        for (int i = 0; i < texts.length; i++) {
            words.setSafe(i, new Text(texts[i]));
        }
        words.setValueCount(texts.length);
        return new Dictionaries(
                allocator, words, new DictionaryEncoding(1, false, new ArrowType.Int(Integer.SIZE, true)));
    }

    DictionaryProvider provider() {
        return new DictionaryProvider.MapDictionaryProvider(new Dictionary(words, encoding));
    }

    /// A root with a column of codes, of which those below 0 are nulls.
    VectorSchemaRoot encoded(String name, int... codes) {
        FieldType type = new FieldType(true, new ArrowType.Int(Integer.SIZE, true), encoding);
        IntVector vector = new IntVector(name, type, allocator);
        for (int i = 0; i < codes.length; i++) {
            if (codes[i] < 0) {
                vector.setNull(i);
            } else {
                vector.setSafe(i, codes[i]);
            }
        }
        vector.setValueCount(codes.length);
        return VectorSchemaRoot.of(vector);
    }

    @Override
    public void close() {
        words.close();
    }
}
