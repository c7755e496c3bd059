// swift-format-ignore-file
// Generated from Mappings/ by ShippedFilesTests with WALDO_WRITE_SHIPPED_FILES=1; do not edit.

/// The files of `Mappings/`, so that the program needs no file beside it.
enum ShippedFiles {
    static let arms: [(name: String, text: String)] = [
(
"braccio-usb", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. A TinkerKit Braccio on an Arduino at a USB port, with the sketch
# serialBraccio of the library BraccioRobot: `P`, six angles and a speed, all degrees, a line feed.
# Sources: github.com/stefangs/arduino-library-braccio-robot, examples/serialBraccio/serialBraccio.ino,
# src/BraccioRobot.cpp (init, moveToPosition) and src/Position.cpp (limits, setFromString);
# github.com/ohlr/braccio_arduino_ros_rviz, urdf/braccio_arm.urdf (links, signs).
#
# The board starts again whenever the port is opened, and then moves the arm to its start by itself, at once: keep away.
# It finishes each move before it reads on. At this speed, the library's start speed, a degree of the joint that moves
# most takes 25 ms; at a greater one it would accelerate. With `slew` and `interval` as here a move ends before the next
# line comes, and a stop is late by one move at most.
# A line has no check: a digit that was lost on the way makes another angle; the library clamps angles to these ranges.
# It has no watchdog: an arm that has lost its cable's data stays where it is.
name: TinkerKit Braccio on USB
link: { serial: "/dev/serial/by-id/usb-*", baud: 115200, reset: 3 s }
pacing: { interval: 100 ms }
channels:
  base: { mode: position, range: [0, 180], start: 90, limits: { slew: 30 } }
  shoulder: { mode: position, range: [15, 165], start: 90, limits: { slew: 30 } }
  elbow: { mode: position, range: [0, 180], start: 90, limits: { slew: 30 } }
  wrist: { mode: position, range: [0, 180], start: 90, limits: { slew: 30 } }
  roll: { mode: position, range: [0, 180], start: 90, limits: { slew: 30 } }
  # Open at 10, shut at 73.
  gripper: { mode: position, range: [10, 73], start: 73, limits: { slew: 30 } }
frame: "P{base},{shoulder},{elbow},{wrist},{roll},{gripper},40\n"
reports:
  # A line that it could not read: the arm is not where it was sent.
  fault: ["E0", "E1"]
# Links as in the drawing, to between the gripper's pivots. Without a `source` the pose counts as assumed: the horns may
# sit otherwise.
pose:
  accuracy: 15 mm
  settle: 300 ms
  joints:
    - { turn: z, by: base, unit: -1 deg, zero: 90 }
    - { move: z, length: 72 mm }
    - { turn: y, by: shoulder, unit: -1 deg, zero: 90 }   # upright at 90
    - { move: z, length: 125 mm }
    - { turn: y, by: elbow, unit: -1 deg, zero: 90 }
    - { move: z, length: 125 mm }
    - { turn: y, by: wrist, unit: -1 deg, zero: 90 }
    - { turn: z, by: roll, unit: -1 deg, zero: 90 }
    - { move: z, length: 90 mm }
# What its simulation does: a degree takes as long as the library waits after it.
model:
  source: src/BraccioRobot.cpp (moveToPosition)
  buffer: 64          # HardwareSerial on an ATmega328P
  byte: 0.087 ms      # 115200 baud
  channels:
    base: { takes: 25 ms, limits: [0, 180], home: 90, deaf: true }
    shoulder: { takes: 25 ms, limits: [15, 165], home: 90, deaf: true }
    elbow: { takes: 25 ms, limits: [0, 180], home: 90, deaf: true }
    wrist: { takes: 25 ms, limits: [0, 180], home: 90, deaf: true }
    roll: { takes: 25 ms, limits: [0, 180], home: 90, deaf: true }
    gripper: { takes: 25 ms, limits: [10, 73], home: 73, deaf: true }

"""###
),
(
"buwizz2", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. A BuWizz 2: four motors, all in one frame, each number the part of the
# output level's power.
# Source: github.com/imurvai/brickcontroller2, BuWizz_protocol.md and
# BrickController2/BrickController2/DeviceManagement/BuWizz2Device.cs.
#
# Motors stay off until the output level is set, on each link: `begin` sets the lowest of 1 to 4.
# Of a BuWizz whose manufacturer data is 4e 05 42 57 00 1e, ports 1 and 2 are swapped, and so are 3 and 4.
# No source says what it does when it hears nothing, or when its link is lost: count on motors that go on, and keep a
# hand at its button. A motor without an end switch pushes an arm into its end.
name: BuWizz 2
link:
  service: 4e050000-74fb-4481-88b3-9919b1676e93
  write:   000092d1-0000-1000-8000-00805f9b34fb
  response: true
  max: 20
pacing: { interval: 40 ms, zero repeats: 3 }
channels:
  port_1: { mode: velocity, range: [-127, 127], heartbeat: 100 ms }
  port_2: { mode: velocity, range: [-127, 127], heartbeat: 100 ms }
  port_3: { mode: velocity, range: [-127, 127], heartbeat: 100 ms }
  port_4: { mode: velocity, range: [-127, 127], heartbeat: 100 ms }
frame: [0x10, {i8: port_1}, {i8: port_2}, {i8: port_3}, {i8: port_4}, 0]
begin:
  - send: [0x11, 1]
# What its simulation does: assumed, the worst case: a motor that goes on without a link.
model:
  watchdog: none

"""###
),
(
"combined", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# For firmware of your own that takes all channels in one frame, behind a Nordic UART:
#   0xA5, slider (i8, velocity), zx and zy (i16, little-endian, positions in 0.1 % of full scale), number, sum.
name: All channels in one frame over a Nordic UART
link:
  service: 6e400001-b5a3-f393-e0a9-e50e24dcca9e
  write:   6e400002-b5a3-f393-e0a9-e50e24dcca9e
  notify:  6e400003-b5a3-f393-e0a9-e50e24dcca9e
  response: false
  max: 20
pacing: { interval: 20 ms }
channels:
  slider: { mode: velocity, range: [-100, 100], heartbeat: 100 ms }
  zx: { mode: position, range: [-1000, 1000] }
  zy: { mode: position, range: [-1000, 1000] }
frame: [0xA5, { i8: slider }, { i16le: zx }, { i16le: zy }, { u8: sequence }, sum8]
# No drawing is known: the geometry of robot.yaml. Without a `source` the pose counts as assumed.
pose:
  accuracy: 10 mm
  settle: 2 s
  joints:
    - { turn: y, by: zx, unit: 0.09 deg }    # 90 degrees at the end of the range
    - { turn: x, by: zy, unit: -0.09 deg }
    - { move: z, length: 150 mm }
    - { move: z, by: slider, rate: 1 mm/s, error: 10 % }
# What its simulation does, for want of an arm: a receiver as in Sources/Firmware, and speeds that are easily seen.
model:
  buffer: 64
  watchdog: 300 ms    # three heartbeats, as the receiver
  channels:
    slider: { rate: 100 mm/s, limits: [-100 mm, 100 mm] }
    zx: { speed: 500, limits: [-1000, 1000] }
    zy: { speed: 500, limits: [-1000, 1000] }

"""###
),
(
"dobot-magician", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. A Dobot Magician with its Bluetooth module: its hand is jogged along x, y
# and z and about its axis. `AA AA`, the length, `49`, `01` (at once, not into the queue), `00` (coordinates, not
# joints), the direction, and what added to the bytes from `49` on gives 0.
# Sources: github.com/luismesas/pydobot, pydobot/message.py (framing, check) and its list of commands (70 to 73);
# github.com/sammydick22/pydobotplus, pydobotplus/dobotplus.py (jog commands); github.com/2023M5T2-Inteli/Grupo3,
# docs/development/docs-dobot/doc-dobot.md (after the maker's protocol 1.1.5: service, notify, the byte behind the
# command). It does not name the characteristic for writes: `0003cdd2` is that of other devices with this module.
#
# At a USB port it takes the same frames: for `service`, `write`, `notify`, `response` and `max` write
# `serial: /dev/serial/by-id/usb-Silicon_Labs_CP210*` and `baud: 115200`.
# Jog one axis at a time. The command carries one direction for the whole arm: the newer frame counts, and the zero of
# one axis stops them all. There is one speed: `begin` sets a fifth of the full one.
# Home the arm with the maker's software first. At a limit or in an alarm it does not move; its alarms and its answers
# are not read. No source says whether a jog ends when its commands do, or when the link is lost: count on an arm that
# goes on to its limit, and keep a hand at its power.
name: Dobot Magician
link:
  service: 0003cdd0-0000-1000-8000-00805f9b0131
  write:   0003cdd2-0000-1000-8000-00805f9b0131
  notify:  0003cdd1-0000-1000-8000-00805f9b0131
  response: false
  max: 20
pacing: { interval: 50 ms, zero repeats: 3 }
channels:
  x:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0xAA, 0xAA, 4, 0x49, 1, 0, 2, {sum8: {from: 3, ending: negative}}]
      zero: [0xAA, 0xAA, 4, 0x49, 1, 0, 0, {sum8: {from: 3, ending: negative}}]
      positive: [0xAA, 0xAA, 4, 0x49, 1, 0, 1, {sum8: {from: 3, ending: negative}}]
  y:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0xAA, 0xAA, 4, 0x49, 1, 0, 4, {sum8: {from: 3, ending: negative}}]
      zero: [0xAA, 0xAA, 4, 0x49, 1, 0, 0, {sum8: {from: 3, ending: negative}}]
      positive: [0xAA, 0xAA, 4, 0x49, 1, 0, 3, {sum8: {from: 3, ending: negative}}]
  z:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0xAA, 0xAA, 4, 0x49, 1, 0, 6, {sum8: {from: 3, ending: negative}}]
      zero: [0xAA, 0xAA, 4, 0x49, 1, 0, 0, {sum8: {from: 3, ending: negative}}]
      positive: [0xAA, 0xAA, 4, 0x49, 1, 0, 5, {sum8: {from: 3, ending: negative}}]
  rotation:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0xAA, 0xAA, 4, 0x49, 1, 0, 8, {sum8: {from: 3, ending: negative}}]
      zero: [0xAA, 0xAA, 4, 0x49, 1, 0, 0, {sum8: {from: 3, ending: negative}}]
      positive: [0xAA, 0xAA, 4, 0x49, 1, 0, 7, {sum8: {from: 3, ending: negative}}]
# Speed and acceleration of every jog, in percent: 20 and 20, as numbers of four bytes.
begin:
  - send: [0xAA, 0xAA, 10, 0x48, 1, 0, 0, 0xA0, 0x41, 0, 0, 0xA0, 0x41, {sum8: {from: 3, ending: negative}}]
# What its simulation does: assumed, the worst case: an arm that goes on without a link.
model:
  watchdog: none

"""###
),
(
"fischertechnik-bt-smart", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. A fischertechnik BT Smart Controller (161944) with a motor at each of its
# outputs O1 and O2: the power of a motor, -100 to 100, in one byte on a characteristic of its own.
# Source: pypi.org/project/btsmart (R. Neumann), its table of characteristics with their properties (read, write with
# and without response) and set_output_value.
#
# No source says that it advertises this service; btsmart looks for the name "BT Smart Controller". Where it is not
# found, name it: --shield "BT Smart Controller".
# btsmart waits for the answer to each write. `response: true` does the same, and then one write at a time is under
# way for both motors.
# No source says what it does when it hears nothing, or when its link is lost: count on motors that go on, and keep a
# hand at its power. Zero lets a motor run out; a worm gear holds a weight, and another may sink. A motor without an end
# switch pushes an arm into its end. Power is not speed: a loaded motor is slower.
name: fischertechnik BT Smart Controller
link:
  service: 8ae883b4-ad7d-11e6-80f5-76304dec7eb7
  write:   8ae8860c-ad7d-11e6-80f5-76304dec7eb7
  response: false
  max: 20
pacing: { interval: 40 ms, zero repeats: 3 }
channels:
  o1: { mode: velocity, range: [-100, 100], heartbeat: 100 ms, frame: [i8] }
  o2:
    mode: velocity
    range: [-100, 100]
    heartbeat: 100 ms
    to: 8ae88b84-ad7d-11e6-80f5-76304dec7eb7
    frame: [i8]
# What its simulation does: assumed, the worst case: a motor that goes on without a link.
model:
  watchdog: none

"""###
),
(
"hiwonder-xarm", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. A Hiwonder (LewanSoul) xArm 1S: six bus servos, numbered 1 to 6 from the
# gripper to the base, on its LSC board. Numbers are 0 to 1000 over 240 degrees; one frame moves one servo.
# Sources: github.com/ccourson/LewanSoul-xArm, VS/LewanSoul-xArm/CommandExplorer_TestBench/README.md (commands 3, 21);
# github.com/akshayakula/myogen, hardware/gyro_data_reader.py (Hiwonder's BLE module: ffe1 of fff0, and another ffe1 in
# another service); github.com/FlorianPoot/xArm, lib/arm.py and lib/cartesian.py (servos, signs, links);
# github.com/adeguet1/lewansoul-xarm, urdf/xArm.urdf (height of the shoulder).
#
# A move takes the time in its frame, 200 ms (0xC8) here, however far it is: a jump would be as fast as the servo can.
# `slew` keeps each frame's way below 60 units. Without an answer to `ask` nothing moves: a LeArm has PWM servos, which
# have no answer; take `reports` out there, and write ranges of 500 to 2500.
# A frame has no check: a bit that flips on the way is another angle. The board has no watchdog and holds its positions.
# There is no `end`: command 20 would switch the servos off, and the arm would drop.
name: Hiwonder xArm 1S
link:
  service: fff0
  write:   ffe1
  notify:  ffe1
  notify service: fff0
  response: false
  max: 20
pacing: { interval: 30 ms }
channels:
  base: { mode: position, range: [0, 1000], limits: { slew: 250 }, frame: [0x55, 0x55, 8, 3, 1, 0xC8, 0, 6, u16le] }
  shoulder: { mode: position, range: [0, 1000], limits: { slew: 250 }, frame: [0x55, 0x55, 8, 3, 1, 0xC8, 0, 5, u16le] }
  elbow: { mode: position, range: [0, 1000], limits: { slew: 250 }, frame: [0x55, 0x55, 8, 3, 1, 0xC8, 0, 4, u16le] }
  wrist: { mode: position, range: [0, 1000], limits: { slew: 250 }, frame: [0x55, 0x55, 8, 3, 1, 0xC8, 0, 3, u16le] }
  roll: { mode: position, range: [0, 1000], limits: { slew: 250 }, frame: [0x55, 0x55, 8, 3, 1, 0xC8, 0, 2, u16le] }
  # Open at 200, shut on nothing at 700.
  gripper:
    mode: position
    range: [0, 1000]
    limits: { travel: [200, 700], slew: 250 }
    frame: [0x55, 0x55, 8, 3, 1, 0xC8, 0, 1, u16le]
reports:
  ask: { send: [0x55, 0x55, 9, 21, 6, 1, 2, 3, 4, 5, 6], every: 1 s }
  # Signed, because a servo that was turned below 0 by hand would otherwise count as one at 1000.
  position: [0x55, 0x55, 21, 21, 6, 1, {i16le: gripper}, 2, {i16le: roll}, 3, {i16le: wrist},
    4, {i16le: elbow}, 5, {i16le: shoulder}, 6, {i16le: base}]
# Upright with every servo at 500. Without a `source` the pose counts as assumed: the horns may sit otherwise.
pose:
  accuracy: 20 mm
  settle: 500 ms
  joints:
    - { turn: z, by: base, unit: 0.24 deg, zero: 500 }
    - { move: z, length: 150 mm }
    - { turn: y, by: shoulder, unit: -0.24 deg, zero: 500 }
    - { move: z, length: 96.5 mm }
    - { turn: y, by: elbow, unit: 0.24 deg, zero: 500 }
    - { move: z, length: 96.5 mm }
    - { turn: y, by: wrist, unit: -0.24 deg, zero: 500 }
    - { turn: z, by: roll, unit: 0.24 deg, zero: 500 }
    - { move: z, length: 150 mm }
# What its simulation does: assumed.
model:
  byte: 1.042 ms      # 9600 baud
  channels:
    base: { speed: 1000, limits: [0, 1000] }
    shoulder: { speed: 1000, limits: [0, 1000] }
    elbow: { speed: 1000, limits: [0, 1000] }
    wrist: { speed: 1000, limits: [0, 1000] }
    roll: { speed: 1000, limits: [0, 1000] }
    gripper: { speed: 1000, limits: [0, 1000] }

"""###
),
(
"hm10", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# For firmware of your own behind an HM-10 (or its like) with a 9600 baud UART: five bytes a command,
#   0xA5, channel (1 slider, 2 zx, 3 zy), number of the frame, value (signed, -100...100), CRC-8 of the three before it.
# README.md has the CRC in C. 40 ms apart the UART is about an eighth full.
name: Binary frames over an HM-10
link:
  service: ffe0
  write:   ffe1
  notify:  ffe1
  response: false
  max: 20
pacing: { interval: 40 ms }
channels:
  slider: { mode: velocity, range: [-100, 100], heartbeat: 120 ms, frame: [0xA5, 1, sequence, i8, { crc8: { from: 1 } }] }
  zx: { mode: position, range: [-100, 100], frame: [0xA5, 2, sequence, i8, { crc8: { from: 1 } }] }
  zy: { mode: position, range: [-100, 100], frame: [0xA5, 3, sequence, i8, { crc8: { from: 1 } }] }
# No drawing is known: the geometry of robot.yaml. Without a `source` the pose counts as assumed.
pose:
  accuracy: 10 mm
  settle: 2 s
  joints:
    - { turn: y, by: zx, unit: 0.9 deg }    # 90 degrees at the end of the range
    - { turn: x, by: zy, unit: -0.9 deg }
    - { move: z, length: 150 mm }
    - { move: z, by: slider, rate: 1 mm/s, error: 10 % }
# What its simulation does, for want of an arm: a receiver as in Sources/Firmware, and speeds that are easily seen.
model:
  buffer: 64          # HardwareSerial on an ATmega328P
  byte: 1.042 ms      # 9600 baud
  watchdog: 360 ms    # three heartbeats, as the receiver
  channels:
    slider: { rate: 100 mm/s, limits: [-100 mm, 100 mm] }
    zx: { speed: 50, limits: [-100, 100] }
    zy: { speed: 50, limits: [-100, 100] }

"""###
),
(
"jimu", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. A UBTECH JIMU: servos 1 to 6, a frame for each. `FB BF`, the length, `09`,
# a bit for each servo in four bytes, its position (0 to 240, 120 the middle), the time of the move in units of 50 ms,
# two zeros, the sum from the length on, `ED`.
# Source: github.com/Rafit77/JIMU-control, docs/protocol.md (framing, commands, answers, times), jimu/jimu.js (hello,
# 800 ms for an answer) and jimu/jimu_ble.js (write). It calls itself a draft, from what the maker's app sends.
# The module is Microchip's (ISSC's); service and notify are the usual ones of its transparent UART.
#
# One command may be in flight: the next motion waits for the answer to the one before. An answer that reports an error
# is not read: it counts as missing, and the drive halts. `begin` is the hello of the maker's app, without its question
# for errors; it takes 5 s, because the brick looks for its servos for 3 s.
# Waldo never asks for a position: the question releases the servo. So nothing says where a servo is at first, and its
# first frame takes it, fast, to within a few units of the middle: bring the arm there before.
# Continuous rotation (`07`) is left out: it goes on for 6 s without a link. A servo holds its position for ever.
# No source says what the brick does when it hears nothing; the maker's app greets it every few seconds.
name: UBTECH JIMU
link:
  service: 49535343-fe7d-4ae5-8fa9-9fafd205e455
  write:   49535343-8841-43f4-a8d4-ecbe34729bb3
  notify:  49535343-1e4d-4bd9-ba61-23c647249616
  response: false
  max: 20
pacing: { interval: 100 ms }
channels:
  servo_1:
    mode: position
    range: [0, 240]
    limits: { slew: 60 }
    frame: [0xFB, 0xBF, 0x0D, 9, 0, 0, 0, 0x01, u8, {u8: {time: 50 ms}}, 0, 0, {sum8: {from: 2}}, 0xED]
  servo_2:
    mode: position
    range: [0, 240]
    limits: { slew: 60 }
    frame: [0xFB, 0xBF, 0x0D, 9, 0, 0, 0, 0x02, u8, {u8: {time: 50 ms}}, 0, 0, {sum8: {from: 2}}, 0xED]
  servo_3:
    mode: position
    range: [0, 240]
    limits: { slew: 60 }
    frame: [0xFB, 0xBF, 0x0D, 9, 0, 0, 0, 0x04, u8, {u8: {time: 50 ms}}, 0, 0, {sum8: {from: 2}}, 0xED]
  servo_4:
    mode: position
    range: [0, 240]
    limits: { slew: 60 }
    frame: [0xFB, 0xBF, 0x0D, 9, 0, 0, 0, 0x08, u8, {u8: {time: 50 ms}}, 0, 0, {sum8: {from: 2}}, 0xED]
  servo_5:
    mode: position
    range: [0, 240]
    limits: { slew: 60 }
    frame: [0xFB, 0xBF, 0x0D, 9, 0, 0, 0, 0x10, u8, {u8: {time: 50 ms}}, 0, 0, {sum8: {from: 2}}, 0xED]
  servo_6:
    mode: position
    range: [0, 240]
    limits: { slew: 60 }
    frame: [0xFB, 0xBF, 0x0D, 9, 0, 0, 0, 0x20, u8, {u8: {time: 50 ms}}, 0, 0, {sum8: {from: 2}}, 0xED]
begin:
  - send: [0xFB, 0xBF, 6, 0x36, 0, {sum8: {from: 2}}, 0xED]
  - wait: 500 ms
  - send: [0xFB, 0xBF, 6, 1, 0, {sum8: {from: 2}}, 0xED]
  - wait: 3 s
  - send: [0xFB, 0xBF, 6, 8, 0, {sum8: {from: 2}}, 0xED]
  - wait: 1500 ms
reports:
  answers: { each: [0xFB, 0xBF, 6, 9, 0, 0x0F, 0xED], within: 800 ms }
# What its simulation does: assumed.
model:
  channels:
    servo_1: { speed: 240, limits: [0, 240] }
    servo_2: { speed: 240, limits: [0, 240] }
    servo_3: { speed: 240, limits: [0, 240] }
    servo_4: { speed: 240, limits: [0, 240] }
    servo_5: { speed: 240, limits: [0, 240] }
    servo_6: { speed: 240, limits: [0, 240] }

"""###
),
(
"lego-control-plus", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. A LEGO Technic hub (Control+) with a motor at each of its ports A to D: the
# power of one port a frame, -100 to 100.
# Sources: github.com/LEGO/lego-ble-wireless-protocol-docs, docs/index.html (3.26, 3.27.1, 6.1);
# github.com/imurvai/brickcontroller2, BrickController2/BrickController2/DeviceManagement/ControlPlusDevice.cs (ports,
# 60 ms between two writes, a second after the connection).
#
# Zero is sent as 127, which brakes: 0 would let the motor turn freely, and an arm would sink. A brake only slows what a
# weight drives, and does not hold it. Power is not speed: a loaded motor is slower.
# No source says what the hub does when it hears nothing, or when its link is lost: count on motors that go on, and keep
# a hand at its button. A motor without an end switch pushes an arm into its end.
# An empty port makes the hub report an error, which does no harm.
name: LEGO Technic hub
link:
  service: 00001623-1212-efde-1623-785feabcd123
  write:   00001624-1212-efde-1623-785feabcd123
  notify:  00001624-1212-efde-1623-785feabcd123
  response: false
  max: 20
pacing: { interval: 60 ms, zero repeats: 3 }
channels:
  port_a:
    mode: velocity
    range: [-100, 100]
    heartbeat: 150 ms
    frames:
      negative: [8, 0, 0x81, 0, 0x11, 0x51, 0, i8]
      zero: [8, 0, 0x81, 0, 0x11, 0x51, 0, 127]
      positive: [8, 0, 0x81, 0, 0x11, 0x51, 0, i8]
  port_b:
    mode: velocity
    range: [-100, 100]
    heartbeat: 150 ms
    frames:
      negative: [8, 0, 0x81, 1, 0x11, 0x51, 0, i8]
      zero: [8, 0, 0x81, 1, 0x11, 0x51, 0, 127]
      positive: [8, 0, 0x81, 1, 0x11, 0x51, 0, i8]
  port_c:
    mode: velocity
    range: [-100, 100]
    heartbeat: 150 ms
    frames:
      negative: [8, 0, 0x81, 2, 0x11, 0x51, 0, i8]
      zero: [8, 0, 0x81, 2, 0x11, 0x51, 0, 127]
      positive: [8, 0, 0x81, 2, 0x11, 0x51, 0, i8]
  port_d:
    mode: velocity
    range: [-100, 100]
    heartbeat: 150 ms
    frames:
      negative: [8, 0, 0x81, 3, 0x11, 0x51, 0, i8]
      zero: [8, 0, 0x81, 3, 0x11, 0x51, 0, 127]
      positive: [8, 0, 0x81, 3, 0x11, 0x51, 0, i8]
begin:
  - wait: 1 s
# What its simulation does: assumed, the worst case: a motor that goes on without a link.
model:
  watchdog: none

"""###
),
(
"mbot", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. A Makeblock mBot with its Bluetooth module and Makeblock's own firmware:
# two motors, and a servo on an adapter at port 1, slot 1. `FF 55`, how many bytes follow, an index (0), 2 (run), the
# device, its port and its number.
# Sources: github.com/Makeblock-official/Makeblock-Libraries, examples/Firmware_For_mBlock: mbot_firmware.ino (loop,
# parseData, runModule, callOK) and mbot_factory_firmware.ino (Forward, callOK); github.com/fcgdam/mbot_ble, mbotble.js
# (service; the module's name is Makeblock_LE).
#
# The left motor is mounted the other way round: forward is a number below 0 there, hence its range.
# The firmware has no watchdog: an mBot whose link is lost in motion goes on until it is switched off. Heartbeats and
# repeated zeros only make up for frames that were lost. A frame has no check, and one that has lost a byte takes the
# first one of the next.
# It answers each frame that it has read with `FF 55`, a carriage return and a line feed, whatever it did. The next
# motion waits for that, and without it the drive halts. It answers at once; 300 ms are for the module and the radio.
# The servo is free until its first frame, and then goes there at once. For another port and slot, change the two bytes
# before its number.
name: Makeblock mBot with a servo
link:
  service: ffe1
  write:   ffe3
  notify:  ffe2
  response: false
  max: 20
pacing: { interval: 40 ms, zero repeats: 3 }
channels:
  left: { mode: velocity, range: [255, -255], heartbeat: 100 ms, frame: [0xFF, 0x55, 6, 0, 2, 10, 9, i16le] }
  right: { mode: velocity, range: [-255, 255], heartbeat: 100 ms, frame: [0xFF, 0x55, 6, 0, 2, 10, 10, i16le] }
  servo: { mode: position, range: [0, 180], limits: { slew: 90 }, frame: [0xFF, 0x55, 6, 0, 2, 11, 1, 1, u8] }
reports:
  answers: { each: [0xFF, 0x55, 13, 10], within: 300 ms }
# What its simulation does: wheels in units of their own, and a servo as fast as hobby servos.
model:
  buffer: 64          # HardwareSerial on an ATmega328P
  byte: 0.087 ms      # 115200 baud
  watchdog: none
  channels:
    left: { rate: 1 }
    right: { rate: 1 }
    servo: { speed: 400, limits: [0, 180] }

"""###
),
(
"mearm-usb", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# A MeArm (four hobby servos) on an Arduino at a USB port: a letter, the angle in degrees, a line feed.
# Source: github.com/loginov-rocks/MeArm-Controller, Arduino/Main/Main.ino (getInput, executeServoCommand), whose UART is
# at 115200 baud.
#
# The board starts again whenever the port is opened, and its servos go to about 90 then. The sketch refuses angles beyond
# 0 to 180 and knows no narrower limits: a MeArm's shoulder, elbow and claw reach less, so narrow the ranges here until
# nothing touches its end. It has no watchdog: an arm that has lost its cable's data stays where it is.
name: MeArm on USB
link: { serial: "/dev/serial/by-id/usb-*", baud: 115200, reset: 2 s }
pacing: { interval: 20 ms }
channels:
  base: { mode: position, range: [0, 180], start: 90, frame: "B{value}\n" }
  shoulder: { mode: position, range: [0, 180], start: 90, frame: "S{value}\n" }
  elbow: { mode: position, range: [0, 180], start: 90, frame: "E{value}\n" }
  claw: { mode: position, range: [0, 180], start: 90, frame: "G{value}\n" }
# Links as in common drawings; the horns may sit otherwise. Without a `source` the pose counts as assumed.
pose:
  accuracy: 10 mm
  settle: 300 ms
  joints:
    - { move: z, length: 60 mm }
    - { turn: z, by: base, unit: 1 deg, zero: 90 }
    - { turn: y, by: shoulder, unit: -1 deg, zero: 0 }   # upright at 90
    - { move: x, length: 80 mm }
    - { turn: y, by: shoulder, unit: 1 deg, zero: 0 }    # the linkage keeps the forearm's angle to the ground
    - { turn: y, by: elbow, unit: 1 deg, zero: 90 }      # level at 90
    - { move: x, length: 80 mm }
    - { turn: y, by: elbow, unit: -1 deg, zero: 90 }     # and the hand level
    - { move: x, length: 68 mm }
# What its simulation does: the sketch goes at once, the servos as fast as hobby servos do.
model:
  buffer: 64          # HardwareSerial on an ATmega328P
  byte: 0.087 ms      # 115200 baud
  channels:
    base: { speed: 400, limits: [0, 180], home: 90 }
    shoulder: { speed: 400, limits: [0, 180], home: 90 }
    elbow: { speed: 400, limits: [0, 180], home: 90 }
    claw: { speed: 400, limits: [0, 180], home: 90 }

"""###
),
(
"mearm", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# A MeArm (four hobby servos) behind an HM-10 with a 9600 baud UART: a letter, the angle in degrees, a line feed.
# Source: github.com/loginov-rocks/MeArm-Controller, Arduino/Main/Main.ino (getInput, executeServoCommand); the
# version of commit 10bae7d, with the HM-10, has its UART at 9600 baud; others have it at 115200.
#
# As it attaches its servos they go to about 90. The sketch refuses angles beyond 0 to 180 and knows no narrower
# limits: a MeArm's shoulder, elbow and claw reach less, so narrow the ranges here until nothing touches its end. It
# answers each frame with up to 38 characters, 40 ms of the UART, and would wait for that if frames came faster.
name: MeArm over an HM-10
link:
  service: ffe0
  write:   ffe1
  notify:  ffe1
  response: false
  max: 20
pacing: { interval: 50 ms }
channels:
  base: { mode: position, range: [0, 180], start: 90, frame: "B{value}\n" }
  shoulder: { mode: position, range: [0, 180], start: 90, frame: "S{value}\n" }
  elbow: { mode: position, range: [0, 180], start: 90, frame: "E{value}\n" }
  claw: { mode: position, range: [0, 180], start: 90, frame: "G{value}\n" }
# Links as in common drawings; the horns may sit otherwise. Without a `source` the pose counts as assumed.
pose:
  accuracy: 10 mm
  settle: 300 ms
  joints:
    - { move: z, length: 60 mm }
    - { turn: z, by: base, unit: 1 deg, zero: 90 }
    - { turn: y, by: shoulder, unit: -1 deg, zero: 0 }   # upright at 90
    - { move: x, length: 80 mm }
    - { turn: y, by: shoulder, unit: 1 deg, zero: 0 }    # the linkage keeps the forearm's angle to the ground
    - { turn: y, by: elbow, unit: 1 deg, zero: 90 }      # level at 90
    - { move: x, length: 80 mm }
    - { turn: y, by: elbow, unit: -1 deg, zero: 90 }     # and the hand level
    - { move: x, length: 68 mm }
# What its simulation does. A byte takes 1.042 ms of the UART; the sketch goes at once, the servos as fast as hobby servos do.
model:
  buffer: 64          # HardwareSerial on an ATmega328P
  byte: 1.042 ms
  channels:
    base: { speed: 400, limits: [0, 180], home: 90 }
    shoulder: { speed: 400, limits: [0, 180], home: 90 }
    elbow: { speed: 400, limits: [0, 180], home: 90 }
    claw: { speed: 400, limits: [0, 180], home: 90 }

"""###
),
(
"nordic-uart", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# For firmware of your own behind a Nordic UART (nRF5x, ESP32, Adafruit): the five bytes a command of hm10.yaml,
#   0xA5, channel (1 slider, 2 zx, 3 zy), number of the frame, value (signed, -100...100), CRC-8 of the three before it.
# README.md has the CRC in C. Without a 9600 baud UART behind it the pace is twice as high.
name: Binary frames over a Nordic UART
link:
  service: 6e400001-b5a3-f393-e0a9-e50e24dcca9e
  write:   6e400002-b5a3-f393-e0a9-e50e24dcca9e
  notify:  6e400003-b5a3-f393-e0a9-e50e24dcca9e
  response: false
  max: 20
pacing: { interval: 20 ms }
channels:
  slider: { mode: velocity, range: [-100, 100], heartbeat: 100 ms, frame: [0xA5, 1, sequence, i8, { crc8: { from: 1 } }] }
  zx: { mode: position, range: [-100, 100], frame: [0xA5, 2, sequence, i8, { crc8: { from: 1 } }] }
  zy: { mode: position, range: [-100, 100], frame: [0xA5, 3, sequence, i8, { crc8: { from: 1 } }] }
# No drawing is known: the geometry of robot.yaml. Without a `source` the pose counts as assumed.
pose:
  accuracy: 10 mm
  settle: 2 s
  joints:
    - { turn: y, by: zx, unit: 0.9 deg }    # 90 degrees at the end of the range
    - { turn: x, by: zy, unit: -0.9 deg }
    - { move: z, length: 150 mm }
    - { move: z, by: slider, rate: 1 mm/s, error: 10 % }
# What its simulation does, for want of an arm: a receiver as in Sources/Firmware, and speeds that are easily seen.
model:
  buffer: 64
  watchdog: 300 ms    # three heartbeats, as the receiver
  channels:
    slider: { rate: 100 mm/s, limits: [-100 mm, 100 mm] }
    zx: { speed: 50, limits: [-100, 100] }
    zy: { speed: 50, limits: [-100, 100] }

"""###
),
(
"petoi", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. The arm of a Petoi Bittle X + Arm (ESP32, OpenCat firmware): joints 0, 1
# and 2 in degrees. `I`, each joint and its angle as bytes, `~`; one frame carries all three. On a Nybble the same
# joints are the head's pan and tilt and the tail; the firmware clamps the tilt to -75 to 35 there.
# Source: github.com/PetoiCamp/OpenCatEsp32, src/OpenCat.h (tokens, angleLimit), src/bleUart.h (detectBle, onWrite),
# src/reaction.h (T_INDEXED_SIMULTANEOUS_BIN, T_REST) and src/motion.h (transform).
#
# The text token `i0 70 1 -20` moves several joints, too. But with three it can be longer than a write, and of two that
# meet on the way the second is read as other joints; of two `I` both are read right.
# It is deaf for 1.5 s after a connection, hence `begin`, and while it moves, which takes 4 ms a degree: what arrives
# then is lost. With `slew` and `interval` as here a move ends long before the next frame; only a first one from
# elsewhere takes longer.
# The first frame switches on the servos of the whole body, which take the posture that the firmware assumes; it moves
# its legs by itself when it is lifted or turned. It has no watchdog: without a link each joint stays where it is.
# There is no `end`: `d` moves body and arm to rest and then switches every servo off, so that what the arm holds falls.
name: Petoi Bittle X + Arm
link:
  service: 6e400001-b5a3-f393-e0a9-e50e24dcca9e
  write:   6e400002-b5a3-f393-e0a9-e50e24dcca9e
  notify:  6e400003-b5a3-f393-e0a9-e50e24dcca9e
  response: false
  max: 20
pacing: { interval: 100 ms }
channels:
  # Each starts where the posture `rest` puts it.
  turn: { mode: position, range: [-120, 120], limits: { slew: 90 } }
  lift: { mode: position, range: [-10, 120], start: 60, limits: { slew: 90 } }
  gripper: { mode: position, range: [-120, 120], limits: { slew: 90 } }
frame: [0x49, 0, {i8: turn}, 1, {i8: lift}, 2, {i8: gripper}, 0x7E]
begin:
  - wait: 2 s
# What its simulation does: 2 degrees in 8 ms, and nothing is received meanwhile.
model:
  source: src/motion.h (transform)
  channels:
    turn: { takes: 4 ms, limits: [-120, 120], deaf: true }
    lift: { takes: 4 ms, limits: [-10, 180], start: 60, deaf: true }
    gripper: { takes: 4 ms, limits: [-120, 120], deaf: true }

"""###
),
(
"rex-armbot", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. The Armbot of a PicoBricks REX 8in1 with the sketch of its app, version 5:
# four joints and the wheels. `4B 03 04` and a number move a joint by 5 degrees; `4B 03 03`, X and Y drive the wheels,
# 127 the middle.
# Source: github.com/chrisdonlan/REX-8in1-V2, pico-bricks-go-app/V5/Arduino/rex.ino (onWrite, move, setup).
#
# A joint has one speed: 5 degrees each 200 ms, 25 degrees a second. It needs no stop, because each frame is one step.
# The sketch counts the steps from 90 degrees, does not go beyond its limits, and reports nothing.
# Zeros differ in bytes that the sketch ignores: the fifth of a joint's, and 126, within the middle, of a turn's.
# Drive and turn share one motor command, and the newer frame counts: do not use both at once. A zero of one stops both.
# Within 20 of the middle the wheels stop; 64 beside it they have the least power that the sketch gives, 150 of 255.
# It has no watchdog, and it does not stop when the link is lost: the wheels go on. Put it on a stand first.
# It takes only writes with response. A frame longer than 15 bytes would overwrite its memory; these have five at most.
name: REX Armbot
link:
  service: 6e400001-b5a3-f393-e0a9-e50e24dcca9e
  write:   6e400002-b5a3-f393-e0a9-e50e24dcca9e
  response: true
  max: 15
pacing: { interval: 50 ms, zero repeats: 3 }
channels:
  turn:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0x4B, 3, 4, 1]
      zero: [0x4B, 3, 4, 0, 1]
      positive: [0x4B, 3, 4, 2]
  reach:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0x4B, 3, 4, 4]
      zero: [0x4B, 3, 4, 0, 2]
      positive: [0x4B, 3, 4, 3]
  lift:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0x4B, 3, 4, 5]
      zero: [0x4B, 3, 4, 0, 3]
      positive: [0x4B, 3, 4, 6]
  gripper:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0x4B, 3, 4, 7]
      zero: [0x4B, 3, 4, 0, 4]
      positive: [0x4B, 3, 4, 8]
  drive:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0x4B, 3, 3, 127, 191]
      zero: [0x4B, 3, 3, 127, 127]
      positive: [0x4B, 3, 3, 127, 63]
  wheel_turn:
    mode: velocity
    range: [-1, 1]
    heartbeat: 200 ms
    frames:
      negative: [0x4B, 3, 3, 63, 126]
      zero: [0x4B, 3, 3, 127, 126]
      positive: [0x4B, 3, 3, 191, 126]
