package dev.sheaf.cuda.gpu;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// Marks tests that need a GPU. Without one they are reported as skipped, with the reason. Such a test may take
/// a [Gpu].
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("cuda")
@ExtendWith(GpuExtension.class)
public @interface OnGpu {}
