/// What is asked, and about which tables. Start at [Question] and [Workload]; [Questions] lists those that are given,
/// and [DataFolder] keeps the files.
@NullMarked
package dev.sheaf.benchmarks.data;

import org.jspecify.annotations.NullMarked;
