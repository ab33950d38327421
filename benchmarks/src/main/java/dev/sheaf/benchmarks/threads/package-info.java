/// What more threads bring, beside what they bring to a plain loop. Start at [ThreadsBench].
@NullMarked
package dev.sheaf.benchmarks.threads;

import org.jspecify.annotations.NullMarked;
