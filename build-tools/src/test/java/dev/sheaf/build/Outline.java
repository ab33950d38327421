package dev.sheaf.build;

import java.io.IOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What a class file says besides the instructions: types, members, attributes; without private methods that
/// the rewriting adds, and without the members of nests.
record Outline(String type, List<String> members) {
    static Outline of(Path file) throws IOException {
        ClassModel read = ClassFile.of().parse(file);
        return new Outline(
                read.flags().flags() + " " + read.thisClass().asInternalName() + " " + read.superclass()
                        + read.interfaces() + attributes(read),
                Stream.concat(
                                read.fields().stream().map(Outline::line),
                                read.methods().stream()
                                        .filter(method -> !isAdded(method))
                                        .map(Outline::line))
                        .toList());
    }

    private static boolean isAdded(MethodModel method) {
        return method.methodName().stringValue().startsWith(AddedMethod.PREFIX);
    }

    private static String line(FieldModel field) {
        return field.flags().flags() + " " + field.fieldName() + field.fieldType() + attributes(field);
    }

    private static String line(MethodModel method) {
        return method.flags().flags() + " " + method.methodName() + method.methodType() + attributes(method)
                + method.code()
                        .flatMap(code -> code.findAttribute(Attributes.localVariableTypeTable()))
                        .map(table -> table.localVariableTypes().size());
    }

    private static List<String> attributes(AttributedElement element) {
        return element.attributes().stream()
                .map(attribute -> attribute.attributeName().stringValue())
                .filter(name ->
                        !name.equals(Attributes.NAME_NEST_MEMBERS) && !name.equals(Attributes.NAME_BOOTSTRAP_METHODS))
                .sorted()
                .toList();
    }
}
