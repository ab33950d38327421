package dev.sheaf.cuda.gpu;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Installation;
import dev.sheaf.cuda.kernel.Kernels;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Skips tests where there is no GPU, and gives them the one that there is.
final class GpuExtension implements ExecutionCondition, ParameterResolver {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return switch (Installation.ofThisProcess()) {
            case Installation.Usable _ -> ConditionEvaluationResult.enabled("there is a GPU");
            case Installation.Absent(String reason) -> ConditionEvaluationResult.disabled(reason);
        };
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Gpu.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return First.GPU;
    }

    private static final class First {
        static final Gpu GPU = open((Installation.Usable) Installation.ofThisProcess());

        private static Gpu open(Installation.Usable installation) {
            Device device = installation.driver().device(0);
            return new Gpu(device, installation.nvrtc(), Kernels.of(device, installation.compiler()));
        }
    }
}
