/// What is asked, and about which tables: [Question], [Questions], [Workload]; [DataFolder] keeps the files.
@NullMarked
package dev.sheaf.benchmarks.data;

import org.jspecify.annotations.NullMarked;
