/// The backend for NVIDIA GPUs. With this module present, a group-by may run there; nothing else needs to name it.
module dev.sheaf.cuda {
    requires static org.jspecify;
    requires transitive dev.sheaf.engine;
}
