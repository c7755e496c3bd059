"""Costs of routes by networkx: routes.py EDGES ENDS; prints a cost a line, then the median time in ms."""
import statistics
import sys
import time

import networkx

graph = networkx.DiGraph()
with open(sys.argv[1]) as edges:
    graph.add_weighted_edges_from(
        (int(start), int(end), float(cost)) for start, end, cost in (line.split() for line in edges))
times = []
with open(sys.argv[2]) as ends:
    for line in ends:
        start, end = map(int, line.split())
        began = time.perf_counter()
        try:
            cost = networkx.dijkstra_path_length(graph, start, end) if start in graph and end in graph else float("inf")
            if start == end:
                cost = 0.0
        except networkx.NetworkXNoPath:
            cost = float("inf")
        times.append(time.perf_counter() - began)
        print(repr(cost))
print(round(statistics.median(times) * 1000, 1))
