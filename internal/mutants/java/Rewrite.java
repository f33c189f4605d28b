import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Rewrites a program from its sources: refactorings, which change what is executed in no way that counts, and seeded
 * regressions, which it prints with their answers.
 *
 * <p>Arguments: what to do, separated by commas, the seed of random choices, the directory of the sources, the directory for
 * the rewritten ones, and the class path. The sources that HOW makes are in HOW below that directory, their class files in
 * HOW.classes. Positions and types are javac's; what it does not attribute is left alone.
 */
public final class Rewrite {
    /** An Edit replaces the text from start to end. Edits do not overlap. */
    record Edit(int start, int end, String text) {}

    /** One source file, and what changes in it. */
    static final class Source {
        final CompilationUnitTree unit;
        final Path path; // below the directory of the sources
        final String text;
        final List<Edit> edits = new ArrayList<>();
        Path renamed;

        Source(CompilationUnitTree unit, Path path, String text) {
            this.unit = unit;
            this.path = path;
            this.text = text;
            this.renamed = path;
        }

        void replace(long start, long end, String by) {
            edits.add(new Edit((int) start, (int) end, by));
        }

        void insert(long at, String what) {
            replace(at, at, what);
        }

        String rewritten() {
            List<Edit> sorted = new ArrayList<>(edits);
            sorted.sort(Comparator.comparingInt(Edit::start)); // stable: edits at one place stay in their order
            StringBuilder out = new StringBuilder();
            int done = 0;
            for (Edit e : sorted) {
                if (e.start < done) {
                    throw new IllegalStateException(path + ": edits overlap at " + e.start);
                }
                out.append(text, done, e.start).append(e.text);
                done = e.end;
            }
            return out.append(text.substring(done)).toString();
        }
    }

    final Random random;
    final List<Source> sources = new ArrayList<>();
    final Set<Element> declared = new HashSet<>(); // classes of the program
    Trees trees;
    SourcePositions positions;
    JavacTask task;

    Rewrite(long seed) {
        random = new Random(seed);
    }

    long start(Source s, Tree t) {
        return positions.getStartPosition(s.unit, t);
    }

    long end(Source s, Tree t) {
        return positions.getEndPosition(s.unit, t);
    }

    String text(Source s, Tree t) {
        return s.text.substring((int) start(s, t), (int) end(s, t));
    }

    private void parse(Path dir, String classpath) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = javac.getStandardFileManager(null, null, null);
        List<Path> paths;
        try (var found = Files.walk(dir)) {
            paths = found.filter(p -> p.toString().endsWith(".java")).sorted().toList();
        }
        List<String> options = List.of("--release", "17", "-proc:none", "-implicit:none", "-cp", classpath);
        task = (JavacTask) javac.getTask(null, files, d -> {}, options, null, files.getJavaFileObjectsFromPaths(paths));
        trees = Trees.instance(task);
        positions = trees.getSourcePositions();
        for (CompilationUnitTree unit : task.parse()) {
            Path path = Path.of(unit.getSourceFile().toUri());
            sources.add(new Source(unit, dir.toAbsolutePath().normalize().relativize(path), Files.readString(path)));
        }
        for (Element e : task.analyze()) {
            declared.add(e);
        }
    }

    private void rewrite(String how) {
        switch (how) {
            case "rename-variables" -> new Renaming(this).variables();
            case "rename-members" -> new Renaming(this).members();
            case "rename-classes" -> new Renaming(this).classes();
            case "move" -> new Rearranging(this).packages();
            case "reorder" -> new Rearranging(this).methods();
            case "lines" -> new Rearranging(this).lines();
            case "for-to-while" -> new Loops(this).forToWhile();
            case "for-each" -> new Loops(this).forEach();
            case "visibility" -> new Rearranging(this).visibility();
            case "regress" -> new Regressing(this).one();
            default -> throw new IllegalArgumentException(how);
        }
    }

    /** Writes the sources below a directory and returns their paths. */
    private List<Path> write(Path into) throws IOException {
        List<Path> written = new ArrayList<>();
        for (Source s : sources) {
            Path path = into.resolve(s.renamed);
            Files.createDirectories(path.getParent());
            Files.writeString(path, s.rewritten());
            written.add(path);
        }
        return written;
    }

    private static void compile(List<Path> sources, String classpath, Path into) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        Files.createDirectories(into);
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-g", "--release", "17", "-proc:none", "-nowarn", "-cp", classpath, "-d", into.toString());
            if (!javac.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources)).call()) {
                throw new IllegalStateException("what was rewritten does not compile");
            }
        }
    }

    public static void main(String[] args) throws IOException {
        for (String how : args[0].split(",")) {
            Rewrite r = new Rewrite(Long.parseLong(args[1]));
            r.parse(Path.of(args[2]), args[4]);
            r.rewrite(how);
            compile(r.write(Path.of(args[3], how)), args[4], Path.of(args[3], how + ".classes"));
        }
    }
}
