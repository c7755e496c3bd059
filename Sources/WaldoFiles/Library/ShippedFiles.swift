// swift-format-ignore-file
// Generated from Mappings/ by ShippedFilesTests with WALDO_WRITE_SHIPPED_FILES=1; do not edit.

/// The arms and mappings of `Mappings/`, so that the program needs no file beside it.
enum ShippedFiles {
    static let arms: [(name: String, text: String)] = [
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

"""###
),
]

    static let mappings: [(name: String, text: String)] = [
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
  dead zone: 15 %
keys:
  stop: [BTN_TRIGGER, BTN_THUMB, BTN_THUMB2, BTN_TOP]
  resume: BTN_BASE4
  recentre: BTN_BASE3

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
  dead zone: 10 %
keys:
  stop: BTN_EAST
  resume: BTN_START
  recentre: [BTN_SELECT, KEY_BACK]        # older firmware sends the view button as a key

"""###
),
]
}
