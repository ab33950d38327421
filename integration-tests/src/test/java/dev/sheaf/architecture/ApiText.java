package dev.sheaf.architecture;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The public API of a class as text: a line for the class and one for each member that other packages can use,
/// sorted. Names of the packages that every reader knows are left out.
final class ApiText {
    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");
    private static final String KNOWN_PACKAGES =
            "\\b(?:java\\.lang\\.(?:foreign\\.)?|java\\.util\\.(?:function\\.|stream\\.)?|dev\\.sheaf\\.)(?=[A-Za-z])";

    private ApiText() {}

    /// Whether a class can be used from other packages.
    static boolean isOffered(Class<?> type) {
        Class<?> owner = type.getEnclosingClass();
        return !type.isAnonymousClass()
                && !type.isLocalClass()
                && !type.isSynthetic()
                && isVisible(type.getModifiers(), owner)
                && (owner == null || isOffered(owner));
    }

    static List<String> lines(Class<?> type) {
        Set<String> members = new TreeSet<>();
        membersOf(type)
                .filter(member -> !member.isSynthetic() && isVisible(member.getModifiers(), type))
                .filter(member -> !OF_EVERY_OBJECT.contains(member.getName()) || type.isAnnotation())
                .forEach(member -> members.add("    " + text(member, type)));
        return Stream.concat(Stream.of(header(type)), members.stream()).toList();
    }

    private static Stream<Member> membersOf(Class<?> type) {
        return Stream.<Member[]>of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Arrays::stream);
    }

    /// Protected members count where somebody else can extend the class.
    private static boolean isVisible(int modifiers, @Nullable Class<?> owner) {
        boolean isOpen = owner != null && !Modifier.isFinal(owner.getModifiers()) && !owner.isSealed();
        return Modifier.isPublic(modifiers) || (Modifier.isProtected(modifiers) && isOpen);
    }

    private static String header(Class<?> type) {
        String parent = type.getGenericSuperclass() == null || type.isRecord() || type.isEnum()
                ? ""
                : type.getSuperclass() == Object.class ? "" : " extends " + name(type.getGenericSuperclass());
        String parents =
                Arrays.stream(type.getGenericInterfaces()).map(ApiText::name).collect(Collectors.joining(", "));
        return shorten(type.toGenericString())
                + parent
                + (parents.isEmpty() ? "" : (type.isInterface() ? " extends " : " implements ") + parents);
    }

    private static String text(Member member, Class<?> owner) {
        String generic = switch ((AccessibleObject) member) {
            case Field field -> field.toGenericString();
            case Constructor<?> constructor -> constructor.toGenericString();
            case Method method -> method.toGenericString();
            default -> throw new IllegalStateException("no member of a class: " + member);
        };
        String own = member instanceof Executable ? owner.getName() : owner.getTypeName();
        String simple = own.substring(own.lastIndexOf('.') + 1);
        return shorten(generic.replace(own + "." + member.getName(), member.getName())
                .replace(owner.getTypeName() + "." + member.getName(), member.getName())
                .replace(" " + own + "(", " " + simple + "("));
    }

    private static String name(Type type) {
        return shorten(type.getTypeName());
    }

    private static String shorten(String text) {
        return text.replaceAll(KNOWN_PACKAGES, "").replace("synchronized ", "");
    }
}
