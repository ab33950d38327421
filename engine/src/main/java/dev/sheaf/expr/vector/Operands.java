package dev.sheaf.expr.vector;

import java.util.List;

/// Evaluates what a node computes from, where its result is null as soon as one operand is.
public final class Operands {
    private Operands() {}

    /// Evaluates the operand, and sets the bits of `valid` of the rows where it is not null.
    public static void evaluate(Node input, Chunk chunk, long[] active, long[] valid) {
        input.evaluate(chunk, active);
        Bitmaps.copy(input.vector().valid(), valid, chunk.words());
    }

    /// Evaluates both operands, and sets the bits of `valid` of the rows where neither is null.
    public static void evaluate(Node left, Node right, Chunk chunk, long[] active, long[] valid) {
        left.evaluate(chunk, active);
        right.evaluate(chunk, active);
        Bitmaps.and(left.vector().valid(), right.vector().valid(), valid, chunk.words());
    }

    /// Evaluates all operands, and sets the bits of `valid` of the rows where none is null.
    public static void evaluate(List<Node> inputs, Chunk chunk, long[] active, long[] valid) {
        inputs.forEach(input -> input.evaluate(chunk, active));
        Bitmaps.andValid(inputs, valid, chunk.words());
    }
}
