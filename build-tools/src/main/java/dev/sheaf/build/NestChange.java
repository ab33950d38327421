package dev.sheaf.build;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.constant.ClassDesc;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// Classes that join a nest: the group of a top-level class and the classes in it, which reach each other's
/// private methods.
final class NestChange {
    private final String host;
    private final TreeSet<String> joining = new TreeSet<>();

    /// @param host the internal name of the class that lists the members
    NestChange(String host) {
        this.host = host;
    }

    String host() {
        return host;
    }

    void add(Collection<String> members) {
        joining.addAll(members);
    }

    /// The host with the new members behind its own.
    byte[] apply(ClassFile format, ClassModel before) {
        TreeSet<String> all = new TreeSet<>(joining);
        all.addAll(members(before));
        List<ClassDesc> types = all.stream().map(ClassDesc::ofInternalName).toList();
        return format.transformClass(
                before,
                ClassTransform.dropping(NestMembersAttribute.class::isInstance)
                        .andThen(ClassTransform.endHandler(made -> made.with(NestMembersAttribute.ofSymbols(types)))));
    }

    /// The internal name of a class's nest host, which may be the class itself.
    static String host(ClassModel type) {
        return type.findAttribute(Attributes.nestHost())
                .map(found -> found.nestHost().asInternalName())
                .orElse(type.thisClass().asInternalName());
    }

    static List<String> members(ClassModel host) {
        return host.findAttribute(Attributes.nestMembers()).stream()
                .flatMap(found -> found.nestMembers().stream())
                .map(member -> member.asInternalName())
                .toList();
    }
}
