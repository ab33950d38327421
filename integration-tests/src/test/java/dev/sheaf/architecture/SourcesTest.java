package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SourcesTest {
    private static final Pattern UNFINISHED =
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b|@Dis" + "abled\\b");

    @Test
    void everyPackageSaysWhatItIsFor() {
        List<Path> without = Checkout.sources("src/main/java").stream()
                .map(Path::getParent)
                .distinct()
                .filter(folder -> !folder.endsWith("java"))
                .filter(folder -> !isExplained(folder.resolve("package-info.java")))
                .toList();
        assertThat(without).isEmpty();
    }

    @Test
    void everyPackageOfAPublishedJarHasItsNullsMarked() {
        List<Path> without = Checkout.sources("src/main/java").stream()
                .filter(file -> file.endsWith("package-info.java"))
                .filter(file -> !Checkout.read(file).contains("@NullMarked"))
                .toList();
        assertThat(without).isEmpty();
    }

    @Test
    void nothingIsLeftUnfinished() {
        List<Path> unfinished = Stream.concat(
                        Checkout.sources("src/main/java").stream(), Checkout.sources("src/test/java").stream())
                .filter(file -> UNFINISHED.matcher(Checkout.read(file)).find())
                .toList();
        assertThat(unfinished).isEmpty();
    }

    private static boolean isExplained(Path packageInfo) {
        return Files.exists(packageInfo) && Checkout.read(packageInfo).contains("///");
    }
}
