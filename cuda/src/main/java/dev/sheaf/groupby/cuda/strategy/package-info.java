/// Which plan takes a request, and its sizes: numbers in, numbers out, no GPU needed.
///
/// In go a [dev.sheaf.groupby.cuda.scan.ScanShape] and what a sample of the keys told, out comes a [Plan]. Start at
/// [Planner].
@NullMarked
package dev.sheaf.groupby.cuda.strategy;

import org.jspecify.annotations.NullMarked;
