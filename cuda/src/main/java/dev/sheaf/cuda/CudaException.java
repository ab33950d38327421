package dev.sheaf.cuda;

import java.util.Set;

/// Thrown when a call into the CUDA driver or NVRTC fails.
///
/// The message names the call, the code, the device and what to do. After most failures the device can be used
/// further; after those for which [#isDeviceLost()] holds, this process cannot use it any more.
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Codes after which the driver refuses all further work in the context, as its documentation of each says.
    private static final Set<String> LOST = Set.of(
            "CUDA_ERROR_ECC_UNCORRECTABLE",
            "CUDA_ERROR_NVLINK_UNCORRECTABLE",
            "CUDA_ERROR_CONTAINED",
            "CUDA_ERROR_ILLEGAL_ADDRESS",
            "CUDA_ERROR_LAUNCH_TIMEOUT",
            "CUDA_ERROR_CONTEXT_IS_DESTROYED",
            "CUDA_ERROR_ASSERT",
            "CUDA_ERROR_HARDWARE_STACK_ERROR",
            "CUDA_ERROR_ILLEGAL_INSTRUCTION",
            "CUDA_ERROR_MISALIGNED_ADDRESS",
            "CUDA_ERROR_INVALID_ADDRESS_SPACE",
            "CUDA_ERROR_INVALID_PC",
            "CUDA_ERROR_LAUNCH_FAILED",
            "CUDA_ERROR_TENSOR_MEMORY_LEAK",
            "CUDA_ERROR_MPS_CLIENT_TERMINATED",
            "CUDA_ERROR_EXTERNAL_DEVICE");

    private final String call;
    private final int code;
    private final String codeName;

    /// Creates the exception for `call` having returned `code`.
    public CudaException(String message, String call, int code, String codeName) {
        super(message);
        this.call = call;
        this.code = code;
        this.codeName = codeName;
    }

    /// The function that failed: `cuMemAllocFromPoolAsync`.
    public String call() {
        return call;
    }

    /// What it returned.
    public int code() {
        return code;
    }

    /// The name of the code: `CUDA_ERROR_OUT_OF_MEMORY`.
    public String codeName() {
        return codeName;
    }

    /// Whether the device has too little free memory; smaller requests may still succeed.
    public boolean isOutOfMemory() {
        return codeName.equals("CUDA_ERROR_OUT_OF_MEMORY");
    }

    /// Whether the device cannot be used by this process any more.
    public boolean isDeviceLost() {
        return LOST.contains(codeName);
    }
}
