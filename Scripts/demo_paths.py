"""The ways on which one walks in the demo venue: the plan's `path` lines, and what follows from doors and lifts.

Every door, and every point such as an entrance, is joined to the nearest path of its floor. From the door of a lift or
of stairs the way goes on to the middle, where shapes of one name on several floors are joined.
"""
import math


class Paths:
    def __init__(self):
        self.lines = {}  # level: list of polylines in metres
        self.spots = []  # (level, point): doors and points, to be joined to the nearest path
        self.vertical = {}  # (category, shape name): [(level, door, middle)]
        self.escalators = []  # ((level, point), (level, point)), walked from the first to the second

    def add_line(self, level, points):
        self.lines.setdefault(level, []).append(points)

    def add_spot(self, level, point):
        self.spots.append((level, point))

    def add_vertical(self, category, shape, level, door, middle):
        self.vertical.setdefault((category, shape), []).append((level, door, middle))

    def features(self):
        """Yields (properties, geometry type, points); a lift is one point."""
        lines = {level: [list(points) for points in found] for level, found in self.lines.items()}
        spots = list(self.spots)
        for floors in self.vertical.values():
            for level, door, middle in floors:
                lines.setdefault(level, []).append([door, middle])
        walked = {level: self.lines.get(level, []) for level in lines}
        for level, spot in spots:
            foot = nearest_on(walked.get(level, []), spot)
            if foot and foot != spot:
                lines[level].append([spot, foot])
        for level, found in lines.items():
            for points in noded(found):
                yield {"level": level, "highway": "corridor"}, "LineString", points
        for (category, _), floors in self.vertical.items():
            yield from changes(category, floors)
        for (first, start), (last, end) in self.escalators:
            properties = {"levels": [first, last], "highway": "steps", "conveying": "forward"}
            yield properties, "LineString", [start, end]


def changes(category, floors):
    if category == "lift":
        yield {"level": ";".join(level for level, _, _ in floors), "highway": "elevator"}, "Point", [floors[0][2]]
        return
    for (lower, _, start), (upper, _, end) in zip(floors, floors[1:]):
        yield {"levels": [lower, upper], "highway": "steps"}, "LineString", [start, end]


def noded(lines):
    """The lines with a point wherever they cross or touch, so that they meet there."""
    segments = [(a, b) for points in lines for a, b in zip(points, points[1:])]
    for points in lines:
        result = [points[0]]
        for a, b in zip(points, points[1:]):
            cuts = {cut for c, d in segments if (c, d) != (a, b) and (cut := crossing(a, b, c, d))}
            result += sorted(cuts - {a, b}, key=lambda cut: math.dist(a, cut)) + [b]
        yield result


def crossing(a, b, c, d):
    """Where c–d crosses a–b or ends on it, or None."""
    for end in (c, d):
        if math.dist(foot_on(a, b, end), end) < 1e-6:
            return rounded(end)
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(across) < 1e-9:
        return None
    along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across
    other = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across
    if not (0 <= along <= 1 and 0 <= other <= 1):
        return None
    return rounded((a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])))


def nearest_on(lines, point):
    feet = [foot_on(a, b, point) for points in lines for a, b in zip(points, points[1:])]
    return min(feet, key=lambda foot: math.dist(foot, point), default=None)


def foot_on(a, b, point):
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length if length else 0
    along = min(1, max(0, along))
    return rounded((a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])))


def rounded(point):
    return (round(point[0], 4), round(point[1], 4))
