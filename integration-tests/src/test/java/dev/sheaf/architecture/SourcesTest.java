package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SourcesTest {
    private static final Pattern UNFINISHED =
            Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b|@Dis" + "abled\\b");

    private static final Pattern COMMENT = Pattern.compile("^ *///");
    private static final Pattern PROSE = Pattern.compile("^ */// (?!```)[\\p{L}`\\[(]");
    private static final int SHORT_LINE = 24;
    private static final int LONG_LINE = 105;

    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (sealed |final |abstract |non-sealed )*(class|interface|record|enum) ", Pattern.MULTILINE);

    /// The line before, with annotations between, and the method.
    private static final Pattern PUBLIC_METHOD = Pattern.compile(
            "^(.*\\n(?: {4}@.*\\n)*)( {4}public (?!(?:sealed |static |final )*(?:class|record|enum|interface) )[^=;\\n]*\\(.*)$",
            Pattern.MULTILINE);

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

    @Test
    void publicMethodsOfWhatModulesOfferAreDocumented() {
        List<String> without = Checkout.modules().stream()
                .flatMap(module -> Checkout.offered(module).stream()
                        .map(name -> Checkout.ROOT.resolve(module).resolve("src/main/java/" + name.replace('.', '/'))))
                .flatMap(folder ->
                        Checkout.sources("src/main/java").stream().filter(file -> folder.equals(file.getParent())))
                .flatMap(file -> undocumented(Checkout.read(file)).map(method -> file.getFileName() + ": " + method))
                .toList();
        assertThat(without).isEmpty();
    }

    /// Public methods and constructors without a comment before them and their annotations. What overrides another has
    /// its comment.
    private static Stream<String> undocumented(String source) {
        if (!PUBLIC_TYPE.matcher(source).find()) {
            return Stream.empty();
        }
        return PUBLIC_METHOD
                .matcher(source)
                .results()
                .filter(method ->
                        !method.group(1).contains("///") && !method.group(1).contains("@Override"))
                .map(method -> method.group(2).strip());
    }

    /// The formatter breaks lines of comments that are too long, and leaves their ends as lines of their own.
    @Test
    void noCommentIsBrokenAmidASentence() {
        List<String> broken = Checkout.sources("src/main/java").stream()
                .flatMap(file -> brokenLines(
                        file.getFileName() + ": ", Checkout.read(file).split("\n")))
                .toList();
        assertThat(broken).as("fill the lines of the paragraph").isEmpty();
    }

    private static Stream<String> brokenLines(String file, String[] lines) {
        return IntStream.range(1, lines.length - 1)
                .filter(i -> isProse(lines[i])
                        && isProse(lines[i + 1])
                        && COMMENT.matcher(lines[i - 1]).find())
                .filter(i -> lines[i].strip().length() < SHORT_LINE && lines[i - 1].length() > LONG_LINE)
                .mapToObj(i -> file + lines[i].strip());
    }

    /// A line of a paragraph: no entry of a list or table, no tag, no code.
    private static boolean isProse(String line) {
        return PROSE.matcher(line).find();
    }

    private static boolean isExplained(Path packageInfo) {
        return Files.exists(packageInfo) && Checkout.read(packageInfo).contains("///");
    }
}
