package absinttest

import "math"

var Inf = math.Inf(1)
