/** Bodies that attract each other, as objects with fields of doubles. */
final class Planets extends Program {
    private static final class Body {
        double x;
        double y;
        double vx;
        double vy;
        final double mass;

        Body(double x, double y, double mass) {
            this.x = x;
            this.y = y;
            this.mass = mass;
        }

        void move(double dt) {
            x += vx * dt;
            y += vy * dt;
        }
    }

    @Override
    int run(int n) {
        Body[] bodies = new Body[5];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body(i * 3 + 1, i * i, 1 + i % 3);
        }
        for (int step = 0; step < n; step++) {
            for (int i = 0; i < bodies.length; i++) {
                for (int j = i + 1; j < bodies.length; j++) {
                    attract(bodies[i], bodies[j]);
                }
            }
            for (Body b : bodies) {
                b.move(0.01);
            }
        }
        double sum = 0;
        for (Body b : bodies) {
            sum += b.x + b.y;
        }
        return (int) (sum * 100);
    }

    private static void attract(Body a, Body b) {
        double dx = b.x - a.x;
        double dy = b.y - a.y;
        double squared = dx * dx + dy * dy + 0.5;
        double force = 0.02 / (squared * root(squared));
        a.vx += dx * force * b.mass;
        a.vy += dy * force * b.mass;
        b.vx -= dx * force * a.mass;
        b.vy -= dy * force * a.mass;
    }

    private static double root(double v) {
        double r = v;
        for (int i = 0; i < 6; i++) {
            r = 0.5 * (r + v / r);
        }
        return r;
    }
}
