package difference

// commonSubsequence returns a longest common subsequence of two sequences of n and m elements, as pairs of their positions in
// ascending order. It takes n*m steps and as much memory: callers bound both.
func commonSubsequence(n, m int, same func(i, j int) bool) [][2]int {
	long := make([][]int, n+1) // by the first elements that are left
	for i := range long {
		long[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			long[i][j] = max(long[i+1][j], long[i][j+1])
			if same(i, j) {
				long[i][j] = max(long[i][j], 1+long[i+1][j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case same(i, j) && long[i][j] == 1+long[i+1][j+1]:
			out = append(out, [2]int{i, j})
			i++
			j++
		case long[i+1][j] >= long[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}
