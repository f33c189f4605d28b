package archive

// The default limits. They are far above what real programs need and keep hostile input from using up memory,
// disk or time; a Problem names the limit that was met.
const (
	// DefaultMaxEntrySize is the size of the largest class file that is read, 64 MiB. Format limits (a constant
	// pool of 65,535 entries, methods of 64 KiB) keep real ones far below.
	DefaultMaxEntrySize = 64 << 20
	// DefaultMaxArchiveSize is the size of the largest archive inside an archive, 1 GiB.
	DefaultMaxArchiveSize = 1 << 30
	// DefaultMaxTotal is the uncompressed size of all class files and inner archives of one outermost file, 8 GiB.
	DefaultMaxTotal = 8 << 30
	// DefaultMaxRatio is the largest compression ratio of an entry above 1 MiB. Deflate reaches 1,032 on zeros;
	// class files stay below 20.
	DefaultMaxRatio = 200
	// DefaultMaxDepth is how many archives may lie inside each other: 4 is a jar in a war in an ear in a zip.
	DefaultMaxDepth = 4
)

const (
	// ratioFloor is the size below which the compression ratio does not matter.
	ratioFloor = 1 << 20
	// nestedInMemory is how many bytes of compressed inner archives are kept in memory, for all inputs
	// together; what is beyond goes to temporary files.
	nestedInMemory = 64 << 20
	// maxFileList is the size of the largest @file.
	maxFileList = 4 << 20
	// maxListDepth is how deep @files may name each other.
	maxListDepth = 8
	// maxManifest is how much of a manifest is read: its main section comes first.
	maxManifest = 1 << 20
)

// Options chooses among what containers offer and limits what they can cost. The zero value is ready to use.
type Options struct {
	// Release is the Java release that a multi-release jar is read for: the highest META-INF/versions/N with
	// N <= Release is chosen. 0 takes the newest.
	Release int
	// Root is the directory of the repository. Symbolic links below a directory in it are followed where they stay in it;
	// those below another directory where they stay in that.
	Root string
	// SkipLibraries leaves out the libraries inside application archives: the jars in a jar or war, and the launcher beside
	// BOOT-INF/classes. Libraries names them.
	SkipLibraries bool

	MaxEntrySize   int64 // bytes of a class file, 0 for DefaultMaxEntrySize
	MaxArchiveSize int64 // bytes of an inner archive, 0 for DefaultMaxArchiveSize
	MaxTotal       int64 // uncompressed bytes per outermost file, 0 for DefaultMaxTotal
	MaxRatio       int64 // compression ratio, 0 for DefaultMaxRatio
	MaxDepth       int   // archives inside each other, 0 for DefaultMaxDepth
}

func (o Options) withDefaults() Options {
	if o.MaxEntrySize == 0 {
		o.MaxEntrySize = DefaultMaxEntrySize
	}
	if o.MaxArchiveSize == 0 {
		o.MaxArchiveSize = DefaultMaxArchiveSize
	}
	if o.MaxTotal == 0 {
		o.MaxTotal = DefaultMaxTotal
	}
	if o.MaxRatio == 0 {
		o.MaxRatio = DefaultMaxRatio
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = DefaultMaxDepth
	}
	return o
}
