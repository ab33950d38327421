@NullMarked
package dev.sheaf.benchmarks.report;

import org.jspecify.annotations.NullMarked;
