package dev.sheaf.expr;

/// What is done with the values of each chunk.
interface VectorConsumer {
    void accept(Chunk chunk, Vector values);
}
