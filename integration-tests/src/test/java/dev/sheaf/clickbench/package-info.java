/// ClickBench's queries over page views that are made up: start at [ClickBenchTest].
@NullMarked
package dev.sheaf.clickbench;

import org.jspecify.annotations.NullMarked;
