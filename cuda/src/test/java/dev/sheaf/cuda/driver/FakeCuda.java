package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/// A driver in Java: one device with memory of a given size, on which copies and fills work at once and
/// launches are written down. Calls that need a current context return the driver's error without one.
///
/// What it does not show: asynchrony and, unless it has a [Launcher], what kernels compute.
public final class FakeCuda extends Faults {
    /// Runs kernels on device memory, which then lies at addresses of this process.
    public interface Launcher {
        /// Runs a kernel of a module.
        ///
        /// @param image the contents of the module
        /// @param parameters the addresses of the arguments
        void launch(byte[] image, String kernel, int blocks, int threads, int sharedBytes, MemorySegment parameters);
    }

    static final int INVALID_VALUE = 1;
    static final int INVALID_CONTEXT = 201;
    static final int NOT_FOUND = 500;

    /// Signals and small downloads go to pinned pieces no larger than this.
    private static final long MOST_RECORDED = 1 << 16;

    private static final long CONTEXT = 77;
    private static final long FIRST_ADDRESS = 0x7000_0000_0000L;
    private static final Map<Integer, String> ERRORS = Map.of(
            OUT_OF_MEMORY,
            "CUDA_ERROR_OUT_OF_MEMORY",
            INVALID_VALUE,
            "CUDA_ERROR_INVALID_VALUE",
            100,
            "CUDA_ERROR_NO_DEVICE",
            209,
            "CUDA_ERROR_NO_BINARY_FOR_GPU",
            INVALID_CONTEXT,
            "CUDA_ERROR_INVALID_CONTEXT",
            NOT_FOUND,
            "CUDA_ERROR_NOT_FOUND",
            600,
            "CUDA_ERROR_NOT_READY",
            ILLEGAL_ADDRESS,
            "CUDA_ERROR_ILLEGAL_ADDRESS");

    /// A launch as the driver saw it; arguments are the bits of as many parameters as the test says the kernel has.
    public record Launched(String kernel, int blocks, int threads, int sharedBytes, List<Long> arguments) {}

    final LibCuda lib = bind(LibCuda.class, MethodHandles.lookup());
    private final List<Launched> launches = new ArrayList<>();
    final Set<String> kernels = new TreeSet<>(Set.of("append_offsets"));
    final List<Thread> contextThreads = Collections.synchronizedList(new ArrayList<>());
    int devices = 1;

    private final long memoryBytes;
    private int multiprocessors = 132;
    private int sharedBytes = 232_448;
    private final Arena arena = Arena.ofAuto();
    private final TreeMap<Long, MemorySegment> memory = new TreeMap<>();
    private final Map<Long, MemorySegment> pinned = new HashMap<>();
    private final Map<Long, String> open = new HashMap<>();
    private final Map<Long, String> functions = new HashMap<>();
    private final ThreadLocal<Deque<Long>> contexts = ThreadLocal.withInitial(ArrayDeque::new);
    private long usedBytes;
    private long nextAddress = FIRST_ADDRESS;
    private long nextHandle = 1000;
    private int retained;
    private int ordinalOfMemory;
    private int parametersOfKernels;
    private final Map<Long, byte[]> images = new HashMap<>();
    private final Map<Long, Long> modules = new HashMap<>();
    private final Map<Long, Arena> arenas = new HashMap<>();
    private final Launcher launcher;
    private final List<Map<MemorySegment, byte[]>> script = new ArrayList<>();
    private boolean isRecorded;
    private int played = -1;
    private boolean mayRun;

    /// Told of each attribute of a function, before the call returns.
    volatile IntConsumer attributes = _ -> {};

    /// A device with this much memory.
    public FakeCuda(long memoryBytes) {
        this(memoryBytes, null);
    }

    /// A device with this much memory whose kernels are run.
    public FakeCuda(long memoryBytes, Launcher launcher) {
        this.memoryBytes = memoryBytes;
        this.launcher = launcher;
    }

    /// A device with 1 GiB.
    public FakeCuda() {
        this(1L << 30);
    }

    /// Shows two devices.
    public void twoDevices() {
        devices = 2;
    }

    /// Shows some multiprocessors, whose blocks have this much shared memory.
    public void small(int some, int bytes) {
        multiprocessors = some;
        sharedBytes = bytes;
    }

    /// From now on all memory is said to be that of the device of this ordinal.
    public void memoryOf(int ordinal) {
        ordinalOfMemory = ordinal;
    }

