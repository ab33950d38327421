package dev.sheaf.frame.verb;

/// Values as numbers of the distinct ones, as `Series.factorize` gives them.
///
/// @param <F> what columns come as
/// @param codes for each row, under its label, the place of its value among `values`, int32; -1 for null
/// @param values the distinct values in the order in which they come, without null
public record Factors<F>(F codes, F values) {}
