#!/usr/bin/env python3
"""Writes poses.txt: hands' places, Jacobians and joint speeds by Pinocchio and NumPy.

    python3 -m venv /tmp/pin && /tmp/pin/bin/pip install pin==4.1.0
    /tmp/pin/bin/python Tests/Hand/poses.py > Tests/Hand/poses.txt

A line `arm NAME; JOINT; JOINT; ...` has the joints as below. A line `pose NAME; ...` has an arm's numbers, the frame (0: base,
1: cylinder, 2: hand) and its five rates, the hand's point in mm, the six rows of the Jacobian in mm and degrees for a unit of
each number, and the speeds of the numbers.
"""

import random

import numpy as np
import pinocchio as pin

DEGREE = np.pi / 180
# How many poses an arm has.
COUNT = 12
# Joints from base to hand: what it does, its axis, then a fixed length or angle (metres, degrees), or the channel, its zero
# and its unit.
ARMS = {
    "mearm": """move z 0.06; turn z 0 90 1; turn y 1 0 -1; move x 0.08; turn y 1 0 1; turn y 2 90 1; move x 0.08;
        turn y 2 90 -1; move x 0.068""",
    "so101": """turn z 0 2048 -0.08789; move z 0.149; move x 0.03; turn y 1 2048 0.08789; move z 0.1126; move x 0.028;
        turn y 2 2048 0.08789; move x 0.1349; move z 0.0052; turn y 3 2048 0.08789; turn x 4 2048 -0.08789; move x 0.1592""",
    "braccio": """turn z 0 90 -1; move z 0.072; turn y 1 90 -1; move z 0.125; turn y 2 90 -1; move z 0.125; turn y 3 90 -1;
        turn z 4 90 -1; move z 0.09""",
    "sliding": """move y 0 150 0.001; turn z 1 90 1; turn x 20; move z 0.1; turn y 2 0 -1; move x 0.15; turn x 3 0 1;
        turn y 4 0 1; move x -0.09; move z 5 100 0.0005; turn z -35.5; move y -0.04""",
}
# Of each channel: the numbers that are tried.
RANGES = {
    "mearm": [(0, 180)] * 3,
    "so101": [(0, 4095)] * 5,
    "braccio": [(0, 180)] * 5,
    "sliding": [(0, 300), (0, 180), (-90, 90), (-180, 180), (-120, 120), (0, 200)],
}
# Poses in which the elbow or the whole arm is straight, and others at which a direction is lost.
SINGULAR = {
    "mearm": [(90, 90, 0), (90, 0, 90), (30, 90, 180)],
    "so101": [(2048, 2048, 1024, 2048, 2048), (2048, 2884, 1212, 2048, 2048)],
    "braccio": [(90, 90, 90, 90, 90), (10, 60, 90, 90, 0)],
    "sliding": [(150, 90, 0, 0, 0, 100), (0, 0, 0, 90, 0, 200)],
}


def joints(arm):
    for text in ARMS[arm].replace("\n", " ").split(";"):
        kind, axis, *numbers = text.split()
        yield kind, "xyz".index(axis), [float(number) for number in numbers]


def build(arm):
    """The model, what a unit of a number adds to its joints (radians or metres), and their values at 0."""
    model, joint, placement = pin.Model(), 0, pin.SE3.Identity()
    rows, offsets = [], []
    sizes, length, forward = np.zeros(len(RANGES[arm])), 0.0, (0, 1.0)
    for kind, axis, numbers in joints(arm):
        unit = np.eye(3)[axis]
        if len(numbers) == 1:
            (value,) = numbers
            if kind == "move":
                placement = placement * pin.SE3(np.eye(3), unit * value)
                length += abs(value) * 1000
                forward = axis, np.sign(value)
            else:
                placement = placement * pin.SE3(pin.AngleAxis(value * DEGREE, unit).toRotationMatrix(), np.zeros(3))
            continue
        channel, zero, each = int(numbers[0]), numbers[1], numbers[2]
        shape = (pin.JointModelPX, pin.JointModelPY, pin.JointModelPZ) if kind == "move" else (
            pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ)
        joint = model.addJoint(joint, shape[axis](), placement, f"{len(rows)}")
        placement = pin.SE3.Identity()
        row = np.zeros(len(RANGES[arm]))
        row[channel] = each * (DEGREE if kind == "turn" else 1)
        rows.append(row)
        offsets.append(-zero * row[channel])
        sizes[channel] = max(sizes[channel], abs(each) * (1000 if kind == "move" else 1))
    frame = model.addFrame(pin.Frame("hand", joint, 0, placement, pin.FrameType.OP_FRAME))
    return model, frame, np.array(rows), np.array(offsets), sizes, length, forward


