package dev.sheaf.sqllogic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The lines of a script, with `loop` and `foreach` written out and without comments.
final class LogicLines {

    /// A line and its number in the file.
    record Line(int number, String text) {
        boolean isBlank() {
            return text.isBlank();
        }

        List<String> words() {
            return Arrays.asList(text.strip().split("\\s+"));
        }
    }

    private LogicLines() {}

    static List<Line> of(String text) {
        List<Line> lines = new ArrayList<>();
        String[] all = text.split("\r?\n", -1);
        for (int i = 0; i < all.length; i++) {
            if (!all[i].startsWith("#")) {
                lines.add(new Line(i + 1, all[i]));
            }
        }
        return unrolled(lines);
    }

    private static List<Line> unrolled(List<Line> lines) {
        List<Line> result = new ArrayList<>();
        for (int at = 0; at < lines.size(); at++) {
            List<String> words = lines.get(at).words();
            if (!isLoop(words)) {
                result.add(lines.get(at));
                continue;
            }
            int end = end(lines, at);
            List<Line> body = lines.subList(at + 1, end);
            for (String value : values(words)) {
                result.addAll(unrolled(replaced(body, words.get(1), value)));
            }
            at = end;
        }
        return result;
    }

    private static boolean isLoop(List<String> words) {
        return words.getFirst().equals("loop") || words.getFirst().equals("foreach");
    }

    private static int end(List<Line> lines, int start) {
        int depth = 0;
        for (int at = start; at < lines.size(); at++) {
            List<String> words = lines.get(at).words();
            depth += isLoop(words) ? 1 : words.getFirst().equals("endloop") ? -1 : 0;
            if (depth == 0) {
                return at;
            }
        }
        throw new IllegalArgumentException("line " + lines.get(start).number() + ": there is no endloop");
    }

    private static List<String> values(List<String> words) {
        if (words.getFirst().equals("foreach")) {
            return words.subList(2, words.size());
        }
        int first = Integer.parseInt(words.get(2));
        int end = Integer.parseInt(words.get(3));
        return IntStream.range(first, end).mapToObj(String::valueOf).toList();
    }

    private static List<Line> replaced(List<Line> body, String name, String value) {
        return body.stream()
                .map(line -> new Line(line.number(), line.text().replace("${" + name + "}", value)))
                .toList();
    }
}
