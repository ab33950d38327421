package dev.sheaf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import dev.sheaf.architecture.Exceptions.Large;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What holds in every package, whatever it is called: read from the packages as they are. Who may do otherwise stands
/// in [Exceptions].
class PackagesTest {
    private static final Map<String, List<Set<String>>> CIRCLES = Circles.of(OurClasses.IMPORTED);

    @Test
    void filesOfAPackageKnowEachOtherInNoCircle() {
        List<String> broken = new ArrayList<>();
        CIRCLES.forEach((name, circles) -> circles.stream()
                .filter(circle -> !isExcused(name, circle))
                .forEach(circle -> broken.add(name + ": " + circle)));
        assertThat(broken)
                .as("cut the reference that goes against the others, see the package-info")
                .isEmpty();
    }

    private static boolean isExcused(String packageName, Set<String> circle) {
        return Exceptions.CIRCLES.stream()
                .anyMatch(known ->
                        known.packageName().equals(packageName) && known.files().containsAll(circle));
    }

    @Test
    void everyFileOfAnExcusedCircleIsInIt() {
        assertThat(Exceptions.CIRCLES)
                .allSatisfy(
                        known -> assertThat(CIRCLES.get(known.packageName())).contains(known.files()));
    }

    @Test
    void noPackageHasMoreFilesThanAReaderKeepsApart() {
        List<String> large = new ArrayList<>();
        sizes().forEach((name, files) -> {
            if (files > mostFiles(name)) {
                large.add(name + ": " + files + " files");
            }
        });
        assertThat(large).as("cut them into packages by step").isEmpty();
    }

    private static int mostFiles(String packageName) {
        return Exceptions.LARGE.stream()
                .filter(large -> Exceptions.isIn(large.packageName(), packageName))
                .mapToInt(Large::files)
                .max()
                .orElse(Exceptions.MOST_FILES);
    }

    @Test
    void everyExceptionForALargePackageIsNeeded() {
        Map<String, Integer> sizes = sizes();
        assertThat(Exceptions.LARGE)
                .allMatch(large -> sizes.entrySet().stream()
                        .anyMatch(entry -> Exceptions.isIn(large.packageName(), entry.getKey())
                                && entry.getValue() > Exceptions.MOST_FILES));
    }

    private static Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new TreeMap<>();
        Checkout.modules().forEach(module -> sizes.putAll(Checkout.packages(module)));
        return sizes;
    }

    @Test
    void nothingStaticChangesOutsideTheDriver() {
        Set<String> changing = new TreeSet<>();
        for (JavaClass type : OurClasses.IMPORTED) {
            if (!Exceptions.isIn("dev.sheaf.cuda.driver..", type.getPackageName())) {
                type.getFields().stream()
                        .filter(StaticState::isState)
                        .map(JavaField::getFullName)
                        .forEach(changing::add);
            }
        }
        assertThat(changing)
                .as("keep it in the query's context, or say in Exceptions why a process may keep it")
                .containsExactlyInAnyOrderElementsOf(Exceptions.STATE.keySet());
    }

    @Test
    void whatAModuleDoesNotOfferNoOtherUses() {
        Map<String, String> moduleOf = new HashMap<>();
        Checkout.modules()
                .forEach(module -> Checkout.packages(module).keySet().forEach(name -> moduleOf.put(name, module)));
        Map<String, Set<String>> offered = new HashMap<>();
        Checkout.modules().forEach(module -> offered.put(module, Checkout.offered(module)));
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : OurClasses.IMPORTED) {
            String module = moduleOf.get(type.getPackageName());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String used = dependency.getTargetClass().getBaseComponentType().getPackageName();
                String home = moduleOf.get(used);
                if (home != null
                        && module != null
                        && !home.equals(module)
                        && !offered.get(home).contains(used)) {
                    broken.add(module + " uses " + used);
                }
            }
        }
        assertThat(broken).isEmpty();
    }
}
