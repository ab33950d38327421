package dev.sheaf.spark.task;

import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.Settings;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.resource.ResourceInformation;

/// What groups the rows of a task: the GPU that Spark has given it, or the CPU.
record TaskDevice(BackendPreference backend, Settings settings) {
    static final TaskDevice CPU = new TaskDevice(BackendPreference.CPU, Settings.DEFAULT);

    /// What Spark calls GPUs among its resources.
    private static final String RESOURCE = "gpu";

    private static final Pattern ORDINAL = Pattern.compile("\\d{1,4}");

    /// The first GPU among the resources of a task, whose address is its ordinal among those of the process. The CPU
    /// for a task without one, and for an address of another kind.
    static TaskDevice of(BackendPreference wanted, Map<String, ResourceInformation> resources) {
        ResourceInformation gpus = resources.get(RESOURCE);
        if (wanted == BackendPreference.CPU || gpus == null || gpus.addresses().length == 0) {
            return CPU;
        }
        String address = gpus.addresses()[0].trim();
        return ORDINAL.matcher(address).matches()
                ? new TaskDevice(wanted, new Settings(Map.of("cuda.device", address)))
                : CPU;
    }

    boolean isGpu() {
        return backend != BackendPreference.CPU;
    }
}