# What its simulation does: steps of 5 units between the limits of the sketch; the time of a step is assumed.
model:
  source: rex.ino
  watchdog: none
  channels:
    turn: { frame: [1], step: 5, takes: 20 ms, limits: [-50, 50] }
    reach: { frame: [1], step: 5, takes: 20 ms, limits: [-90, 50] }
    lift: { frame: [1], step: 5, takes: 20 ms, limits: [-60, 60] }
    gripper: { frame: [1], step: 5, takes: 20 ms, limits: [0, 70] }

"""###
),
(
"robot", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# The arm of the MSc project: an Arduino with a RedBear BLE Shield and three steppers. Frames are text that ends in `>`.
#
# What its sketch cannot promise: it finishes the move it is in (a full swing takes about 6 s) and hears nothing
# meanwhile, neither a stop nor the loss of the link. It has no watchdog either; the slider stands still without frames
# only because each F> and B> is one short move.
name: MSc robot controller on a RedBear BLE Shield
link:
  service: 713d0000-503e-4c75-ba94-3148f18d941e
  write:   713d0003-503e-4c75-ba94-3148f18d941e   # our transmit, the shield's receive
  notify:  713d0002-503e-4c75-ba94-3148f18d941e
  response: false
  max: 20                                            # bytes in one write
pacing: { interval: 80 ms, zero repeats: 3 }                # this sketch takes about 70 ms a frame
channels:
  slider: { mode: velocity, range: [-6, 6], heartbeat: 100 ms, frames: { negative: "B>", zero: "S>", positive: "F>" } }
  zx: { mode: position, range: [-100, 100], send: release, busy: 52 ms + 31 ms/unit, frames: { negative: "L{value}>", positive: "R{value}>" } }
  zy: { mode: position, range: [-100, 100], send: release, busy: 52 ms + 31 ms/unit, frames: { negative: "D{value}>", positive: "U{value}>" } }
# No drawing of the arm is known: each motor counts as the axis itself. Without a `source` the pose counts as assumed.
pose:
  accuracy: 10 mm
  settle: 60 ms                             # a frame of the slider: 30 or 90 ms
  joints:
    - { turn: y, by: zx, unit: 1.8 deg }    # a full step of the motor
    - { turn: x, by: zy, unit: -1.8 deg }
    - { move: z, length: 150 mm }
    - { move: z, by: slider, frame: 0.08 mm, error: 0.04 mm }   # 1 or 3 full steps, in turn, of 8 mm a turn
# What its simulation does. The slider's frames are 1 and 3 full steps in turn, because microstepping goes on to the next
# rest of its cycle. A step takes 60 s / (200 steps x 10 a minute); in a move of zx and zy 1 ms more, after 50 ms.
model:
  source: robotController.ino and Adafruit_MotorShield.cpp (0f82ff0), by reading
  parser: sketch      # of two frames in one look the second is lost, and the first repeats
  buffer: 64          # RBL_nRF8001's ring; what comes beyond it is dropped
  byte: 5 ms          # the sketch's delay for each
  watchdog: none
  channels:
    slider: { frame: [1, 3], step: 0.04 mm, takes: 30 ms, deaf: true }
    zx: { takes: 31 ms, delay: 50 ms, deaf: true }
    zy: { takes: 31 ms, delay: 50 ms, deaf: true }

"""###
),
(
"rover", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# A rover with a motor on each side, on the ROS Arduino Bridge behind an HM-10: `m LEFT RIGHT` and a carriage return,
# both speeds in one frame, in ticks of the wheel's encoder for each turn of its control loop (30 a second).
# Source: github.com/hbrobotics/ros_arduino_bridge, ros_arduino_firmware/src/libraries/ROSArduinoBridge:
# ROSArduinoBridge.ino (loop, MOTOR_SPEEDS) and commands.h.
#
# Set `range` to what its wheels reach. Its UART is at 57600 baud: set the module to that, or BAUDRATE in the sketch
# to 9600, where a frame takes 10.4 ms. Its watchdog is AUTO_STOP_INTERVAL, 2000 ms: so long it rolls on without a
# link. Set it to 300, three heartbeats. A frame that has lost its end spoils the next one; zeros are sent three
# times.
name: ROS Arduino Bridge rover over an HM-10
link:
  service: ffe0
  write:   ffe1
  notify:  ffe1
  response: false
  max: 20
pacing: { interval: 40 ms, zero repeats: 3 }
channels:
  left: { mode: velocity, range: [-60, 60], heartbeat: 100 ms }
  right: { mode: velocity, range: [-60, 60], heartbeat: 100 ms }
frame: "m {left} {right}\r"
# Wheels of 65 mm with 1200 ticks a turn, 200 mm apart: a tick in each turn of the control loop is 5.1 mm/s. Measure your
# own. Without a `source` the pose counts as assumed.
pose:
  accuracy: 20 mm
  drive: { left: left, right: right, unit: 5.1 mm/s, width: 200 mm, error: 10 % }
# What its simulation does: its wheels turn at the number's ticks for each turn of the control loop, 30 a second.
model:
  source: ROSArduinoBridge.ino (AUTO_STOP_INTERVAL, PID_RATE)
  buffer: 64          # HardwareSerial on an ATmega328P
  byte: 0.174 ms      # 57600 baud
  watchdog: 2 s
  channels:
    left: { rate: 306 mm/s }
    right: { rate: 306 mm/s }

"""###
),
(
"sbrick", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# From documents alone; nobody has tried it. An SBrick: four LEGO Power Functions motors, a frame for each. `01`, the
# port, the direction, the power from 0 to 255; `00` and the port brake.
# Sources: github.com/Mattzobricks/MattzoControllers, MTC4BT/src/SBrickHub.cpp (commands, writes without response, the
# watchdog in tenths of a second); github.com/vengit/pxt-sbrick, extension.cpp (ports, directions, powers: the maker's);
# github.com/BensonHsu/SBrick-Framework (drive and stop, after the maker's protocol, revision 17).
#
# Zero brakes: power 0 would let the motor turn freely, and an arm would sink. A brake only slows what a weight drives,
# and does not hold it. Power is not speed: a loaded motor is slower.
# `0D 5` sets the board's watchdog to 0.5 s, on each link. It is one for all ports, and a public client satisfies it by
# any command. Until it is set, and where the setting is lost, the board's own time counts; no source states it, nor
# what it does when its link is lost.
# A motor without an end switch pushes an arm into its end.
name: SBrick
link:
  service: 4dc591b0-857c-41de-b5f1-15abda665b0c
  write:   02b8cbcc-0e25-4bda-8790-a15f53e6010f
  response: false
  max: 20
pacing: { interval: 50 ms, zero repeats: 3 }
channels:
  # The numbers of ports B and C are swapped on the wire.
  port_a:
    mode: velocity
    range: [-255, 255]
    heartbeat: 150 ms
    frames: { negative: [1, 0, 1, abs8], zero: [0, 0], positive: [1, 0, 0, abs8] }
  port_b:
    mode: velocity
    range: [-255, 255]
    heartbeat: 150 ms
    frames: { negative: [1, 2, 1, abs8], zero: [0, 2], positive: [1, 2, 0, abs8] }
  port_c:
    mode: velocity
    range: [-255, 255]
    heartbeat: 150 ms
    frames: { negative: [1, 1, 1, abs8], zero: [0, 1], positive: [1, 1, 0, abs8] }
  port_d:
    mode: velocity
    range: [-255, 255]
    heartbeat: 150 ms
    frames: { negative: [1, 3, 1, abs8], zero: [0, 3], positive: [1, 3, 0, abs8] }
begin:
  - send: [0x0D, 5]
silence: { after: 500 ms, does: stop }
# What its simulation does: the watchdog that `begin` sets.
model:
  source: MTC4BT/src/SBrickHub.cpp
  watchdog: 500 ms

"""###
),
(
"servo-arm-hc05", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# The six-servo arm of "How To Mechatronics" (DIY Arduino robot arm with smartphone control) behind an HC-05: `s`, the
# servo, the angle in degrees, and nothing behind it.
# Source: the sketch of howtomechatronics.com/tutorials/arduino/diy-arduino-robot-arm-with-smartphone-control (loop, setup).
#
# Bind the module to a port first: `sudo rfcomm bind 0 98:D3:31:FB:12:34`; then it is /dev/rfcomm0. The sketch takes what
# arrives within a millisecond for one command, so two frames must never meet on the way: hence the interval. While a
# servo moves, degree by degree, it receives nothing, neither another position nor the loss of the link.
name: How To Mechatronics arm over an HC-05
link: { serial: /dev/rfcomm0, baud: 38400 }
pacing: { interval: 120 ms }
channels:
  waist: { mode: position, range: [0, 180], start: 90, busy: 20 ms + 20 ms/unit, frame: "s1{value}" }
  shoulder: { mode: position, range: [0, 180], start: 150, busy: 50 ms + 50 ms/unit, frame: "s2{value}" }
  elbow: { mode: position, range: [0, 180], start: 35, busy: 30 ms + 30 ms/unit, frame: "s3{value}" }
  roll: { mode: position, range: [0, 180], start: 140, busy: 30 ms + 30 ms/unit, frame: "s4{value}" }
  pitch: { mode: position, range: [0, 180], start: 85, busy: 30 ms + 30 ms/unit, frame: "s5{value}" }
  gripper: { mode: position, range: [0, 180], start: 80, busy: 30 ms + 30 ms/unit, frame: "s6{value}" }
# What its simulation does: a servo's degree takes as long as the sketch waits after it.
model:
  source: the delays of the sketch's loop
  buffer: 64          # SoftwareSerial on an ATmega328P
  byte: 0.26 ms       # 38400 baud
  channels:
    waist: { takes: 20 ms, limits: [0, 180] }
    shoulder: { takes: 50 ms, limits: [0, 180] }
    elbow: { takes: 30 ms, limits: [0, 180] }
    roll: { takes: 30 ms, limits: [0, 180] }
    pitch: { takes: 30 ms, limits: [0, 180] }
    gripper: { takes: 30 ms, limits: [0, 180] }

"""###
),
(
"servo-arm-hm10", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# An arm of five hobby servos behind an HM-10 with a 9600 baud UART: a letter and the angle in degrees, with no end
# mark.
# Source: github.com/njoaco/BrazoRobotico-Arduino, Arduino/pruebas/Codigo_Brazo_Robotico_Bluetooth_v1.0_FABRI_creator
# (motor1 to motor5; all servos start at 90).
#
# The sketch takes for the number whatever has come 10 ms after the letter, so the second of two frames that come
# together is lost: 100 ms keeps them apart even where the radio holds one back for a connection interval of 50 ms. It
# has no limits of travel: narrow the ranges until nothing touches its end.
name: Servo arm over an HM-10
link:
  service: ffe0
  write:   ffe1
  notify:  ffe1
  response: false
  max: 20
pacing: { interval: 100 ms }
channels:
  base: { mode: position, range: [0, 180], start: 90, frame: "D{value}" }
  shoulder: { mode: position, range: [0, 180], start: 90, frame: "C{value}" }
  elbow: { mode: position, range: [0, 180], start: 90, frame: "B{value}" }
  wrist: { mode: position, range: [0, 180], start: 90, frame: "G{value}" }
  gripper: { mode: position, range: [0, 180], start: 90, frame: "A{value}" }
# Measure the links, and where the horns sit. Without a `source` the pose counts as assumed.
pose:
  accuracy: 20 mm
  settle: 500 ms
  joints:
    - { move: z, length: 80 mm }
    - { turn: z, by: base, unit: 1 deg, zero: 90 }
    - { turn: y, by: shoulder, unit: -1 deg, zero: 0 }   # upright at 90
    - { move: x, length: 100 mm }
    - { turn: y, by: elbow, unit: -1 deg, zero: 90 }     # straight at 90
    - { move: x, length: 100 mm }
    - { turn: y, by: wrist, unit: -1 deg, zero: 90 }
    - { move: x, length: 60 mm }
# What its simulation does. A byte takes 1.042 ms of the UART; the servos go as fast as hobby servos do.
model:
  buffer: 64          # HardwareSerial on an ATmega328P
  byte: 1.042 ms
  channels:
    base: { speed: 300, limits: [0, 180], home: 90 }
    shoulder: { speed: 300, limits: [0, 180], home: 90 }
    elbow: { speed: 300, limits: [0, 180], home: 90 }
    wrist: { speed: 300, limits: [0, 180], home: 90 }
    gripper: { speed: 300, limits: [0, 180], home: 90 }

"""###
),
(
"servo-arm-nordic-uart", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# An arm of six hobby servos on a Pololu Micro Maestro behind a Nordic UART (such as Adafruit's Bluefruit LE UART
# Friend, 9600 baud): three bytes of the Mini SSC protocol, 0xFF, servo (0 to 5), target (0 to 254, 127 is the neutral
# position).
# Source: Pololu Maestro Servo Controller User's Guide (pololu.com/docs/0J40), 5.c Command Protocols, 5.e Set Target.
#
# In Maestro Control Center set the serial mode to `UART, fixed baud rate` 9600 (by default it waits for 0xAA first),
# and leave the Mini SSC offset at 0; neutral, range, speed and limits of each servo are set there, too. By default a
# servo gets no pulse before its first target and need not stand at 127: let it go to its neutral position on startup.
# A servo gets a pulse every 20 ms; a frame takes 3.1 ms of the UART.
name: Servo arm on a Maestro over a Nordic UART
link:
  service: 6e400001-b5a3-f393-e0a9-e50e24dcca9e
  write:   6e400002-b5a3-f393-e0a9-e50e24dcca9e
  notify:  6e400003-b5a3-f393-e0a9-e50e24dcca9e
  response: false
  max: 20
pacing: { interval: 20 ms }
channels:
  base: { mode: position, range: [0, 254], start: 127, frame: [0xFF, 0, u8] }
  shoulder: { mode: position, range: [0, 254], start: 127, frame: [0xFF, 1, u8] }
  elbow: { mode: position, range: [0, 254], start: 127, frame: [0xFF, 2, u8] }
  wrist: { mode: position, range: [0, 254], start: 127, frame: [0xFF, 3, u8] }
  roll: { mode: position, range: [0, 254], start: 127, frame: [0xFF, 4, u8] }
  gripper: { mode: position, range: [0, 254], start: 127, frame: [0xFF, 5, u8] }
# Measure the links, the horns, and what a unit turns: here 180 / 254. Without a `source` the pose counts as assumed.
pose:
  accuracy: 20 mm
  settle: 500 ms
  joints:
    - { move: z, length: 80 mm }
    - { turn: z, by: base, unit: 0.708661 deg, zero: 127 }
    - { turn: y, by: shoulder, unit: -0.708661 deg, zero: 0 }   # upright at 127
    - { move: x, length: 100 mm }
    - { turn: y, by: elbow, unit: -0.708661 deg, zero: 127 }    # straight at 127
    - { move: x, length: 100 mm }
    - { turn: y, by: wrist, unit: -0.708661 deg, zero: 127 }
    - { move: x, length: 60 mm }
# What its simulation does. A byte takes 1.042 ms of the UART; the servos go as fast as hobby servos do, 300 degrees a
# second.
model:
  byte: 1.042 ms
  channels:
    base: { speed: 425, limits: [0, 254] }
    shoulder: { speed: 425, limits: [0, 254] }
    elbow: { speed: 425, limits: [0, 254] }
    wrist: { speed: 425, limits: [0, 254] }
    roll: { speed: 425, limits: [0, 254] }
    gripper: { speed: 425, limits: [0, 254] }

"""###
),
(
"servo-blackwidow", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# One servo behind a Black Widow BLE shield: one byte, its angle in degrees, each write confirmed.
name: Servo on a Black Widow BLE
link:
  service: 025a7775-49aa-42bd-bbdb-e2ae77782966
  write:   f38a2c23-bc54-40fc-bed0-60edda139f47
  notify:  a9cd2f86-8661-4eb1-b132-367a3434bc90
  response: true
  max: 20
pacing: { interval: 100 ms }
channels:
  slider: { mode: position, range: [0, 180], zero: 90, frame: [u8] }
# A horn of 100 mm, upright at 90 degrees. Without a `source` the pose counts as assumed.
pose:
  accuracy: 10 mm
  settle: 500 ms
  joints:
    - { turn: y, by: slider, unit: -1 deg, zero: 90 }
    - { move: z, length: 100 mm }
# What its simulation does: the byte goes straight to the servo, which goes as fast as hobby servos do.
model:
  buffer: 64          # SoftwareSerial's ring
  byte: 1.042 ms      # 9600 baud
  channels:
    slider: { speed: 400, limits: [0, 180] }

"""###
),
(
"servo-bleshield2", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# One servo behind a BLE Shield v2 (BLE112): one byte, its angle in degrees, each write confirmed.
name: Servo on a BLE Shield v2
link:
  service: b8e06067-62ad-41ba-9231-206ae80ab550
  write:   bf45e40a-de2a-4bc8-bba0-e5d6065f1b4b
  notify:  f897177b-aee8-4767-8ecc-cc694fd5fcee
  response: true
  max: 20
pacing: { interval: 100 ms }
channels:
  slider: { mode: position, range: [0, 180], zero: 90, frame: [u8] }
# A horn of 100 mm, upright at 90 degrees. Without a `source` the pose counts as assumed.
pose:
  accuracy: 10 mm
  settle: 500 ms
  joints:
    - { turn: y, by: slider, unit: -1 deg, zero: 90 }
    - { move: z, length: 100 mm }
# What its simulation does: the byte goes straight to the servo, which goes as fast as hobby servos do.
model:
  buffer: 64          # SoftwareSerial's ring
  byte: 1.042 ms      # 9600 baud
  channels:
    slider: { speed: 400, limits: [0, 180] }

"""###
),
(
"so101", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# SO-101 or SO-100: six Feetech STS3215 bus servos, numbered 1 to 6, behind a USB adapter. Numbers are encoder counts, 4096
# a turn, 2048 in the middle. One frame (sync write) sets all goals; one question (sync read) has each servo answer.
# Sources: github.com/huggingface/lerobot, src/lerobot/motors/feetech/tables.py (addresses);
# github.com/TheRobotStudio/SO-ARM100, Simulation/SO101/so101_new_calib.urdf (links).
#
# The servos hold their goal whatever happens to the cable; only without power do they let go, and the arm drops. `begin`
# switches their torque on, after the operator's resume: one that was moved by hand may go back to its last goal then.
# LeRobot's calibration writes the limits of each joint into its servo. Without it, narrow `limits.travel` here first.
# The adapter's port may be another: see `waldo scan`. A servo in multi-turn mode reports numbers beyond 4095.
name: SO-101
link: { serial: "/dev/serial/by-id/usb-1a86_USB_Single_Serial_*", baud: 1000000 }
pacing: { interval: 20 ms }
channels:
  shoulder_pan: { mode: position, range: [0, 4095], zero: 2048, limits: { slew: 700 } }
  shoulder_lift: { mode: position, range: [0, 4095], zero: 2048, limits: { slew: 700 } }
  elbow_flex: { mode: position, range: [0, 4095], zero: 2048, limits: { slew: 700 } }
  wrist_flex: { mode: position, range: [0, 4095], zero: 2048, limits: { slew: 700 } }
  wrist_roll: { mode: position, range: [0, 4095], zero: 2048, limits: { slew: 700 } }
  gripper: { mode: position, range: [0, 4095], zero: 2048, limits: { slew: 700 } }
# Goals (address 42, two bytes) of servos 1 to 6.
frame: [0xFF, 0xFF, 0xFE, 22, 0x83, 42, 2,
  1, {u16le: shoulder_pan}, 2, {u16le: shoulder_lift}, 3, {u16le: elbow_flex},
  4, {u16le: wrist_flex}, 5, {u16le: wrist_roll}, 6, {u16le: gripper}, {sum8: {from: 2, ending: complement}}]
# Torque (address 40) of servos 1 to 6.
begin:
  - send: [0xFF, 0xFF, 0xFE, 16, 0x83, 40, 1, 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, {sum8: {from: 2, ending: complement}}]
    moves: true
reports:
  # Present positions (address 56) of servos 1 to 6; each answers with its number, an error byte and two bytes.
  ask: { send: [0xFF, 0xFF, 0xFE, 10, 0x82, 56, 2, 1, 2, 3, 4, 5, 6, {sum8: {from: 2, ending: complement}}], every: 250 ms }
  position:
    - [0xFF, 0xFF, 1, 4, any, {u16le: shoulder_pan}, {sum8: {from: 2, ending: complement}}]
    - [0xFF, 0xFF, 2, 4, any, {u16le: shoulder_lift}, {sum8: {from: 2, ending: complement}}]
    - [0xFF, 0xFF, 3, 4, any, {u16le: elbow_flex}, {sum8: {from: 2, ending: complement}}]
    - [0xFF, 0xFF, 4, 4, any, {u16le: wrist_flex}, {sum8: {from: 2, ending: complement}}]
    - [0xFF, 0xFF, 5, 4, any, {u16le: wrist_roll}, {sum8: {from: 2, ending: complement}}]
    - [0xFF, 0xFF, 6, 4, any, {u16le: gripper}, {sum8: {from: 2, ending: complement}}]
# Links as in the drawing, with each servo's middle where a fresh calibration puts it. Without a `source` the pose counts
# as assumed, since the calibration is yours.
pose:
  accuracy: 20 mm
  settle: 300 ms
  joints:
    - { turn: z, by: shoulder_pan, unit: -0.08789 deg, zero: 2048 }
    - { move: z, length: 149 mm }
    - { move: x, length: 30 mm }
    - { turn: y, by: shoulder_lift, unit: 0.08789 deg, zero: 2048 }   # upright in the middle
    - { move: z, length: 112.6 mm }
    - { move: x, length: 28 mm }
    - { turn: y, by: elbow_flex, unit: 0.08789 deg, zero: 2048 }      # level in the middle
    - { move: x, length: 134.9 mm }
    - { move: z, length: 5.2 mm }
    - { turn: y, by: wrist_flex, unit: 0.08789 deg, zero: 2048 }
    - { turn: x, by: wrist_roll, unit: -0.08789 deg, zero: 2048 }
    - { move: x, length: 159.2 mm }
# What its simulation does: servos at 7.4 V, 45 turns a minute.
model:
  byte: 0.01 ms       # 1,000,000 baud
  channels:
    shoulder_pan: { speed: 3072, limits: [0, 4095] }
    shoulder_lift: { speed: 3072, limits: [0, 4095] }
    elbow_flex: { speed: 3072, limits: [0, 4095] }
    wrist_flex: { speed: 3072, limits: [0, 4095] }
    wrist_roll: { speed: 3072, limits: [0, 4095] }
    gripper: { speed: 3072, limits: [0, 4095] }

"""###
),
(
"v7rc", ###"""
# yaml-language-server: $schema=../schema/arm.json
#
# A board with V7RC firmware (ESP32), four servos: `SRT`, four pulses of four digits in microseconds, `#`, always 20 bytes.
# Source: github.com/v7rc/V7RCServoDriver, src/V7RCServoDriver.cpp (decodeV7RC, handleTimeoutSafety, onDisconnect).
#
# The board moves by itself: a second after the last frame, and as soon as the link is lost, it sets every servo to the
# start angle of its sketch at once. Waldo keeps it from that while it runs; set each `start` to the pulse of that angle.
# The sketch says which channel a servo is on, and clamps each to the limits that it states there.
name: V7RC board with four servos
link:
  service: 6e400001-b5a3-f393-e0a9-e50e24dcca9e
  write:   6e400002-b5a3-f393-e0a9-e50e24dcca9e
  notify:  6e400003-b5a3-f393-e0a9-e50e24dcca9e
  response: false
  max: 20
pacing: { interval: 50 ms }
silence: { after: 1 s, does: home }
keep alive: 250 ms
channels:
  servo1: { mode: position, range: [1000, 2000], limits: { slew: 500 } }
  servo2: { mode: position, range: [1000, 2000], limits: { slew: 500 } }
  servo3: { mode: position, range: [1000, 2000], limits: { slew: 500 } }
  servo4: { mode: position, range: [1000, 2000], limits: { slew: 500 } }
frame: "SRT{servo1:04}{servo2:04}{servo3:04}{servo4:04}#"
# What its simulation does: assumed, as fast as the driver's default step of 3 degrees in 10 ms.
model:
  channels:
    servo1: { speed: 1667, limits: [1000, 2000], home: 1500 }
    servo2: { speed: 1667, limits: [1000, 2000], home: 1500 }
    servo3: { speed: 1667, limits: [1000, 2000], home: 1500 }
    servo4: { speed: 1667, limits: [1000, 2000], home: 1500 }

"""###
),
]

    static let mappings: [(name: String, text: String)] = [
(
"demo", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# The pad of the built-in demo, for an arm that has other channels than the default arm: one axis for each channel, by its
# place in the arm's list.
name: Demo
match: { kind: gamepad, vendor: 0, codes: [ABS_HAT0X, ABS_HAT0Y, ABS_HAT1X, ABS_HAT1Y, ABS_HAT2X, ABS_HAT2Y, ABS_HAT3X, ABS_HAT3Y, BTN_EAST, BTN_START] }
controls:
  first:   { axis: ABS_HAT0X, channel: 1 }
  second:  { axis: ABS_HAT0Y, channel: 2 }
  third:   { axis: ABS_HAT1X, channel: 3 }
  fourth:  { axis: ABS_HAT1Y, channel: 4 }
  fifth:   { axis: ABS_HAT2X, channel: 5 }
  sixth:   { axis: ABS_HAT2Y, channel: 6 }
  seventh: { axis: ABS_HAT3X, channel: 7 }
  eighth:  { axis: ABS_HAT3Y, channel: 8 }
keys:
  stop: BTN_EAST
  resume: BTN_START

"""###
),
(
"gamepad-channels", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Pads that follow the kernel's gamepad API, for an arm with channels of its own, by their places in the arm's list: servo
# arms with base, shoulder, elbow, wrist and gripper, for example.
name: Gamepad, by channels
match:
  kind: gamepad
  codes: [ABS_X, ABS_Y, ABS_RX, ABS_RY, ABS_Z, ABS_RZ, ABS_HAT0X, ABS_HAT0Y, BTN_EAST, BTN_WEST, BTN_START, BTN_SELECT, BTN_TL, BTN_TR]
controls:
  left:                                   # left stick
    x: { axis: ABS_X }
    y: { axis: ABS_Y, invert: true }      # the kernel counts downward
    snap: 8 deg
    channels: { x: 1, y: 2 }
  right:                                  # right stick
    x: { axis: ABS_RX }
    y: { axis: ABS_RY, invert: true }
    snap: 8 deg
    channels: { y: 3, x: 4 }
  bumpers:
    forward: BTN_TR
    backward: BTN_TL
    channel: 5
  triggers:
    forward:  { axis: ABS_RZ, rest: min }
    backward: { axis: ABS_Z, rest: min }
    dead zone: 5 %
    channel: 6
  pad-x: { axis: ABS_HAT0X, channel: 7 }
  pad-y: { axis: ABS_HAT0Y, invert: true, channel: 8 }
keys:
  stop: BTN_EAST
  resume: BTN_START
  recentre: BTN_SELECT                    # held half a second
  precise: { key: BTN_WEST, factor: 25 % }

"""###
),
(
"gamepad-hand", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Pads that follow the kernel's gamepad API, for an arm whose file has the `pose` of three joints or more: the sticks move
# the hand and not the joints. `--mapping gamepad-hand` names it; it is never chosen by itself. The second profile moves
# the hand along the table's edges, and the third one the joints, by their places in the arm's list.
name: Gamepad, the hand
match:
  kind: gamepad
  codes: [ABS_X, ABS_Y, ABS_RX, ABS_RY, BTN_EAST, BTN_WEST, BTN_START, BTN_SELECT, BTN_TL, BTN_TR]
controls:
  hand:                                   # left stick: around the base, and away from it
    x: { axis: ABS_X }
    y: { axis: ABS_Y, invert: true }      # the kernel counts downward
    snap: 8 deg
    channels: { x: hand.turn -40 deg/s, y: hand.reach 60 mm/s }
  height: { axis: ABS_RY, invert: true, channel: hand.height 60 mm/s }
  table:                                  # left stick: the base's axes, seen from behind it
    x: { axis: ABS_X }
    y: { axis: ABS_Y, invert: true }
    snap: 8 deg
    channels: { x: hand.y -60 mm/s, y: hand.x 60 mm/s }
  up: { axis: ABS_RY, invert: true, channel: hand.z 60 mm/s }
  left:                                   # the joints
    x: { axis: ABS_X }
    y: { axis: ABS_Y, invert: true }
    snap: 8 deg
    channels: { x: 1, y: 2 }
  right: { axis: ABS_RY, invert: true, channel: 3 }
  claw: { forward: BTN_TR, backward: BTN_TL, channel: 4 }
profiles:
  space:  [hand, height]
  table:  [table, up]
  joints: [left, right]
keys:
  stop: BTN_EAST
  resume: BTN_START
  profile: BTN_SELECT
  recentre: BTN_THUMBL                    # held half a second, with the joints
  precise: { key: BTN_WEST, factor: 25 % }

"""###
),
(
"gamepad-tracks", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Pads that follow the kernel's gamepad API, for a rover with a left and a right side: a stick for each.
name: Gamepad, a stick a side
match: { kind: gamepad, codes: [ABS_Y, ABS_RY, BTN_SOUTH, BTN_EAST, BTN_WEST, BTN_START] }
controls:
  left:  { axis: ABS_Y, invert: true, channel: left }     # the kernel counts downward
  right: { axis: ABS_RY, invert: true, channel: right }
keys:
  stop: BTN_EAST
  resume: BTN_START
  precise: { key: BTN_WEST, factor: 25 % }

"""###
),
(
"gamepad-wrist", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Pads that follow the kernel's gamepad API, for an arm of six channels whose file has the `pose` of the first five: an
# SO-101, for example. The sticks and the bumpers move the hand, and the triggers its gripper. `--mapping gamepad-wrist`
# names it; it is never chosen by itself. The second profile moves the hand along the table's edges, and the third one the
# joints 1 to 4.
name: Gamepad, the hand and its wrist
match:
  kind: gamepad
  codes: [ABS_X, ABS_Y, ABS_RX, ABS_RY, ABS_Z, ABS_RZ, BTN_EAST, BTN_WEST, BTN_START, BTN_SELECT, BTN_TL, BTN_TR]
controls:
  hand:                                   # left stick: around the base, and away from it
    x: { axis: ABS_X }
    y: { axis: ABS_Y, invert: true }      # the kernel counts downward
    snap: 8 deg
    channels: { x: hand.turn -40 deg/s, y: hand.reach 60 mm/s }
  height:                                 # right stick: the hand about its forward axis, and up
    x: { axis: ABS_RX }
    y: { axis: ABS_RY, invert: true }
    snap: 8 deg
    channels: { x: hand.roll 40 deg/s, y: hand.height 60 mm/s }
  table:                                  # left stick: the base's axes, seen from behind it
    x: { axis: ABS_X }
    y: { axis: ABS_Y, invert: true }
    snap: 8 deg
    channels: { x: hand.y -60 mm/s, y: hand.x 60 mm/s }
  up:
    x: { axis: ABS_RX }
    y: { axis: ABS_RY, invert: true }
    snap: 8 deg
    channels: { x: hand.roll 40 deg/s, y: hand.z 60 mm/s }
  pitch: { forward: BTN_TR, backward: BTN_TL, channel: hand.pitch 40 deg/s }   # the hand's front end up
  left:                                   # the joints
    x: { axis: ABS_X }
    y: { axis: ABS_Y, invert: true }
    snap: 8 deg
    channels: { x: 1, y: 2 }
  right:
    x: { axis: ABS_RX }
    y: { axis: ABS_RY, invert: true }
    snap: 8 deg
    channels: { y: 3, x: 4 }
  gripper:
    forward:  { axis: ABS_RZ, rest: min }
    backward: { axis: ABS_Z, rest: min }
    dead zone: 5 %
    channel: 6
profiles:
  space:  [hand, height, pitch]
  table:  [table, up, pitch]
  joints: [left, right]
keys:
  stop: BTN_EAST
  resume: BTN_START
  profile: BTN_SELECT
  recentre: BTN_THUMBL                    # held half a second, with the joints
  precise: { key: BTN_WEST, factor: 25 % }

"""###
),
(
"gamepad", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Pads that follow the kernel's gamepad API: Xbox by cable, DualShock 3 and 4, DualSense, and most others.
name: Gamepad
match: { kind: gamepad, codes: [ABS_RX, ABS_RY, ABS_Z, ABS_RZ, BTN_SOUTH, BTN_EAST, BTN_START, BTN_SELECT] }
slider:
  forward:  { axis: ABS_RZ, rest: min }   # right trigger
  backward: { axis: ABS_Z, rest: min }    # left trigger
  dead zone: 5 %
joystick:
  x: { axis: ABS_RX }                     # right stick
  y: { axis: ABS_RY, invert: true }       # the kernel counts downward
  behaviour: rate
  snap: 8 deg
  dead zone: 10 %
keys:
  stop: BTN_EAST
  resume: BTN_START
  recentre: BTN_SELECT                    # held half a second

"""###
),
(
"generic-joystick", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Plain HID pads without a driver of their own: right stick on Z and RZ, twelve numbered buttons. Makers number the
# shoulder and face buttons differently; each side's pair does the same here, and any face button stops.
name: Generic HID pad
match: { kind: gamepad, codes: [ABS_X, ABS_Y, ABS_Z, ABS_RZ, BTN_TRIGGER, BTN_BASE2, BTN_BASE4] }
slider:
  forward: [BTN_PINKIE, BTN_BASE2]        # right shoulder
  backward: [BTN_TOP2, BTN_BASE]          # left shoulder
joystick:
  x: { axis: ABS_Z }
  y: { axis: ABS_RZ, invert: true }
  behaviour: rate
  snap: 8 deg
  dead zone: 15 %
keys:
  stop: [BTN_TRIGGER, BTN_THUMB, BTN_THUMB2, BTN_TOP]
  resume: BTN_BASE4
  recentre: BTN_BASE3

"""###
),
(
"hid-gamepad", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# HID gamepads without a driver of their own: right stick on Z and RZ, whatever is on RX and RY. Most count their buttons from
# BTN_SOUTH on, some leave gaps as Android does: TL and TR are shoulder buttons of both kinds, and any face button stops.
name: HID gamepad
match: { kind: gamepad, codes: [ABS_Z, ABS_RZ, BTN_C, BTN_Z, BTN_TR2] }
slider:
  forward: BTN_TR                         # a right shoulder button
  backward: BTN_TL                        # a left one
joystick:
  x: { axis: ABS_Z }
  y: { axis: ABS_RZ, invert: true }
  behaviour: rate
  snap: 8 deg
  dead zone: 10 %
keys:
  stop: [BTN_SOUTH, BTN_EAST, BTN_C, BTN_NORTH]
  resume: BTN_TR2                         # the 10th button
  recentre: BTN_TL2                       # the 9th

"""###
),
(
"keyboard-channels", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Keyboards, for an arm with channels of its own, by their places in the arm's list: the keys of the upper row move forward,
# those below them backward.
name: Keyboard, by channels
match: { kind: keyboard }
controls:
  first:   { forward: KEY_Q, backward: KEY_A, channel: 1 }
  second:  { forward: KEY_W, backward: KEY_S, channel: 2 }
  third:   { forward: KEY_E, backward: KEY_D, channel: 3 }
  fourth:  { forward: KEY_R, backward: KEY_F, channel: 4 }
  fifth:   { forward: KEY_T, backward: KEY_G, channel: 5 }
  sixth:   { forward: KEY_Y, backward: KEY_H, channel: 6 }
  seventh: { forward: KEY_U, backward: KEY_J, channel: 7 }
  eighth:  { forward: KEY_I, backward: KEY_K, channel: 8 }
keys:
  stop: [KEY_SPACE, KEY_ESC]
  resume: [KEY_ENTER, KEY_KPENTER]
  precise: { key: [KEY_LEFTSHIFT, KEY_RIGHTSHIFT], factor: 25 % }

"""###
),
(
"keyboard-hand", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Keyboards, for an arm whose file has the `pose` of three joints or more: the keys move the hand and not the joints.
# `--mapping keyboard-hand` names it; it is never chosen by itself. The second profile moves the hand along the table's
# edges, and the third one the joints, by their places in the arm's list.
name: Keyboard, the hand
match: { kind: keyboard }
controls:
  hand:                                   # around the base, and away from it
    up: KEY_UP
    down: KEY_DOWN
    left: KEY_LEFT
    right: KEY_RIGHT
    channels: { x: hand.turn -40 deg/s, y: hand.reach 60 mm/s }
  height: { forward: KEY_W, backward: KEY_S, channel: hand.height 60 mm/s }
  table:                                  # the base's axes, seen from behind it
    up: KEY_UP
    down: KEY_DOWN
    left: KEY_LEFT
    right: KEY_RIGHT
    channels: { x: hand.y -60 mm/s, y: hand.x 60 mm/s }
  up: { forward: KEY_W, backward: KEY_S, channel: hand.z 60 mm/s }
  first:  { forward: KEY_Q, backward: KEY_A, channel: 1 }
  second: { forward: KEY_W, backward: KEY_S, channel: 2 }
  third:  { forward: KEY_E, backward: KEY_D, channel: 3 }
  claw:   { forward: KEY_R, backward: KEY_F, channel: 4 }
profiles:
  space:  [hand, height]
  table:  [table, up]
  joints: [first, second, third]
keys:
  stop: [KEY_SPACE, KEY_ESC]
  resume: [KEY_ENTER, KEY_KPENTER]
  profile: KEY_N
  precise: { key: [KEY_LEFTSHIFT, KEY_RIGHTSHIFT], factor: 25 % }

"""###
),
(
"keyboard-wrist", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Keyboards, for an arm of six channels whose file has the `pose` of the first five: an SO-101, for example. The keys move
# the hand, and the last two its gripper. `--mapping keyboard-wrist` names it; it is never chosen by itself. The second
# profile moves the hand along the table's edges.
name: Keyboard, the hand and its wrist
match: { kind: keyboard }
controls:
  hand:                                   # around the base, and away from it
    up: KEY_UP
    down: KEY_DOWN
    left: KEY_LEFT
    right: KEY_RIGHT
    channels: { x: hand.turn -40 deg/s, y: hand.reach 60 mm/s }
  height: { forward: KEY_W, backward: KEY_S, channel: hand.height 60 mm/s }
  table:                                  # the base's axes, seen from behind it
    up: KEY_UP
    down: KEY_DOWN
    left: KEY_LEFT
    right: KEY_RIGHT
    channels: { x: hand.y -60 mm/s, y: hand.x 60 mm/s }
  up: { forward: KEY_W, backward: KEY_S, channel: hand.z 60 mm/s }
  pitch:   { forward: KEY_E, backward: KEY_D, channel: hand.pitch 40 deg/s }   # the hand's front end up
  roll:    { forward: KEY_Q, backward: KEY_A, channel: hand.roll 40 deg/s }    # about its forward axis
  gripper: { forward: KEY_Y, backward: KEY_H, channel: 6 }
profiles:
  space: [hand, height]
  table: [table, up]
keys:
  stop: [KEY_SPACE, KEY_ESC]
  resume: [KEY_ENTER, KEY_KPENTER]
  profile: KEY_N
  precise: { key: [KEY_LEFTSHIFT, KEY_RIGHTSHIFT], factor: 25 % }

"""###
),
(
"keyboard", ###"""
# yaml-language-server: $schema=schema/mapping.json
name: Keyboard
match: { kind: keyboard }
slider:
  forward: KEY_W
  backward: KEY_S
joystick:
  up: KEY_UP
  down: KEY_DOWN
  left: KEY_LEFT
  right: KEY_RIGHT
  behaviour: rate
keys:
  stop: [KEY_SPACE, KEY_ESC]
  resume: [KEY_ENTER, KEY_KPENTER]
  recentre: KEY_C

"""###
),
(
"switch-pro", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Pads whose triggers are buttons, such as the Switch Pro: the slider goes at full speed or not at all.
name: Switch Pro controller
match: { kind: gamepad, codes: [ABS_RX, ABS_RY, BTN_TL2, BTN_TR2, BTN_EAST, BTN_START, BTN_SELECT] }
slider:
  forward: BTN_TR2
  backward: BTN_TL2
joystick:
  x: { axis: ABS_RX }
  y: { axis: ABS_RY, invert: true }
  behaviour: rate
  snap: 8 deg
  dead zone: 10 %
keys:
  stop: BTN_EAST
  resume: BTN_START
  recentre: BTN_SELECT

"""###
),
(
"xbox-bluetooth", ###"""
# yaml-language-server: $schema=schema/mapping.json
#
# Xbox pads over Bluetooth and others with Android's layout: right stick on Z and RZ, triggers on GAS and BRAKE.
name: Xbox pad over Bluetooth
match: { kind: gamepad, codes: [ABS_Z, ABS_RZ, ABS_GAS, ABS_BRAKE, BTN_SOUTH, BTN_EAST, BTN_START] }
slider:
  forward:  { axis: ABS_GAS, rest: min }
  backward: { axis: ABS_BRAKE, rest: min }
  dead zone: 5 %
joystick:
  x: { axis: ABS_Z }
  y: { axis: ABS_RZ, invert: true }
  behaviour: rate
  snap: 8 deg
  dead zone: 10 %
keys:
  stop: BTN_EAST
  resume: BTN_START
  recentre: [BTN_SELECT, KEY_BACK]        # older firmware sends the view button as a key

"""###
),
]

    static let sensors: [(name: String, text: String)] = [
(
"airbeam-mini-sd", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# What an AirBeam Mini stores, a row every second without headings and places: session, date, time, PM1, PM2.5. The date
# is in the American order, and the time that of the phone which began the session.
# Source: HabitatMap/AircastingAndroid, ABMiniCSVLineParameterHandler.kt and CSVSession.kt.
name: AirBeam Mini storage
hear: file
every: 1 s
message:
  ends: "\n"
  longest: 256
  split: ","
  columns: 5
  fields:
    time: { date: "MM/dd/yyyy", time: "HH:mm:ss", at: [1, 2], zone: local }
    pm1: { number: 3, unit: ug/m3, optional: true }
    pm25: { number: 4, unit: ug/m3, optional: true }
  time: time
streams:
  PM1: { of: pm1, quantity: Particulate matter }
  PM2.5: { of: pm25, quantity: Particulate matter }

"""###
),
(
"airbeam-sd", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# What an AirBeam 3 writes to its SD card, a row every second without headings: number, session, date, time, latitude,
# longitude, temperature in degrees Fahrenheit, Celsius and Kelvin, humidity, PM1, PM2.5, PM10. The date is in the
# American order, and the time that of the phone which began the session. One without places has 200 for both degrees.
# Source: HabitatMap/AircastingAndroid, AB3CSVLineParameterHandler.kt, CSVSession.kt and the tests' resources.
name: AirBeam 3 SD card
hear: file
every: 1 s
message:
  ends: "\n"
  longest: 256
  split: ","
  columns: 13
  fields:
    time: { date: "MM/dd/yyyy", time: "HH:mm:ss", at: [2, 3], zone: local }
    latitude: { number: 4, unit: deg, optional: true }
    longitude: { number: 5, unit: deg, optional: true }
    temperature: { number: 7, unit: degC, range: [-60, 150], optional: true }
    humidity: { number: 9, unit: "%", range: [0, 100], optional: true }
    pm1: { number: 10, unit: ug/m3, optional: true }
    pm25: { number: 11, unit: ug/m3, optional: true }
    pm10: { number: 12, unit: ug/m3, optional: true }
  place: { latitude: latitude, longitude: longitude, none: [200, 200] }
  time: time
streams:
  PM1: { of: pm1, quantity: Particulate matter }
  PM2.5: { of: pm25, quantity: Particulate matter }
  PM10: { of: pm10, quantity: Particulate matter }
  temperature: {}
  RH: { of: humidity, quantity: Humidity }

"""###
),
(
"airbeam", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# An AirBeam 3, or a Mini whose firmware has the same service: each notification is one line of 12 columns that
# describes its own stream, once a second. It sends while a session runs on it, which AirCasting's app begins; Waldo
# begins none. A Mini with the firmware of 2026 has another service, a0e1f000-0001-4b3c-8e9a-1f2d3c4b5a60, and is not
# heard.
# Source: HabitatMap/AircastingAndroid, ResponseParser.kt and airbeam2_stream.txt; HabitatMap/AirbeamMiniFirmware,
# src/ble.rs.
name: AirBeam 3
hear: { service: ffdd, notify: [ffe1, ffe3, ffe4, ffe5, ffe6] }
every: 1 s
message:
  ends: notification
  longest: 200
  split: ";"
  columns: [12, 13]
  fields:
    value: { number: 0 }
  stream: { value: value, name: 2, quantity: 3, unit: 6, thresholds: [7, 8, 9, 10, 11] }

"""###
),
(
"atom-fast", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# The CSV that the AtomSwift app exports of an Atom Fast: a row every two seconds or more. The accuracy of the place is
# the radius in metres that contains 68 %. `cp_2s` are counts of two seconds that the app has smoothed: no counts.
# Source: matveynator/chicha-isotope-map, rawdata/atomfast and parseAtomSwiftCSV.
name: Atom Fast CSV
hear: file
messages:
  heading: { begins: "unix timestamp;", ends: "\n", longest: 512 }
  row:
    ends: "\n"
    longest: 512
    split: ";"
    columns: 11
    fields:
      time: { unix: 0 }
      dose: { number: 1, unit: uSv/h, range: [0, 1000000] }
      latitude: { number: 2, unit: deg, range: [-90, 90] }
      longitude: { number: 3, unit: deg, range: [-180, 180] }
      altitude: { number: 4, unit: m, optional: true }
      cps: { number: 6, unit: cps, range: [0, 1000000] }
      accuracy: { number: 8, unit: m, optional: true }
    place: { latitude: latitude, longitude: longitude, altitude: altitude, accuracy: 1 m x accuracy, none: [0, 0] }
    time: time
streams:
  dose: { quantity: Dose rate }
  cps: { quantity: Count rate }

"""###
),
(
"bgeigie-nano-1.0", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# Logs of a bGeigie Nano with firmware 1.0.0 to 1.0.3 (`# format=1.0.0nano`): HDOP x 100 stands before the satellites.
# Source: Safecast/bGeigieNanoKit, its history up to 1.0.3.
name: Safecast bGeigie Nano, firmware 1.0
hear: { service: ef080d8c-c3be-41ff-bd3f-05a5f4795d7f, notify: a1e8f5b1-696b-4e4c-87c6-69dfe0b0093b }
graph: lnd7317
every: 5 s
since: "2011-04-01"
messages:
  nano:
    begins: "$BNRDD,"
    ends: "\n"
    longest: 160
    check: { xor8: { from: 1, before: "*" }, wrong: flag }
    split: ","
    columns: 15
    fields:
      device: { number: 1, optional: true }
      # 2012-00-00 until the receiver knows the date.
      time: { iso8601: 2, optional: true }
      cpm: { number: 3, unit: cpm, range: [0, 10000000] }
      counts: { number: 4, unit: count, range: [0, 1000000] }
      total: { number: 5, unit: count }
      counts_valid: { is: A, at: 6 }
      gps_valid: { is: A, at: 12 }
      latitude: { ddmm: [7, 8], unit: deg, range: [-90, 90], if: gps_valid }
      longitude: { ddmm: [9, 10], unit: deg, range: [-180, 180], if: gps_valid }
      altitude: { number: 11, unit: m, if: gps_valid, optional: true }
      hdop: { number: 13, scale: 1/100, if: gps_valid, optional: true }
      satellites: { number: 14, if: gps_valid, optional: true }
    place:
      latitude: latitude
      longitude: longitude
      altitude: altitude
      valid: gps_valid
      none: [0, 0]
      accuracy: 6 m x hdop
      satellites: satellites
      hdop: hdop
    time: time
  comment:
    begins: "#"
    ends: "\n"
streams:
  counts: { over: 5 s, valid: counts_valid }

"""###
),
(
"bgeigie", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# Safecast's bGeigie loggers: a line every five seconds. Two columns differ by the unit: the Nano gives satellites and
# HDOP x 100, the Mini and the Classic HDOP and the quality of the fix, the NX of 2013 has a column more. CzechRad's
# units and the first Zens write the Nano's columns behind marks of their own. The Zen notifies its lines in pieces and
# without their end. A log is recognised by these marks.
# Sources: Safecast/bGeigieNanoKit, src/bGeigieNano.ino; Safecast/bGeigieMini, bGeigieMini.ino and its README;
# juhele/CzechRad, DATA/readme.md; Safecast/bGeigieZen, issue 16.
name: Safecast bGeigie
hear: { service: ef080d8c-c3be-41ff-bd3f-05a5f4795d7f, notify: a1e8f5b1-696b-4e4c-87c6-69dfe0b0093b }
graph: lnd7317
every: 5 s
since: "2011-04-01"
messages:
  nano:
    begins: ["$BNRDD,", "$PNTDD,", "$CZRDD,", "$CZRA1,", "$BZRDD,"]
    ends: check
    longest: 160
    check: { xor8: { from: 1, before: "*" }, wrong: flag }
    split: ","
    columns: 15
    fields:
      device: { number: 1, optional: true }
      # 2012-00-00 until the receiver knows the date.
      time: { iso8601: 2, optional: true }
      cpm: { number: 3, unit: cpm, range: [0, 10000000] }
      counts: { number: 4, unit: count, range: [0, 1000000] }
      total: { number: 5, unit: count }
      counts_valid: { is: A, at: 6 }
      gps_valid: { is: A, at: 12 }
      latitude: { ddmm: [7, 8], unit: deg, range: [-90, 90], if: gps_valid }
      longitude: { ddmm: [9, 10], unit: deg, range: [-180, 180], if: gps_valid }
      altitude: { number: 11, unit: m, if: gps_valid, optional: true }
      satellites: { number: 13, if: gps_valid, optional: true }
      hdop: { number: 14, scale: 1/100, if: gps_valid, optional: true }
    place:
      latitude: latitude
      longitude: longitude
      altitude: altitude
      valid: gps_valid
      none: [0, 0]
      accuracy: 6 m x hdop
      satellites: satellites
      hdop: hdop
    time: time
  mini:
    like: nano
    begins: ["$BMRDD,", "$BGRDD,"]
    fields:
      device: none
      satellites: none
      hdop: { number: 13, if: gps_valid, optional: true }
    place:
      latitude: latitude
      longitude: longitude
      altitude: altitude
      valid: gps_valid
      none: [0, 0]
      accuracy: 6 m x hdop
      hdop: hdop
  nx:
    like: mini
    begins: "$BNXRDD,"
  nx2013:
    like: nano
    begins: "$BNXRDD,"
    columns: 16
    fields:
      device: none
      hdop: { number: 14, if: gps_valid, optional: true }
  status:
    begins: "$BNXSTS,"
    ends: "\n"
  comment:
    begins: "#"
    ends: "\n"
streams:
  counts: { over: 5 s, valid: counts_valid }

"""###
),
(
"demo", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# The sensor that the program plays itself for `--sensor demo`, on a walk past a source of radiation. Firmware of your own
# can send the same: 0xD5, number of the message, status (bit 0: fix), latitude and longitude (1e-7 degrees, i32), counts of
# the last second (u16), temperature (0.01 degrees, i16), all big-endian, CRC-8 of what is before it.
name: Demo sensor
hear: { service: 57a1d000-6c1a-4f5e-9c0b-77616c646f00, notify: 57a1d001-6c1a-4f5e-9c0b-77616c646f00 }
graph: demo
every: 1 s
message:
  begins: 0xD5
  bytes: 16
  check: crc8
  fields:
    number: { u8: 1 }
    fix: { bit: 0, at: 2 }
    latitude: { i32be: 3, scale: 1/10000000, range: [-90, 90], unit: deg, if: fix }
    longitude: { i32be: 7, scale: 1/10000000, range: [-180, 180], unit: deg, if: fix }
    counts: { u16be: 11, unit: count }
    temperature: { i16be: 13, scale: 1/100, unit: degC, range: [-60, 150] }
  place: { latitude: latitude, longitude: longitude, valid: fix, none: [0, 0], accuracy: 3 m }
  counter: number
streams:
  counts: { over: 1 s }
  temperature: {}

"""###
),
(
"iac-gamma", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# The radiation unit behind a BLE Shield: 11 bytes every 500 ms with its position and the counts of the last second.
# Without a fix the bytes after the first are zero. Source: plusangel/radiationUAV, ArduinoSketch/iacBridge/iacBridge.ino.
name: Gamma bridge on a BLE Shield
hear: { service: 713d0000-503e-4c75-ba94-3148f18d941e, notify: 713d0002-503e-4c75-ba94-3148f18d941e }
every: 500 ms
message:
  bytes: 11
  fields:
    fix: { bit: 0, at: 0 }
    satellites: { bits: [1, 7], at: 0, range: [0, 40] }
    latitude: { f32be: 1, range: [-90, 90], least: 0.00001, unit: deg, if: fix, otherwise: 0 }
    longitude: { f32be: 5, range: [-180, 180], least: 0.00001, unit: deg, if: fix, otherwise: 0 }
    counts: { u16be: 9, unit: count, if: fix, otherwise: 0 }
  place: { latitude: latitude, longitude: longitude, valid: fix, none: [0, 0], accuracy: 5 m, satellites: satellites }
streams:
  counts: { over: 1 s }

"""###
),
(
"radiacode-track", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# A track of the RadiaCode app, `.rctrk` as text: columns with tabs between. `Time` is UTC in whole seconds, and
# `Timestamp`, which is not read, the same in tenths of a microsecond since 1601. The dose rate is in uR/h, of which the
# app makes uSv/h by dividing by 100; the accuracy of the place is in metres.
# Sources: ckuethe/radiacode-tools, src/radiacode_tools/rc_files.py and tests/data/walk.rctrk;
# matveynator/chicha-isotope-map, rawdata/radiacode.
name: RadiaCode track
hear: file
messages:
  title: { begins: "Track: ", ends: "\n", longest: 1024 }
  heading: { begins: "Timestamp\tTime\t", ends: "\n" }
  row:
    ends: "\n"
    longest: 512
    split: "\t"
    columns: 8
    fields:
      time: { date: "yyyy-MM-dd HH:mm:ss", at: 1 }
      latitude: { number: 2, unit: deg, range: [-90, 90] }
      longitude: { number: 3, unit: deg, range: [-180, 180] }
      accuracy: { number: 4, unit: m, optional: true }
      dose: { number: 5, unit: uSv/h, scale: 1/100, range: [0, 1000000] }
      cps: { number: 6, unit: cps, range: [0, 1000000] }
    place: { latitude: latitude, longitude: longitude, accuracy: 1 m x accuracy, none: [0, 0] }
    time: time
streams:
  dose: { quantity: Dose rate }
  cps: { quantity: Count rate }

"""###
),
(
"simple-controls", ###"""
# yaml-language-server: $schema=../schema/sensor.json
#
# RedBearLab's SimpleControls sketch on a BLE Shield: it reports a digital input, and, once started, an analog one.
# `say` starts and stops the analog input.
# Source: RedBearLab/nRF8001, examples/SimpleControls.
name: SimpleControls inputs
hear: { service: 713d0000-503e-4c75-ba94-3148f18d941e, notify: 713d0002-503e-4c75-ba94-3148f18d941e }
say: { to: 713d0003-503e-4c75-ba94-3148f18d941e, start: [0xA0, 0x01, 0x00], stop: [0xA0, 0x00, 0x00] }
messages:
  digital:
    begins: 0x0A
    bytes: 3
    fields: { level: { u8: 1, range: [0, 1] }, unused: { u8: 2, range: [0, 0] } }
  analog:
    begins: 0x0B
    bytes: 3
    fields: { voltage: { u16be: 1, scale: 5/1023, unit: V, range: [0, 5] } }
streams:
  light: { of: voltage }
  switch: { of: level }

"""###
),
]

    static let graphs: [(name: String, text: String)] = [
(
"demo", ###"""
# yaml-language-server: $schema=../schema/graph.json
#
# What the demo sensor's counts mean: bins of one second of a tube with the sensitivity of an LND 7317.
name: Demo of a Geiger counter
in: { counts: count }
nodes:
  cpm:   { window: counts, over: 60 s, per: 1 min, valid: full }
  bin:   { rate: counts, per: 1 min }
  now:   { scale: bin, by: 1/334, from: cpm, unit: uSv/h, standard: Cs-137, source: Safecast bGeigieNanoKit }
  dose:  { mean: now, until: { error: 10 % }, over: [5 s, 60 s] }
  total: { integral: now, unit: uSv }
  cpm-error:   { poisson: counts, of: cpm }
  dose-error:  { poisson: counts, of: dose }
  total-error: { poisson: counts, of: total }
  high:  { alarm: dose, above: 0.5 uSv/h, clear: 0.4 uSv/h, for: 5 s, silent: 10 s, partial: true }
out: { cpm: cpm, dose: { of: dose, quantity: Dose Rate }, total: total }

"""###
),
(
"lnd7313", ###"""
# yaml-language-server: $schema=../schema/graph.json
#
# A pancake Geiger tube LND 7313, whose counts come with their exposure: rate, dose rate, dose and two alarms.
name: LND 7313, gamma dose rate as of Cs-137
in: { counts: count }
nodes:
  # Raw bins are corrected before any mean. More than 30 % of dead time is saturation: an alarm, and no number.
  live: { dead_time: counts, tau: 113 us, model: non-paralyzable, source: Safecast bGeigieNanoKit }
  cpm:  { window: live, over: 60 s, per: 1 min, valid: full }
  bin:  { rate: live, per: 1 min }
  now:  { scale: bin, by: 1/334, from: cpm, unit: uSv/h, standard: Cs-137, source: Safecast bGeigieNanoKit }
  # As short a mean as gives 10 %, from 5 s near a source to 60 s in the background.
  dose: { mean: now, until: { error: 10 % }, over: [5 s, 60 s] }
  # Each bin once; time without a bin is shown as a gap, not guessed.
  total: { integral: now, unit: uSv }
  cpm-error:   { poisson: counts, of: cpm }
  dose-error:  { poisson: counts, of: dose }
  total-error: { poisson: counts, of: total }
  high:    { alarm: dose, above: 0.5 uSv/h, clear: 0.4 uSv/h, for: 5 s, partial: true }
  strange: { anomaly: counts, over: 5 s, baseline: 300 s, sigma: 5 }
  place:   { locate: [message, gpsd, fixed, arm], stale: 24 h, later: 2 s }
out: { cpm: cpm, dose: { of: dose, quantity: Dose Rate }, total: total, counts: counts }

"""###
),
(
"lnd7317", ###"""
# yaml-language-server: $schema=../schema/graph.json
#
# A pancake Geiger tube LND 7317, whose counts come with their exposure: rate, dose rate, dose and two alarms.
name: LND 7317, gamma dose rate as of Cs-137
in: { counts: count }
nodes:
  # Raw bins are corrected before any mean. More than 30 % of dead time is saturation: an alarm, and no number.
  live: { dead_time: counts, tau: 113 us, model: non-paralyzable, source: Safecast bGeigieNanoKit }
  cpm:  { window: live, over: 60 s, per: 1 min, valid: full }
  bin:  { rate: live, per: 1 min }
  now:  { scale: bin, by: 1/334, from: cpm, unit: uSv/h, standard: Cs-137, source: Safecast bGeigieNanoKit }
  # As short a mean as gives 10 %, from 5 s near a source to 60 s in the background.
  dose: { mean: now, until: { error: 10 % }, over: [5 s, 60 s] }
  # Each bin once; time without a bin is shown as a gap, not guessed.
  total: { integral: now, unit: uSv }
  cpm-error:   { poisson: counts, of: cpm }
  dose-error:  { poisson: counts, of: dose }
  total-error: { poisson: counts, of: total }
  high:    { alarm: dose, above: 0.5 uSv/h, clear: 0.4 uSv/h, for: 5 s, partial: true }
  strange: { anomaly: counts, over: 5 s, baseline: 300 s, sigma: 5 }
  place:   { locate: [message, gpsd, fixed, arm], stale: 24 h, later: 2 s }
out: { cpm: cpm, dose: { of: dose, quantity: Dose Rate }, total: total, counts: counts }

"""###
),
(
"pm", ###"""
# yaml-language-server: $schema=../schema/graph.json
#
# Fine dust of an optical counter such as an AirBeam's, whose streams are `AirBeam3-PM2.5`, `AirBeamMini-PM2.5` and so on,
# also in AirCasting's CSV. Its readings are too high in moist air: those are marked.
name: PM2.5 with a mean of a minute
in:
  pm:       { stream: [PM2.5, "*-PM2.5"], unit: ug/m3 }
  humidity: { stream: [RH, "*-RH"], unit: "%" }
nodes:
  dry:    { flag: pm, where: humidity, range: [0, 85 %] }
  middle: { median: dry, bins: 5 }
  minute: { mean: middle, over: 60 s }
  high:   { alarm: minute, above: 35 ug/m3, clear: 30 ug/m3, for: 10 s }
  place:  { locate: [message, gpsd, fixed, arm] }
out:
  now: dry
  # The edges are those of the US air quality index of 2012, rounded: 12.0, 35.4, 55.4 and 150.4 ug/m3.
  mean: { of: minute, quantity: Particulate Matter, thresholds: [0, 12, 35, 55, 150] }

"""###
),
(
"polynomial", ###"""
# yaml-language-server: $schema=../schema/graph.json
#
# An analogue sensor whose characteristic is not straight: copy this file, and put your calibration's numbers in.
# The curve is an example: y = 20 - 8 u + 1.5 u^2, for u from 0.2 V to 4.5 V.
name: An analogue sensor by a polynomial
in: { light: V }
nodes:
  quiet: { ema: light, tau: 2 s }
  value:
    polynomial: quiet
    coefficients: [20, -8, 1.5]
    from: V
    range: [0.2, 4.5]
    unit: cm
    uncertainty: 5 %
    source: example, not measured
    date: 2025
  slow: { thin: value, every: 1 s }
out: { distance: slow }

"""###
),
]
}
