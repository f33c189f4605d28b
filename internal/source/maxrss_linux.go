package source

// maxrssUnit is the unit of Rusage.Maxrss in bytes: getrusage(2).
const maxrssUnit = 1024
