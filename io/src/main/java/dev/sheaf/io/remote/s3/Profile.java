package dev.sheaf.io.remote.s3;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One profile of the files of AWS's tools: lines `name = value` below `[profile]`, or `[profile name]` in the one
/// for settings. What the file for credentials says comes first.
record Profile(Map<String, String> values) {

    static Profile read(Map<String, String> environment, Path home) {
        String name = environment.getOrDefault("AWS_PROFILE", "default");
        Map<String, String> values = new HashMap<>();
        section(lines(environment, "AWS_CONFIG_FILE", home.resolve(".aws/config")), "profile " + name, values);
        section(lines(environment, "AWS_CONFIG_FILE", home.resolve(".aws/config")), name, values);
        section(lines(environment, "AWS_SHARED_CREDENTIALS_FILE", home.resolve(".aws/credentials")), name, values);
        return new Profile(Map.copyOf(values));
    }

    private static List<String> lines(Map<String, String> environment, String variable, Path usual) {
        String named = environment.getOrDefault(variable, "");
        try {
            return Files.readAllLines(named.isEmpty() ? usual : Path.of(named), StandardCharsets.UTF_8);
        } catch (NoSuchFileException missing) {
            return List.of();
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "cannot read the file of " + variable + ", " + (named.isEmpty() ? usual : named), unreadable);
        }
    }

    private static void section(List<String> lines, String name, Map<String, String> values) {
        boolean inside = false;
        for (String line : lines) {
            String text = line.strip();
            int equals = text.indexOf('=');
            if (text.startsWith("[")) {
                inside = text.equals("[" + name + "]");
            } else if (inside && equals > 0 && text.charAt(0) != '#' && !Character.isWhitespace(line.charAt(0))) {
                values.put(
                        text.substring(0, equals).strip(),
                        text.substring(equals + 1).strip());
            }
        }
    }

    Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
    }

    @Override
    public String toString() {
        return "profile";
    }
}
