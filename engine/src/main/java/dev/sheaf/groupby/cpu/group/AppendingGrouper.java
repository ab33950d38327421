package dev.sheaf.groupby.cpu.group;

/// A grouper that can do without looking keys up.
public interface AppendingGrouper {
    /// From the next [Grouper#clear()] on, whether every row makes a group of its own without a look at those there:
    /// for keys that hardly ever come twice. Groups that do are one when they are merged.
    void appends(boolean value);
}
