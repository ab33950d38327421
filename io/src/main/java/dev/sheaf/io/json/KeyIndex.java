package dev.sheaf.io.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds names of members. Objects mostly name them in one order, so the ones after the last are tried first. Not
/// thread-safe.
final class KeyIndex {
    private static final int TRIED = 4;

    private final byte[][] names;
    private final Map<String, Integer> positions = new HashMap<>();
    private int next;

    KeyIndex(List<String> names) {
        this.names = names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        for (int i = 0; i < names.size(); i++) {
            positions.put(names.get(i), i);
        }
    }

    /// An object begins.
    void restart() {
        next = 0;
    }

    /// The place of the name that the cursor passed last, or -1.
    int find(JsonCursor cursor) {
        byte[] bytes = cursor.bytes();
        int from = cursor.keyStart();
        int to = cursor.keyEnd();
        int most = Math.min(names.length, next + TRIED);
        for (int guess = next; guess < most && !cursor.escaped(); guess++) {
            if (Arrays.equals(names[guess], 0, names[guess].length, bytes, from, to)) {
                next = guess + 1;
                return guess;
            }
        }
        int found = positions.getOrDefault(JsonStrings.text(bytes, from, to, cursor.escaped()), -1);
        next = found < 0 ? next : found + 1;
        return found;
    }
}
