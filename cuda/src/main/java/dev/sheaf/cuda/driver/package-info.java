/// The CUDA driver and NVRTC, called through `java.lang.foreign`: each library is a record of method handles with the C
/// prototype beside each.
///
/// The only package of Sheaf that makes restricted calls. Every return code is checked here; what leaves this package
/// is
/// a value or a `CudaException`.
@NullMarked
package dev.sheaf.cuda.driver;

import org.jspecify.annotations.NullMarked;
