import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePathScanner;
import com.sun.tools.javac.tree.JCTree;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Renames what a program declares, at its declaration and in all uses. */
final class Renaming {
    private final Rewrite r;
    private final Set<String> imported = new HashSet<>(); // names of static imports: they have no element of their own

    Renaming(Rewrite r) {
        this.r = r;
        for (Rewrite.Source s : r.sources) {
            for (ImportTree i : s.unit.getImports()) {
                if (i.isStatic()) {
                    imported.add(((MemberSelectTree) i.getQualifiedIdentifier()).getIdentifier().toString());
                }
            }
        }
    }

    /** Renames local variables and parameters. */
    void variables() {
        rename(e -> switch (e.getKind()) {
            case LOCAL_VARIABLE, EXCEPTION_PARAMETER, RESOURCE_VARIABLE, BINDING_VARIABLE -> e.getSimpleName() + "Renamed";
            case PARAMETER -> inRecord(e) ? null : e.getSimpleName() + "Renamed";
            default -> null;
        });
    }

    /** Renames private fields and methods, and all static methods but main. */
    void members() {
        rename(e -> {
            String name = e.getSimpleName().toString();
            boolean hidden = e.getModifiers().contains(Modifier.PRIVATE) && !inRecord(e);
            boolean renamed = switch (e.getKind()) {
                case FIELD -> hidden && !name.equals("serialVersionUID");
                case METHOD -> hidden || declaredHere(e) && e.getModifiers().contains(Modifier.STATIC) && !inEnum(e);
                default -> false;
            };
            return renamed && !name.equals("main") && !imported.contains(name) ? name + "Renamed" : null;
        });
    }

    /** Renames all classes, with the files of public ones. */
    void classes() {
        rename(e -> e instanceof TypeElement && !e.getSimpleName().isEmpty() && declaredHere(e) ? e.getSimpleName() + "Renamed" : null);
        for (Rewrite.Source s : r.sources) {
            String name = s.path.getFileName().toString().replace(".java", "");
            if (s.unit.getTypeDecls().stream().anyMatch(t -> t instanceof ClassTree c && c.getSimpleName().contentEquals(name))) {
                s.renamed = s.path.resolveSibling(Path.of(name + "Renamed.java"));
            }
        }
    }

    private static boolean inRecord(Element e) {
        for (Element of = e; of != null; of = of.getEnclosingElement()) {
            if (of.getKind() == ElementKind.RECORD) {
                return true;
            }
        }
        return false;
    }

    private static boolean inEnum(Element e) {
        return e.getEnclosingElement().getKind() == ElementKind.ENUM;
    }

    private boolean declaredHere(Element e) {
        for (Element of = e; of != null; of = of.getEnclosingElement()) {
            if (r.declared.contains(of)) {
                return true;
            }
        }
        return false;
    }

    private void rename(Function<Element, String> name) {
        for (Rewrite.Source s : r.sources) {
            new Uses(s, name).scan(s.unit, null);
        }
    }

    /** Edits declarations and uses of one file. */
    private final class Uses extends TreePathScanner<Void, Void> {
        private final Rewrite.Source s;
        private final Function<Element, String> name;
        private final Set<Integer> done = new HashSet<>(); // generated trees share positions with what they are made for

        Uses(Rewrite.Source s, Function<Element, String> name) {
            this.s = s;
            this.name = name;
        }

        private void edit(String old, int at) {
            Element e = r.trees.getElement(getCurrentPath());
            if (e == null || at < 0 || old.equals("this") || old.equals("super") || !s.text.startsWith(old, at)) {
                return;
            }
            String renamed = name.apply(e.getKind() == ElementKind.CONSTRUCTOR ? e.getEnclosingElement() : e);
            if (renamed != null && done.add(at)) {
                s.replace(at, at + old.length(), renamed);
            }
        }

        @Override
        public Void visitIdentifier(IdentifierTree t, Void v) {
            edit(t.getName().toString(), ((JCTree) t).pos);
            return super.visitIdentifier(t, v);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree t, Void v) {
            String old = t.getIdentifier().toString();
            edit(old, (int) r.end(s, t) - old.length());
            return super.visitMemberSelect(t, v);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree t, Void v) {
            String old = t.getName().toString();
            if (!old.equals("<init>")) {
                edit(old, (int) r.end(s, t) - old.length());
            }
            return super.visitMemberReference(t, v);
        }

        @Override
        public Void visitVariable(VariableTree t, Void v) {
            edit(t.getName().toString(), ((JCTree) t).pos);
            return super.visitVariable(t, v);
        }

        @Override
        public Void visitMethod(MethodTree t, Void v) {
            String old = t.getName().toString();
            if (old.equals("<init>")) {
                Tree owner = getCurrentPath().getParentPath().getLeaf();
                old = ((ClassTree) owner).getSimpleName().toString();
            }
            edit(old, ((JCTree) t).pos);
            return super.visitMethod(t, v);
        }

        @Override
        public Void visitClass(ClassTree t, Void v) {
            if (!t.getSimpleName().isEmpty()) {
                Matcher m = Pattern.compile("\\b(class|interface|enum|record)\\s+" + t.getSimpleName() + "\\b").matcher(s.text);
                long from = Math.max(r.start(s, t), r.end(s, t.getModifiers()));
                if (m.find((int) from)) {
                    edit(t.getSimpleName().toString(), m.end() - t.getSimpleName().length());
                }
            }
            return super.visitClass(t, v);
        }
    }
}
