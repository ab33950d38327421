package dev.sheaf.groupby.cuda;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Marks tests whose kernels an [EmulatedDevice] runs on the CPU. Compiling them takes minutes, so they run only
/// with `-Dsheaf.emulator=true`, and where there is a compiler.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "sheaf.emulator", matches = "true")
@EnabledIf(
        value = "dev.sheaf.cuda.driver.Emulator#isPossible",
        disabledReason = "there is no g++ to compile kernels with")
public @interface OnEmulator {}
