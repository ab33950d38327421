package dev.sheaf.cli;

import dev.sheaf.column.Names;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// Says in a line what is wrong with a command line.
final class WrongUsage {
    private WrongUsage() {}

    static String message(CommandLine.ParameterException wrong) {
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        String problem = wrong instanceof CommandLine.UnmatchedArgumentException unmatched
                ? unmatched(unmatched.getUnmatched().getFirst(), command)
                : decapitalized(String.valueOf(wrong.getMessage()).strip());
        boolean sentence = problem.endsWith("?") || problem.endsWith(".");
        return problem + (sentence ? "" : ".") + " See '" + command.qualifiedName() + " --help'.";
    }

    private static String unmatched(String argument, CommandSpec command) {
        if (argument.startsWith("-") && argument.length() > 1) {
            return "there is no option " + argument + "."
                    + meant(argument, command.optionsMap().keySet());
        }
        if (!command.subcommands().isEmpty()) {
            Set<String> known = known(command);
            return "there is no command \"" + argument + "\"; there are " + String.join(", ", known) + "."
                    + meant(argument, known);
        }
        return "unexpected argument \"" + argument + "\"";
    }

    /// The commands that users are told of.
    static Set<String> known(CommandSpec command) {
        return command.subcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String meant(String name, Set<String> known) {
        return Names.didYouMean(name, known);
    }

    private static String decapitalized(String sentence) {
        return sentence.isEmpty() ? "" : Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
    }
}
