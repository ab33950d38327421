@NullMarked
package dev.sheaf.benchmarks.threads;

import org.jspecify.annotations.NullMarked;
