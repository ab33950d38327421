package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Settings are looked up by name, so a setting that no code reads has no effect, and nothing else would notice: a test
/// that sets it would not run what it is for.
class SettingNamesTest {
    private static final String NAME = "((?:cpu|csv|cuda|json|morsel|parquet|sort)\\.[a-zA-Z.()]+)";
    private static final Pattern IN_CODE = Pattern.compile("\"" + NAME + "\"");
    private static final Pattern IN_TABLE = Pattern.compile("^\\| `" + NAME + "` \\|", Pattern.MULTILINE);

    @Test
    void whatTestsSetIsRead() {
        assertThat(names(IN_CODE, Checkout.sources("src/main/java")))
                .containsAll(names(IN_CODE, Checkout.sources("src/test/java")));
    }

    @Test
    void whatUsersMaySetIsRead() {
        Set<String> documented =
                names(IN_TABLE, Set.of(Checkout.ROOT.resolve("docs/reference").resolve("settings.md")));
        assertThat(names(IN_CODE, Checkout.sources("src/main/java"))).containsAll(documented);
        assertThat(documented).isNotEmpty();
    }

    private static Set<String> names(Pattern pattern, Collection<Path> files) {
        Set<String> names = new TreeSet<>();
        files.forEach(file -> pattern.matcher(Checkout.read(file)).results().forEach(name -> names.add(name.group(1))));
        return names;
    }
}
