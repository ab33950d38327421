package dev.sheaf.groupby.cpu.hash;

/// A chunk on its way through a hash table.
///
/// Looking rows up one after the other waits for memory twice a row, for the slot and for the key behind it, and
/// a collision stalls everything. So a chunk takes each step for all rows before the next: hashes, the ids that
/// the slots propose, the comparison with the keys, none of which branches; and only the rows for which that
/// was wrong are looked up one by one.
public final class Probe {
    private int[] hashes = new int[0];
    private int[] misses = new int[0];
    private int[] ends = new int[0];
    private int[] otherEnds = new int[0];
    private byte[] differing = new byte[0];
    private int[] alike = new int[0];
    private int alikeCount;
    private int missCount;
    private boolean mostlyNew;

    /// Starts a chunk; [#hashes()] are to be filled.
    public void begin(int rows) {
        if (hashes.length < rows) {
            hashes = new int[rows];
            misses = new int[rows];
        }
    }

    /// Makes room for comparing the rests of long keys.
    public void rests(int rows) {
        if (ends.length < rows) {
            ends = new int[rows];
            otherEnds = new int[rows];
            differing = new byte[rows];
            alike = new int[rows];
        }
    }

    /// The rows whose long keys are to be compared, the first [#alikeCount()] of these.
    public int[] alike() {
        return alike;
    }

    public int alikeCount() {
        return alikeCount;
    }

    public void alikeCount(int count) {
        alikeCount = count;
    }

    /// Where the last word of the key of each of [#alike()] lies.
    public int[] ends() {
        return ends;
    }

    /// Where the last word of the key of the id proposed lies.
    public int[] otherEnds() {
        return otherEnds;
    }

    /// Not 0 for rows whose key is not the one proposed.
    public byte[] differing() {
        return differing;
    }

    int[] hashes() {
        return hashes;
    }

    /// The rows to be looked up one by one, the first [#missCount()] of these.
    public int[] misses() {
        return misses;
    }

    public int missCount() {
        return missCount;
    }

    public void missCount(int count) {
        missCount = count;
    }

    /// Whether the chunk before made so many new groups that proposals are not worth comparing.
    public boolean isMostlyNew() {
        return mostlyNew;
    }

    /// Makes all rows misses. Proposals are asked for all the same where slots are far: in a loop without a branch
    /// waiting for one slot overlaps with waiting for others, and the rows find theirs in the cache.
    public void missAll(Slots slots, int[] hashes, int rows, int[] ids) {
        if (slots.areFar()) {
            slots.propose(hashes, rows, ids);
        }
        for (int i = 0; i < rows; i++) {
            misses[i] = i;
        }
        missCount = rows;
    }

    /// Ends a chunk that made so many new groups.
    public void end(int rows, int newGroups) {
        mostlyNew = 2 * newGroups > rows;
    }
}
