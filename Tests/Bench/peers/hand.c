// A hand's step in C: damped least squares on the chain's Jacobian, as HandSolver has it, with the sine of the C library.
//
//     hand POSES ARM STEPS
//
// POSES is Tests/Hand/poses.txt. It prints the nanoseconds of a step, the best of five rounds, and the sum of all numbers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 8, ROWS = 5, MOST = 64 };
static const double degree = M_PI / 180, low = -5000, high = 5000, slew = 80;

static struct element { int turns, axis, channel; double offset, unit, sine, cosine; } chain[MOST];
static struct pose { double numbers[N], rates[N]; int frame; } poses[MOST];
static int elements, count, forward_axis, moving[N];
static double sizes[N], length, forward_sign = 1, lever, threshold;

static double dot3(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static void cross(const double *a, const double *b, double *out) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void read_joint(char *text) {
    char kind[8], axis;
    double a, b, c;
    int fields = sscanf(text, " %7s %c %lf %lf %lf", kind, &axis, &a, &b, &c);
    struct element *e = &chain[elements++];
    double scale = strcmp(kind, "move") ? 1 : 1000;
    *e = (struct element){scale == 1, axis - 'x', -1, 0, 0, 0, 1};
    if (fields == 5) {
        e->channel = (int)a;
        e->unit = c * scale;
        e->offset = -b * e->unit;
        moving[e->channel] = 1;
        sizes[e->channel] = fmax(sizes[e->channel], fabs(e->unit));
        return;
    }
    e->offset = a * scale;
    if (e->turns) {
        e->sine = sin(a * degree);
        e->cosine = cos(a * degree);
    } else if (a != 0) {
        length += fabs(e->offset);
        forward_axis = e->axis;
        forward_sign = a < 0 ? -1 : 1;
    }
}

static void read_numbers(const char *text, double *out) {
    char *end;
    for (int i = 0; i < N; i++, text = end) {
        double value = strtod(text, &end);
        if (end == text) return;
        out[i] = value;
    }
}

static void read_poses(const char *file, const char *arm) {
    char line[8192], name[64], kind[8];
    FILE *stream = fopen(file, "r");
    while (stream && fgets(line, sizeof line, stream)) {
        char *rest = line, *part = strsep(&rest, ";");
        if (sscanf(part, "%7s %63s", kind, name) != 2 || strcmp(name, arm)) continue;
        if (!strcmp(kind, "arm")) {
            while ((part = strsep(&rest, ";"))) read_joint(part);
        } else if (count < MOST) {
            struct pose *pose = &poses[count++];
            double asked[N] = {0};
            read_numbers(strsep(&rest, ";"), pose->numbers);
            read_numbers(strsep(&rest, ";"), asked);
            pose->frame = (int)asked[0];
            memcpy(pose->rates, asked + 1, ROWS * sizeof(double));
        }
    }
    if (!count) {
        fprintf(stderr, "hand: %s has no poses of %s\n", file, arm);
        exit(1);
    }
    for (int i = 0; i < N; i++) if (sizes[i] == 0) sizes[i] = 1;
    lever = fmax(1, length * degree);
    threshold = lever / 10;
}

// The rows of the Jacobian along and about the asked directions, for a unit of each number, and what is asked.
static void exact_rows_at(const struct pose *pose, const double *numbers, double rows[ROWS][N], double *asked) {
    double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, point[3] = {0}, ways[3][N] = {{0}}, turns[3][N] = {{0}};
    for (int i = 0; i < elements; i++) {
        const struct element *e = &chain[i];
        double *axis = axes[e->axis], value = e->offset + (e->channel < 0 ? 0 : e->unit * numbers[e->channel]), moved[3];
        if (!e->turns) {
            for (int k = 0; k < 3; k++) {
                point[k] += axis[k] * value;
                if (e->channel >= 0) ways[k][e->channel] += axis[k] * e->unit;
            }
            continue;
        }
        double sine = e->sine, cosine = e->cosine;
        if (e->channel >= 0) {
            sine = sin(value * degree);
            cosine = cos(value * degree);
            cross(point, axis, moved);
            for (int k = 0; k < 3; k++) {
                ways[k][e->channel] += moved[k] * e->unit * degree;
                turns[k][e->channel] += axis[k] * e->unit;
            }
        }
        double *first = axes[(e->axis + 1) % 3], *second = axes[(e->axis + 2) % 3];
        for (int k = 0; k < 3; k++) {
            double one = first[k] * cosine + second[k] * sine;
            second[k] = second[k] * cosine - first[k] * sine;
            first[k] = one;
        }
    }
    for (int j = 0; j < N; j++) {
        double turn[3] = {turns[0][j], turns[1][j], turns[2][j]}, moved[3];
        cross(turn, point, moved);
        for (int k = 0; k < 3; k++) ways[k][j] += moved[k] * degree;
    }
    double forward[3], up[3], side[3], radius = sqrt(point[0] * point[0] + point[1] * point[1]);
    for (int k = 0; k < 3; k++) {
        forward[k] = axes[forward_axis][k] * forward_sign;
        up[k] = forward_axis == 2 ? axes[0][k] * -forward_sign : axes[2][k];
    }
    cross(up, forward, side);
    double outward[3] = {1, 0, 0};
    double level = sqrt(forward[0] * forward[0] + forward[1] * forward[1]);
    if (radius > 1) outward[0] = point[0] / radius, outward[1] = point[1] / radius;
    else if (level > 1e-6) outward[0] = forward[0] / level, outward[1] = forward[1] / level;
    double across[3] = {-outward[1], outward[0], 0}, reach = dot3(point, outward);
    double base[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, *directions[3] = {base[0], base[1], base[2]};
    if (pose->frame == 1) directions[0] = outward, directions[1] = across;
    if (pose->frame == 2) directions[0] = forward, directions[1] = side, directions[2] = up;
    double back = reach / (reach * reach + 100) / degree * forward[2];
    for (int j = 0; j < N; j++) {
        double way[3] = {ways[0][j], ways[1][j], ways[2][j]}, turn[3] = {turns[0][j], turns[1][j], turns[2][j]};
        for (int k = 0; k < 3; k++) rows[k][j] = dot3(way, directions[k]);
        rows[3][j] = -lever * dot3(turn, across);
        rows[4][j] = lever * (dot3(turn, forward) - dot3(way, across) * back);
        for (int k = 0; k < ROWS; k++) rows[k][j] /= sizes[j];
    }
    memcpy(asked, pose->rates, ROWS * sizeof(double));
    if (pose->frame == 1) {
        if (asked[0] < 0) asked[0] *= fmax(0, fmin(1, reach / 10));
        asked[1] *= degree * reach;
    }
    asked[3] *= lever;
    asked[4] *= lever;
}

static void factor(double product[ROWS][ROWS], double adding, double out[ROWS][ROWS]) {
    memcpy(out, product, sizeof(double[ROWS][ROWS]));
    for (int c = 0; c < ROWS; c++) {
        double square = out[c][c] + adding;
        for (int b = 0; b < c; b++) square -= out[c][b] * out[c][b];
        out[c][c] = sqrt(fmax(square, 1e-12 * threshold * threshold));
        for (int r = c + 1; r < ROWS; r++) {
            for (int b = 0; b < c; b++) out[r][c] -= out[r][b] * out[c][b];
            out[r][c] /= out[c][c];
        }
    }
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

// Those of a place beside it where something is asked that no joint moves.
static void rows_at(const struct pose *pose, const double *numbers, double rows[ROWS][N], double *asked) {
    double beside[N];
    int is_stuck = 0;
    exact_rows_at(pose, numbers, rows, asked);
    for (int r = 0; r < ROWS; r++)
        if (asked[r] != 0 && dot(rows[r], rows[r], N) < 1e-12 * threshold * threshold) is_stuck = 1;
    if (!is_stuck) return;
    for (int j = 0; j < N; j++) beside[j] = numbers[j] + 0.01 / sizes[j];
    exact_rows_at(pose, beside, rows, asked);
}

static void product_of(double rows[ROWS][N], const int *is_free, double product[ROWS][ROWS]) {
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c <= r; c++) {
            product[r][c] = 0;
            for (int j = 0; j < N; j++) if (is_free[j]) product[r][c] += rows[r][j] * rows[c][j];
        }
        if (product[r][r] < 1e-12 * threshold * threshold) product[r][r] = 1e6 * threshold * threshold;
    }
}

// The square of the smallest singular value, about, and the row that is lost most.
static double smallest(double l[ROWS][ROWS], int *row) {
    double trace = 0, most = 0;
    for (int c = 0; c < ROWS; c++) {
        double inverse[ROWS] = {0}, squares;
        inverse[c] = 1 / l[c][c];
        squares = inverse[c] * inverse[c];
        for (int r = c + 1; r < ROWS; r++) {
            double sum = 0;
            for (int b = c; b < r; b++) sum -= l[r][b] * inverse[b];
            inverse[r] = sum / l[r][r];
            squares += inverse[r] * inverse[r];
        }
        trace += squares;
        if (squares > most) most = squares, *row = c;
    }
    return 1 / trace;
}

static void solve(double l[ROWS][ROWS], const double *right, double *y) {
    for (int r = 0; r < ROWS; r++) {
        y[r] = right[r];
        for (int c = 0; c < r; c++) y[r] -= l[r][c] * y[c];
        y[r] /= l[r][r];
    }
    for (int r = ROWS - 1; r >= 0; r--) {
        for (int b = r + 1; b < ROWS; b++) y[r] -= l[b][r] * y[b];
        y[r] /= l[r][r];
    }
}

static void joints_of(double rows[ROWS][N], const double *way, const int *is_free, double *joints) {
    memset(joints, 0, N * sizeof(double));
    for (int r = ROWS - 1; r >= 0; r--)
        for (int j = 0; j < N; j++) if (is_free[j]) joints[j] += rows[r][j] * way[r];
}

// Out of a singular place the direction that is lost is plainly inverted, and the way towards it ends before it.
static void correct(
    const struct pose *pose, const double *numbers, double rows[ROWS][N], const double *asked, const int *is_free,
    double first[ROWS][ROWS], double value, int row, double damping, double *speeds) {
    double way[ROWS] = {0}, next[ROWS], joints[N], there[N], other[ROWS][N], ignored[ROWS], product[ROWS][ROWS], l[ROWS][ROWS];
    way[row] = 1;
    for (int i = 0; i < 3; i++) {
        solve(first, way, next);
        double size = sqrt(dot(next, next, ROWS));
        for (int r = 0; r < ROWS; r++) way[r] = next[r] / size;
    }
    joints_of(rows, way, is_free, joints);
    double along = dot(way, asked, ROWS), size = fmax(sqrt(dot(joints, joints, N)), 1e-9 * threshold), effect = 0;
    if (along == 0) return;
    for (int j = 0; j < N; j++) {
        joints[j] /= along < 0 ? -size : size;
        there[j] = numbers[j] + joints[j] * 0.5 / sizes[j];
    }
    rows_at(pose, there, other, ignored);
    for (int r = 0; r < ROWS; r++) effect += dot(other[r], joints, N) * (along < 0 ? -way[r] : way[r]);
    product_of(other, is_free, product);
    factor(product, 1e-9 * threshold * threshold, l);
    int leaves = effect > 0 && smallest(l, &row) > value;
    double damped = size / (size * size + damping), end = threshold / 10;
    double gain = leaves ? 1 / fmax(size, sqrt(0.75) * threshold) : damped * fmax(0, fmin(1, size / end - 1));
    for (int j = 0; j < N; j++) speeds[j] += joints[j] * fabs(along) * (gain - damped);
}

static void speeds_by(
    const struct pose *pose, const double *numbers, double rows[ROWS][N], const double *asked, const int *is_free,
    double *speeds) {
    double product[ROWS][ROWS] = {{0}}, first[ROWS][ROWS], l[ROWS][ROWS], y[ROWS], square = threshold * threshold;
    int row = 0;
    product_of(rows, is_free, product);
    factor(product, 1e-9 * square, first);
    double value = smallest(first, &row), damping = value < square ? square / 4 * (1 - value / square) : 0;
    factor(product, damping, l);
    solve(l, asked, y);
    joints_of(rows, y, is_free, speeds);
    if (damping > 0) correct(pose, numbers, rows, asked, is_free, first, value, row, damping, speeds);
}

static void speeds_at(const struct pose *pose, const double *numbers, double *speeds) {
    double rows[ROWS][N], asked[ROWS], part = 1;
    int is_free[N];
    rows_at(pose, numbers, rows, asked);
    memcpy(is_free, moving, sizeof moving);
    speeds_by(pose, numbers, rows, asked, is_free, speeds);
    for (int round = 0, out = 1; round < N && out; round++) {
        out = 0;
        for (int j = 0; j < N; j++)
            if (is_free[j] && ((numbers[j] <= low && speeds[j] < 0) || (numbers[j] >= high && speeds[j] > 0)))
                is_free[j] = 0, out = 1;
        if (out) speeds_by(pose, numbers, rows, asked, is_free, speeds);
    }
    for (int j = 0; j < N; j++) {
        speeds[j] /= sizes[j];
        if (fabs(speeds[j]) * part > slew) part = slew / fabs(speeds[j]);
    }
    for (int j = 0; j < N; j++) speeds[j] *= part;
}

static void step(const struct pose *pose, double seconds, double *numbers) {
    double speeds[N], half[N];
    speeds_at(pose, pose->numbers, speeds);
    for (int j = 0; j < N; j++) half[j] = fmin(high, fmax(low, pose->numbers[j] + speeds[j] * seconds / 2));
    speeds_at(pose, half, speeds);
    for (int j = 0; j < N; j++) numbers[j] = fmin(high, fmax(low, pose->numbers[j] + speeds[j] * seconds));
}

int main(int argc, char **argv) {
    if (argc != 4) return 64;
    read_poses(argv[1], argv[2]);
    long steps = atol(argv[3]);
    double best = INFINITY, sum = 0;
    for (int round = 0; round < 5; round++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        sum = 0;
        for (long i = 0; i < steps; i++) {
            double numbers[N];
            step(&poses[i % count], 0.02, numbers);
            for (int j = 0; j < N; j++) sum += numbers[j];
        }
        clock_gettime(CLOCK_MONOTONIC, &to);
        best = fmin(best, ((to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec)) / steps);
    }
    printf("%.0f %.6f\n", best, sum);
}
