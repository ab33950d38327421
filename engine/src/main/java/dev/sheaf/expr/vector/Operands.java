package dev.sheaf.expr.vector;

import java.util.List;

/// Evaluates what a node computes from; most results are null as soon as one operand is.
///
/// All nodes evaluate others here, by one call. The virtual machine counts classes of receivers for each call: a call
/// in each node would see few, so that C2 would compile whole trees into each node, and again for every new tree. One
/// call sees all kinds soon. So each kind of node is compiled once and alone, for one indirect call a chunk.
public final class Operands {
    private Operands() {}

    /// Evaluates the operand and returns its vector.
    public static Vector values(Node input, Chunk chunk, long[] active) {
        input.evaluate(chunk, active);
        return input.vector();
    }

    /// Evaluates the operand, sets the bits of `valid` of the rows where it is not null, and returns its vector.
    public static Vector values(Node input, Chunk chunk, long[] active, long[] valid) {
        Vector values = values(input, chunk, active);
        Bitmaps.copy(values.valid(), valid, chunk.words());
        return values;
    }

    /// Evaluates both operands, and sets the bits of `valid` of the rows where neither is null.
    public static void evaluate(Node left, Node right, Chunk chunk, long[] active, long[] valid) {
        long[] leftValid = values(left, chunk, active).valid();
        Bitmaps.and(leftValid, values(right, chunk, active).valid(), valid, chunk.words());
    }

    /// Evaluates all operands, and sets the bits of `valid` of the rows where none is null.
    public static void evaluate(List<Node> inputs, Chunk chunk, long[] active, long[] valid) {
        Bitmaps.fill(valid, chunk.rows());
        for (Node input : inputs) {
            Bitmaps.and(valid, values(input, chunk, active).valid(), valid, chunk.words());
        }
    }
}