    /// Starts the driver.
    public Driver start() {
        return Driver.start(lib);
    }

    /// Whether kernels may still run on a real device: nobody has asked streams since one was launched.
    public synchronized boolean mayRun() {
        return mayRun;
    }

    /// The launches so far.
    public synchronized List<Launched> launches() {
        return List.copyOf(launches);
    }

    /// From now on what kernels and downloads write to the host is taken down.
    public synchronized void record() {
        script.clear();
        isRecorded = true;
        played = -1;
    }

    /// From now on launches and copies do nothing but write the same to the host, from the first one on.
    public synchronized void replay() {
        played = 0;
    }

    private Map<MemorySegment, byte[]> snapshot() {
        Map<MemorySegment, byte[]> all = new HashMap<>();
        pinned.values().stream()
                .filter(segment -> isRecorded && segment.byteSize() <= MOST_RECORDED)
                .forEach(segment -> all.put(segment, segment.toArray(JAVA_BYTE)));
        return all;
    }

    private void play() {
        script.get(played++)
                .forEach((segment, bytes) -> MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, 0, bytes.length));
    }

    /// From now on the arguments of launches are written down, this many for each.
    public void expectParameters(int count) {
        parametersOfKernels = count;
    }

    /// What was created and not given back: `stream 1000`.
    public synchronized List<String> leftovers() {
        List<String> left = new ArrayList<>();
        open.forEach((handle, kind) -> left.add(kind + " " + handle));
        memory.keySet().forEach(address -> left.add("memory " + address));
        pinned.keySet().forEach(address -> left.add("pinned " + address));
        if (retained != 0) {
            left.add("context, " + retained + " times");
        }
        return left;
    }

    int cuInit(int flags) {
        return 0;
    }

    int cuDriverGetVersion(MemorySegment version) {
        return put(version, 13_000);
    }

    int cuGetErrorName(int error, MemorySegment out) {
        return text(ERRORS.get(error), out);
    }

    int cuGetErrorString(int error, MemorySegment out) {
        return text(ERRORS.containsKey(error) ? "the meaning of " + error : null, out);
    }

    private int text(String text, MemorySegment out) {
        out(out, ADDRESS.byteSize()).set(ADDRESS, 0, text == null ? MemorySegment.NULL : arena.allocateFrom(text));
        return text == null ? INVALID_VALUE : 0;
    }

    int cuDeviceGetCount(MemorySegment count) {
        return put(count, devices);
    }

    int cuDeviceGet(MemorySegment device, int ordinal) {
        return put(device, ordinal);
    }

    int cuDeviceGetName(MemorySegment name, int length, int device) {
        return characters(name, "Fake GPU");
    }

    int cuDeviceGetUuid(MemorySegment uuid, int device) {
        MemorySegment bytes = out(uuid, 16);
        for (int i = 0; i < 16; i++) {
            bytes.set(JAVA_BYTE, i, (byte) i);
        }
        return 0;
    }

    int cuDeviceGetPCIBusId(MemorySegment id, int length, int device) {
        return characters(id, "0000:03:00.0");
    }

    private int characters(MemorySegment target, String text) {
        byte[] bytes = (text + "\0").getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(bytes, 0, out(target, bytes.length), JAVA_BYTE, 0, bytes.length);
        return 0;
    }

    int cuDeviceTotalMem(MemorySegment bytes, int device) {
        return put(bytes, memoryBytes);
    }

    /// Attributes have their own number as their value, but for what code computes with.
    int cuDeviceGetAttribute(MemorySegment value, int attribute, int device) {
        return put(
                value,
                switch (attribute) {
                    case 16 -> multiprocessors;
                    case 75 -> 9; // compute capability
                    case 76 -> 0;
                    case 81 -> sharedBytes + 1024; // of a multiprocessor
                    case 97 -> sharedBytes; // of a block
                    default -> attribute;
                });
    }

    synchronized int cuDevicePrimaryCtxRetain(MemorySegment context, int device) {
        retained++;
        return put(context, CONTEXT);
    }

    synchronized int cuDevicePrimaryCtxRelease(int device) {
        retained--;
        return 0;
    }

    int cuCtxPushCurrent(long context) {
        contextThreads.add(Thread.currentThread());
        contexts.get().push(context);
        return 0;
    }

    int cuCtxPopCurrent(MemorySegment context) {
        return contexts.get().isEmpty()
                ? INVALID_CONTEXT
                : put(context, contexts.get().pop());
    }

    synchronized int cuMemGetInfo(MemorySegment free, MemorySegment total) {
        put(free, memoryBytes - usedBytes);
        return put(total, memoryBytes);
    }

    int cuStreamCreate(MemorySegment stream, int flags) {
        return create("stream", stream);
    }

    int cuStreamDestroy(long stream) {
        return destroy(stream);
    }

    synchronized int cuStreamSynchronize(long stream) {
        mayRun = false;
        return inContext();
    }

    synchronized int cuStreamQuery(long stream) {
        mayRun = false;
        return inContext();
    }

    int cuStreamWaitEvent(long stream, long event, int flags) {
        return inContext();
    }

    int cuEventCreate(MemorySegment event, int flags) {
        return create("event", event);
    }

    int cuEventDestroy(long event) {
        return destroy(event);
    }

    int cuEventRecord(long event, long stream) {
        return inContext();
    }

    int cuEventSynchronize(long event) {
        return inContext();
    }

    int cuEventElapsedTime(MemorySegment millis, long start, long end) {
        out(millis, Float.BYTES).set(JAVA_FLOAT, 0, 1.5f);
        return 0;
    }

    synchronized int cuModuleLoadData(MemorySegment module, MemorySegment image) {
        if (launcher != null) {
            images.put(nextHandle, image.toArray(JAVA_BYTE));
        }
        return create("module", module);
    }

    int cuModuleUnload(long module) {
        return destroy(module);
    }

    synchronized int cuModuleGetFunction(MemorySegment function, long module, MemorySegment name) {
        String kernel = Binding.text(name);
        if (launcher == null && !kernels.contains(kernel)) {
            return NOT_FOUND;
        }
        modules.put(nextHandle, module);
        functions.put(nextHandle, kernel);
        return put(function, nextHandle++);
    }

    int cuFuncSetAttribute(long function, int attribute, int value) {
        attributes.accept(value);
        return 0;
    }

    int cuOccupancyMaxActiveBlocksPerMultiprocessor(MemorySegment blocks, long function, int threads, long shared) {
        return put(blocks, 2);
    }

    synchronized int cuLaunchKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int shared,
            long stream,
            MemorySegment parameters,
            MemorySegment extra) {
        mayRun = true;
        if (played >= 0) {
            play();
            return inContext();
        }
        if (launcher != null) {
            Map<MemorySegment, byte[]> before = snapshot();
            byte[] image = images.get(modules.get(function));
            launcher.launch(image, functions.get(function), gridX, blockX, shared, parameters);
            launches.add(new Launched(functions.get(function), gridX, blockX, shared, List.of()));
            Map<MemorySegment, byte[]> after = snapshot();
            after.entrySet().removeIf(entry -> Arrays.equals(entry.getValue(), before.get(entry.getKey())));
            if (isRecorded) {
                script.add(after);
            }
            return inContext();
        }
        List<Long> arguments = new ArrayList<>();
        MemorySegment addresses = out(parameters, (long) parametersOfKernels * Long.BYTES);
        for (int i = 0; i < parametersOfKernels; i++) {
            MemorySegment argument = addresses.getAtIndex(ADDRESS, i);
            arguments.add(out(argument, Long.BYTES).get(JAVA_LONG, 0));
        }
        launches.add(new Launched(functions.get(function), gridX, blockX, shared, arguments));
        return inContext();
    }

    synchronized int cuMemcpyHtoDAsync(long target, MemorySegment source, long bytes, long stream) {
        at(target, bytes).copyFrom(out(source, bytes));
        return inContext();
    }

    synchronized int cuMemcpyDtoHAsync(MemorySegment target, long source, long bytes, long stream) {
        if (played >= 0) {
            play();
            return inContext();
        }
        out(target, bytes).copyFrom(at(source, bytes));
        if (isRecorded) {
            script.add(Map.of(out(target, bytes), out(target, bytes).toArray(JAVA_BYTE)));
        }
        return inContext();
    }

    synchronized int cuMemcpyDtoDAsync(long target, long source, long bytes, long stream) {
        if (played < 0) {
            at(target, bytes).copyFrom(at(source, bytes));
        }
        return inContext();
    }

    synchronized int cuMemsetD8Async(long target, byte value, long bytes, long stream) {
        if (played < 0) {
            at(target, bytes).fill(value);
        }
        return inContext();
    }

    int cuMemPoolCreate(MemorySegment pool, MemorySegment properties) {
        MemorySegment fields = out(properties, 88);
        boolean pinnedOnDevice = fields.get(JAVA_INT, 0) == 1 && fields.get(JAVA_INT, 8) == 1;
        return pinnedOnDevice ? create("pool", pool) : INVALID_VALUE;
    }

    int cuMemPoolDestroy(long pool) {
        return destroy(pool);
    }

    int cuMemPoolSetAttribute(long pool, int attribute, MemorySegment value) {
        return 0;
    }

    synchronized int cuMemPoolGetAttribute(long pool, int attribute, MemorySegment value) {
        return put(value, usedBytes);
    }

    int cuMemPoolTrimTo(long pool, long bytes) {
        return 0;
    }

    synchronized int cuMemAllocFromPoolAsync(MemorySegment address, long bytes, long pool, long stream) {
        if (usedBytes + bytes > memoryBytes) {
            return OUT_OF_MEMORY;
        }
        usedBytes += bytes;
        if (launcher != null) {
            Arena own = Arena.ofShared();
            MemorySegment segment = own.allocate(bytes, 256).fill((byte) 0xa5);
            arenas.put(segment.address(), own);
            memory.put(segment.address(), segment);
            put(address, segment.address());
            return inContext();
        }
        memory.put(nextAddress, arena.allocate(bytes, 16));
        put(address, nextAddress);
        nextAddress += bytes + 4096;
        return inContext();
    }

    synchronized int cuPointerGetAttribute(MemorySegment value, int attribute, long address) {
        Map.Entry<Long, MemorySegment> entry = memory.floorEntry(address);
        if (entry == null || address >= entry.getKey() + entry.getValue().byteSize()) {
            return INVALID_VALUE;
        }
        return put(value, attribute == 2 ? 2 : ordinalOfMemory);
    }

    synchronized int cuMemFreeAsync(long address, long stream) {
        MemorySegment segment = memory.remove(address);
        if (segment == null) {
            return INVALID_VALUE;
        }
        usedBytes -= segment.byteSize();
        if (launcher != null) {
            arenas.remove(address).close();
        }
        return inContext();
    }

    synchronized int cuMemHostAlloc(MemorySegment pointer, long bytes, int flags) {
        MemorySegment segment = arena.allocate(bytes, 4096);
        pinned.put(segment.address(), segment);
        out(pointer, ADDRESS.byteSize()).set(ADDRESS, 0, segment);
        return inContext();
    }

    synchronized int cuMemFreeHost(MemorySegment pointer) {
        return pinned.remove(pointer.address()) == null ? INVALID_VALUE : inContext();
    }

    synchronized int cuMemHostRegister(MemorySegment pointer, long bytes, int flags) {
        pinned.put(pointer.address(), pointer);
        return inContext();
    }

    synchronized int cuMemHostUnregister(MemorySegment pointer) {
        return pinned.remove(pointer.address()) == null ? INVALID_VALUE : inContext();
    }

    private int inContext() {
        return contexts.get().isEmpty() ? INVALID_CONTEXT : 0;
    }

    private synchronized int create(String kind, MemorySegment out) {
        open.put(nextHandle, kind);
        put(out, nextHandle++);
        return inContext();
    }

    private synchronized int destroy(long handle) {
        return open.remove(handle) == null ? INVALID_VALUE : inContext();
    }

    /// Device memory from an address on.
    private MemorySegment at(long address, long bytes) {
        Map.Entry<Long, MemorySegment> entry = memory.floorEntry(address);
        return entry.getValue().asSlice(address - entry.getKey(), bytes);
    }

    private static int put(MemorySegment pointer, long value) {
        out(pointer, Long.BYTES).set(JAVA_LONG, 0, value);
        return 0;
    }

    private static int put(MemorySegment pointer, int value) {
        out(pointer, Integer.BYTES).set(JAVA_INT, 0, value);
        return 0;
    }

    /// What a pointer points at: bound to Java, handles pass segments on; read from memory, they have no size.
    private static MemorySegment out(MemorySegment pointer, long bytes) {
        return pointer.byteSize() >= bytes ? pointer.asSlice(0, bytes) : Binding.region(pointer, bytes, Arena.global());
    }
}
