package dev.sheaf.window;

import java.util.function.IntConsumer;

/// The shape of a tree of folds over the rows of a run: node 1 is the root, node `n` has the children `2n` and
/// `2n + 1`, and the leaves of `leaves` rows are the nodes from `leaves` on. Nodes are merged in any order.
record Tree(int leaves) {

    /// Merges two nodes, which are done, into a third.
    @FunctionalInterface
    interface Merge {
        void merge(int target, int left, int right);
    }

    void build(Merge merge) {
        for (int node = leaves - 1; node > 0; node--) {
            merge.merge(node, 2 * node, 2 * node + 1);
        }
    }

    /// Hands out the nodes, twice the logarithm at most, that cover the leaves from `from` to `to`.
    void visit(int from, int to, IntConsumer visitor) {
        int left = from + leaves;
        int right = to + leaves;
        while (left < right) {
            if ((left & 1) == 1) {
                visitor.accept(left++);
            }
            if ((right & 1) == 1) {
                visitor.accept(--right);
            }
            left >>= 1;
            right >>= 1;
        }
    }
}
