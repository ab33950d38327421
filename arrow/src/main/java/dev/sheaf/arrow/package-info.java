/// Tables to and from the vectors of Arrow's Java library: start at [ArrowJava].
///
/// Both sides meet in Arrow's C data interface (`ArrowC` in `dev.sheaf.io.arrow`), so that nothing here knows a
/// type. [ArrowJavaSource] pulls the batches of a reader; [ArrowJavaDataset] opens such a reader for each scan.
@NullMarked
package dev.sheaf.arrow;

import org.jspecify.annotations.NullMarked;
