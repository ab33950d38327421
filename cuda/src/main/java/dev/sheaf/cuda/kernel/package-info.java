/// From a specialisation to a kernel that can be launched: generated header, NVRTC, cubin cache, loaded function.
///
/// Start at [Kernels]. The kernels themselves are the `.cu` files among the resources; only `spec.cuh` is
/// generated, by [Specialization], from names in our own code, numbers and known types: nothing that a user
/// wrote reaches its text.
@NullMarked
package dev.sheaf.cuda.kernel;

import org.jspecify.annotations.NullMarked;
