@NullMarked
package dev.sheaf.benchmarks.process;

import org.jspecify.annotations.NullMarked;
