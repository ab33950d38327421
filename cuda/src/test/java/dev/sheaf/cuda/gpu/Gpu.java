package dev.sheaf.cuda.gpu;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.kernel.Kernels;

/// The GPU that tests run on, and the kernels compiled for it in this process.
public record Gpu(Device device, Nvrtc nvrtc, Kernels kernels) {}