def speeds(place, jacobian, forward, sizes, length, frame, rates, rows):
    """The damped least squares of Sources/WaldoCore/Hand, by NumPy; the Jacobian in mm and degrees for a number's unit."""
    axis, sign = forward
    ahead = place.rotation[:, axis] * sign
    up = -sign * place.rotation[:, 0] if axis == 2 else place.rotation[:, 2]
    point = place.translation * 1000
    way = next(way for way in (point if np.hypot(*point[:2]) > 1 else ahead * 0, ahead, np.eye(3)[0])
               if np.hypot(*way[:2]) > 1e-6)
    outward = np.array([way[0], way[1], 0]) / np.hypot(*way[:2])
    across, radius = np.array([-outward[1], outward[0], 0]), point @ outward
    lever = max(1, length * DEGREE)
    ways = ((np.eye(3)), (outward, across, np.eye(3)[2]), (ahead, np.cross(up, ahead), up))[frame]
    tasks = [np.concatenate([way, np.zeros(3)]) for way in ways]
    tasks.append(np.concatenate([np.zeros(3), -across * lever]))
    turn = radius / (radius**2 + 100) / DEGREE * ahead[2]
    tasks.append(np.concatenate([-across * turn, ahead]) * lever)
    asked = np.array(rates, dtype=float)
    asked[3:] *= lever
    if frame == 1:
        # The way inwards ends at the base's axis.
        asked[0] *= np.clip(radius / 10, 0, 1) if asked[0] < 0 else 1
        asked[1] *= DEGREE * radius
    system, asked = (np.array(tasks) @ jacobian)[:rows] / sizes, asked[:rows]
    square = (lever / 10) ** 2
    product = system @ system.T
    product[np.diag_indices(rows)] += np.where(np.diag(product) < 1e-12 * square, 1e6 * square, 0)
    value = 1 / np.trace(np.linalg.inv(product + 1e-9 * square * np.eye(rows)))
    damping = square / 4 * (1 - value / square) if value < square else 0
    return system.T @ np.linalg.solve(product + damping * np.eye(rows), asked) / sizes


def main():
    for arm in ARMS:
        print(f"arm {arm}; {' '.join(ARMS[arm].split())}")
    for arm, spans in RANGES.items():
        chance = random.Random(arm)
        model, frame, rows, offsets, sizes, length, forward = build(arm)
        data = model.createData()
        poses = list(SINGULAR[arm])
        poses += [tuple(round(chance.uniform(*span), 2) for span in spans) for _ in range(COUNT - len(poses))]
        for index, numbers in enumerate(poses):
            angles = rows @ np.array(numbers, dtype=float) + offsets
            pin.computeJointJacobians(model, data, angles)
            pin.updateFramePlacements(model, data)
            place = data.oMf[frame]
            foreign = pin.getFrameJacobian(model, data, frame, pin.LOCAL_WORLD_ALIGNED) @ rows
            foreign[:3] *= 1000
            foreign[3:] /= DEGREE
            rates = [round(chance.uniform(-60, 60), 1) for _ in range(5)]
            result = speeds(place, foreign, forward, sizes, length, index % 3, rates, min(5, len(numbers)))
            texts = [" ".join(repr(float(v)) for v in part) for part in (
                numbers, [index % 3, *rates], place.translation * 1000, foreign.flatten(), result)]
            print("; ".join([f"pose {arm}", *texts]))


if __name__ == "__main__":
    main()
