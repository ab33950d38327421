package dev.sheaf.expr.vector;

/// What is done with the values of each chunk.
public interface VectorConsumer {
    void accept(Chunk chunk, Vector values);
}
