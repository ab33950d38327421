package dev.sheaf.cuda.gpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.UniqueId;

/// Lets several processes share tests, since NVRTC's front end compiles one kernel of a process at a time: a test is
/// run by the process that is first to create a file for it in the folder `-Dsheaf.tests.claims`.
public final class Claims implements ExecutionCondition {
    static final String TAKEN = "another process has it";

    private static final String FOLDER = System.getProperty("sheaf.tests.claims", "");

    /// What is claimed as a whole; classes and the templates of tests are entered by all processes.
    private static final Set<String> CLAIMED = Set.of("method", "test-factory", "test-template-invocation");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        UniqueId test = UniqueId.parse(context.getUniqueId());
        if (!CLAIMED.contains(test.getLastSegment().getType())) {
            return ConditionEvaluationResult.enabled("not shared");
        }
        return isFirst(test.toString())
                ? ConditionEvaluationResult.enabled("claimed")
                : ConditionEvaluationResult.disabled(TAKEN);
    }

    /// Whether no process has asked this of the same text before.
    static boolean isFirst(String test) {
        if (FOLDER.isEmpty()) {
            return true;
        }
        UUID name = UUID.nameUUIDFromBytes(test.getBytes(StandardCharsets.UTF_8));
        try {
            Files.createDirectories(Path.of(FOLDER));
            Files.createFile(Path.of(FOLDER, name.toString()));
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
