/// What a program may ask about NVIDIA GPUs: which devices are there, or why none can be used.
///
/// Start at [Devices]. Grouping on a GPU needs nothing of this package: with this module present,
/// `dev.sheaf.groupby` finds the backend by itself. See `dev.sheaf.groupby.cuda` for how it groups,
/// `dev.sheaf.cuda.driver` for the calls into the driver.
@NullMarked
package dev.sheaf.cuda;

import org.jspecify.annotations.NullMarked;
