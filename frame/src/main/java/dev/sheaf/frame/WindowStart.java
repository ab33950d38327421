package dev.sheaf.frame;

import java.time.DayOfWeek;

/// Where the windows of a [DynamicGroupBy] start.
public sealed interface WindowStart {

    /// On multiples of the step since 1970-01-01, on Mondays for whole weeks, plus the offset; the first
    /// one is that in which the group's least index lies.
    record OnGrid() implements WindowStart {}

    /// At the least index of each group; takes no offset.
    record AtFirst() implements WindowStart {}

    /// On this day of the week at or before the least index of each group, plus the offset.
    record OnDay(DayOfWeek day) implements WindowStart {}
}
