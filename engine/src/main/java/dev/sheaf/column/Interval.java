package dev.sheaf.column;

/// A calendar interval; its parts are kept apart because months and days have no fixed length.
public record Interval(int months, int days, long nanos) {}
