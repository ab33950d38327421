/// Dataframes: start at `LazyFrame`, which collects a query and runs it when asked for rows.
@NullMarked
package dev.sheaf.frame;

import org.jspecify.annotations.NullMarked;
