@NullMarked
package dev.sheaf.benchmarks.shapes.run;

import org.jspecify.annotations.NullMarked;
