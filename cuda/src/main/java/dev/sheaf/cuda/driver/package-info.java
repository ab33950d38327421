/// The CUDA driver and NVRTC, called through `java.lang.foreign`: each library is a record of method handles
/// with the C prototype beside each.
///
/// Start at [Installation], which finds both libraries or says why not; then [Driver] lists devices. A [Device]
/// has memory and loaded modules, and a [Stream] opened on it does the work. [Nvrtc] compiles.
///
/// Besides `dev.sheaf.io.arrow.c` the only package of Sheaf that makes restricted calls. Every return code is checked
/// here; what leaves this package is a value or a [dev.sheaf.cuda.CudaException]. Opaque handles (`CUstream`,
/// `CUmodule`) and device addresses are `long`s, so that host code cannot dereference one by mistake.
@NullMarked
package dev.sheaf.cuda.driver;

import org.jspecify.annotations.NullMarked;
