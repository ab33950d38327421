package dev.sheaf.groupby.cpu;

/// A reduction that adds the states of another instance where they lie, which need not be exported for that.
sealed interface Absorbing permits TopFewReduction {

    /// Adds the `count` states from id `first` on of `other`, a reduction of the same kind: `ids` has the id that the
    /// group of each has here, where there are `groupCount` groups then.
    void absorb(Reduction other, int first, int count, int[] ids, int groupCount);
}
