package dev.sheaf.cuda.driver;

import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// The functions of `libcuda.so.1` that Sheaf calls; all of them are there since CUDA 11.4.
///
/// Where the header renames a function by a macro, the prototype has the name that the library exports.
record LibCuda(
        // ---- the library and its errors ----
        @C("CUresult cuInit(unsigned int Flags)") MethodHandle cuInit,

        @C("CUresult cuDriverGetVersion(int *driverVersion)")
        MethodHandle cuDriverGetVersion,

        @C("CUresult cuGetErrorName(CUresult error, const char **pStr)")
        MethodHandle cuGetErrorName,

        @C("CUresult cuGetErrorString(CUresult error, const char **pStr)")
        MethodHandle cuGetErrorString,

        // ---- devices ----
        @C("CUresult cuDeviceGetCount(int *count)") MethodHandle cuDeviceGetCount,

        @C("CUresult cuDeviceGet(CUdevice *device, int ordinal)")
        MethodHandle cuDeviceGet,

        @C("CUresult cuDeviceGetName(char *name, int len, CUdevice dev)")
        MethodHandle cuDeviceGetName,

        @C("CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice dev)")
        MethodHandle cuDeviceGetUuid,

        @C("CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev)")
        MethodHandle cuDeviceGetPCIBusId,

        @C("CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev)")
        MethodHandle cuDeviceTotalMem,

        @C("CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev)")
        MethodHandle cuDeviceGetAttribute,

        // ---- contexts ----
        @C("CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev)")
        MethodHandle cuDevicePrimaryCtxRetain,

        @C("CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev)")
        MethodHandle cuDevicePrimaryCtxRelease,

        @C("CUresult cuCtxPushCurrent_v2(CUcontext ctx)") MethodHandle cuCtxPushCurrent,
        @C("CUresult cuCtxPopCurrent_v2(CUcontext *pctx)") MethodHandle cuCtxPopCurrent,

        @C("CUresult cuMemGetInfo_v2(size_t *free, size_t *total)")
        MethodHandle cuMemGetInfo,

        // ---- streams and events ----
        @C("CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags)")
        MethodHandle cuStreamCreate,

        @C("CUresult cuStreamDestroy_v2(CUstream hStream)") MethodHandle cuStreamDestroy,
        @C("CUresult cuStreamSynchronize(CUstream hStream)") MethodHandle cuStreamSynchronize,
        @C("CUresult cuStreamQuery(CUstream hStream)") MethodHandle cuStreamQuery,

        @C("CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags)")
        MethodHandle cuStreamWaitEvent,

        @C("CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags)")
        MethodHandle cuEventCreate,

        @C("CUresult cuEventDestroy_v2(CUevent hEvent)") MethodHandle cuEventDestroy,

        @C("CUresult cuEventRecord(CUevent hEvent, CUstream hStream)")
        MethodHandle cuEventRecord,

        @C("CUresult cuEventSynchronize(CUevent hEvent)") MethodHandle cuEventSynchronize,

        @C("CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd)")
        MethodHandle cuEventElapsedTime,

        // ---- modules, functions, launches ----
        @C("CUresult cuModuleLoadData(CUmodule *module, const void *image)")
        MethodHandle cuModuleLoadData,

        @C("CUresult cuModuleUnload(CUmodule hmod)") MethodHandle cuModuleUnload,

        @C("CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)")
        MethodHandle cuModuleGetFunction,

        @C("CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)")
        MethodHandle cuFuncSetAttribute,

        @C("CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor"
                + "(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize)")
        MethodHandle cuOccupancyMaxActiveBlocksPerMultiprocessor,

        @C("CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,"
                + " unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,"
                + " unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra)")
        MethodHandle cuLaunchKernel,

        // ---- copies and fills ----
        @C("CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,"
                + " CUstream hStream)")
        MethodHandle cuMemcpyHtoDAsync,

        @C("CUresult cuMemcpyDtoHAsync_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)")
        MethodHandle cuMemcpyDtoHAsync,

        @C("CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount,"
                + " CUstream hStream)")
        MethodHandle cuMemcpyDtoDAsync,

        @C("CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream)")
        MethodHandle cuMemsetD8Async,

        // ---- device memory ----
        @C("CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps)")
        MethodHandle cuMemPoolCreate,

        @C("CUresult cuMemPoolDestroy(CUmemoryPool pool)") MethodHandle cuMemPoolDestroy,

        @C("CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)")
        MethodHandle cuMemPoolSetAttribute,

        @C("CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)")
        MethodHandle cuMemPoolGetAttribute,

        @C("CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep)")
        MethodHandle cuMemPoolTrimTo,

        @C("CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream)")
        MethodHandle cuMemAllocFromPoolAsync,

        @C("CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr)")
        MethodHandle cuPointerGetAttribute,

        @C("CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream)")
        MethodHandle cuMemFreeAsync,

        // ---- page-locked host memory ----
        @C("CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags)")
        MethodHandle cuMemHostAlloc,

        @C("CUresult cuMemFreeHost(void *p)") MethodHandle cuMemFreeHost,

        @C("CUresult cuMemHostRegister_v2(void *p, size_t bytesize, unsigned int Flags)")
        MethodHandle cuMemHostRegister,

        @C("CUresult cuMemHostUnregister(void *p)") MethodHandle cuMemHostUnregister) {

    /// @throws IllegalArgumentException if the library cannot be loaded or is too old
    static LibCuda load(Path library) {
        return Binding.load(library, LibCuda.class);
    }
}
