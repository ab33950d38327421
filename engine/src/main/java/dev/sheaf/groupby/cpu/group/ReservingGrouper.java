package dev.sheaf.groupby.cpu.group;

/// A grouper that has a table to make room in.
public interface ReservingGrouper {
    /// Makes room for so many groups, if there may be more than the table begins with.
    void reserve(int groups);
}
