package dev.sheaf.benchmarks.soak;

import java.util.List;

/// A test with random cases.
///
/// @param module the folder of its module
/// @param type the binary name of its class, without the package
/// @param method its method
/// @param cases how many cases it has in full, for each of its calls; -1 where the number is computed. A
///     parameterised test has them for each invocation.
record Suite(String module, String type, String method, List<Integer> cases) {

    /// As it is called on the command line: `RandomCsvTest#roundTrip`.
    String name() {
        return type + "#" + method;
    }

    /// Whether a person means it by that name: of the test, of its class, or of its module.
    boolean isCalled(String name) {
        return name.equals(name()) || name.equals(type) || name.equals(module);
    }

    /// The numbers of cases for people: `2000`, `300 + 300`, `varies`.
    String casesText() {
        List<String> numbers = cases.stream()
                .map(count -> count < 0 ? "varies" : count.toString())
                .toList();
        return String.join(" + ", numbers);
    }
}
