/// The structs of Arrow's C data and C stream interfaces, and the functions in them.
///
/// Start at [StreamReader] and [Lent]. What another library gives is read by [StreamReader], [SchemaSpec] and
/// [ArrayView]; what it is given is written by [Lent], which keeps it until the other side calls its release
/// function. Nothing here knows columns: see `ArrowC` in `dev.sheaf.io.arrow`. Besides the CUDA driver the only
/// package that calls native code.
///
/// Source: arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html
@NullMarked
package dev.sheaf.io.arrow.c;

import org.jspecify.annotations.NullMarked;
