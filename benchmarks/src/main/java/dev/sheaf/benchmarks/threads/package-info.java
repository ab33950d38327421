/// What more threads bring, beside what they bring to a plain loop: [ThreadsBench].
@NullMarked
package dev.sheaf.benchmarks.threads;

import org.jspecify.annotations.NullMarked;
