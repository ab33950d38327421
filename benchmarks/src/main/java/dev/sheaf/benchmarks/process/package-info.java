/// What needs processes of its own: the memory of an engine, the order of questions, the first run. Start at [Child].
@NullMarked
package dev.sheaf.benchmarks.process;

import org.jspecify.annotations.NullMarked;
