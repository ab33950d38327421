/// The backend for NVIDIA GPUs. With this module present, a group-by may run there; nothing else needs to name it.
module dev.sheaf.cuda {
    requires static org.jspecify;
    requires transitive dev.sheaf.engine;

    exports dev.sheaf.cuda;
    exports dev.sheaf.groupby.cuda;

    uses dev.sheaf.cuda.DeviceLookup;

    provides dev.sheaf.cuda.DeviceLookup with
            dev.sheaf.cuda.driver.DriverLookup;
    provides dev.sheaf.groupby.Backend with
            dev.sheaf.groupby.cuda.CudaBackend;
    provides dev.sheaf.resident.ResidentMemory with
            dev.sheaf.groupby.cuda.CudaMemory;
}
