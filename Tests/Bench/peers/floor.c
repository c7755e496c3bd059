// The floor: what a drive costs at least. One axis of a pad, libevdev, libdbus, one epoll; no mapping, no pacing, no safety.
//
//     floor NODE ADDRESS socket|call
//     floor NODE PORT serial
#include <dbus/dbus.h>
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static DBusConnection *bus;
static char path[256];  // of the characteristic
static int link_socket = -1;
static int is_port;     // the link is a serial port
static int in_flight;   // a WriteValue that is not answered yet
static int newest, sent = -1;

__attribute__((noreturn)) static void die(const char *what) {
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

static DBusMessage *call(const char *object, const char *interface, const char *member) {
    return dbus_message_new_method_call("org.bluez", object, interface, member);
}

static void append_options(DBusMessage *message, const char *type) {
    DBusMessageIter all, options, entry, variant;
    dbus_message_iter_init_append(message, &all);
    dbus_message_iter_open_container(&all, DBUS_TYPE_ARRAY, "{sv}", &options);
    if (type) {
        const char *name = "type";
        dbus_message_iter_open_container(&options, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
        dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
        dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "s", &variant);
        dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &type);
        dbus_message_iter_close_container(&entry, &variant);
        dbus_message_iter_close_container(&options, &entry);
    }
    dbus_message_iter_close_container(&all, &options);
}

static void encode(int value, uint8_t frame[3]) {
    frame[0] = 0xA5;
    frame[1] = (uint8_t)value;
    frame[2] = (uint8_t)(value >> 8);
}

static void answered(DBusPendingCall *pending, void *context) {
    (void)context;
    dbus_message_unref(dbus_pending_call_steal_reply(pending));
    dbus_pending_call_unref(pending);
    in_flight = 0;
}

// Sends the newest value if it has not been sent, by the route that is open.
static void send_newest(void) {
    if (newest == sent || in_flight) return;
    uint8_t frame[3], *bytes = frame;
    encode(newest, frame);
    if (link_socket >= 0) {
        ssize_t count = is_port ? write(link_socket, frame, sizeof frame)
                                : send(link_socket, frame, sizeof frame, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0) {
            if (errno == EAGAIN) return;
            die("the link is lost");
        }
    } else {
        DBusMessage *message = call(path, "org.bluez.GattCharacteristic1", "WriteValue");
        DBusMessageIter all, array;
        dbus_message_iter_init_append(message, &all);
        dbus_message_iter_open_container(&all, DBUS_TYPE_ARRAY, "y", &array);
        dbus_message_iter_append_fixed_array(&array, DBUS_TYPE_BYTE, &bytes, sizeof frame);
        dbus_message_iter_close_container(&all, &array);
        append_options(message, "command");
        DBusPendingCall *pending;
        if (!dbus_connection_send_with_reply(bus, message, &pending, -1)) die("no memory");
        dbus_pending_call_set_notify(pending, answered, NULL, NULL);
        dbus_message_unref(message);
        dbus_connection_flush(bus);
        in_flight = 1;
    }
    sent = newest;
}

static void connect_to(const char *address, int by_socket) {
    char device[128];
    snprintf(device, sizeof device, "/org/bluez/hci0/dev_%s", address);
    for (char *c = device; *c; c++) if (*c == ':') *c = '_';
    snprintf(path, sizeof path, "%s/service0001/char0000", device);

    DBusError error = DBUS_ERROR_INIT;
    bus = dbus_bus_get(DBUS_BUS_SYSTEM, &error);
    if (!bus) die(error.message);
    DBusMessage *discover = call("/org/bluez/hci0", "org.bluez.Adapter1", "StartDiscovery");
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, discover, -1, &error);
    if (!reply) die(error.message);
    reply = dbus_connection_send_with_reply_and_block(bus, call(device, "org.bluez.Device1", "Connect"), -1, &error);
    if (!reply) die(error.message);
    if (!by_socket) return;
    DBusMessage *acquire = call(path, "org.bluez.GattCharacteristic1", "AcquireWrite");
    append_options(acquire, NULL);
    dbus_uint16_t mtu;
    reply = dbus_connection_send_with_reply_and_block(bus, acquire, -1, &error);
    if (!reply) die(error.message);
    if (!dbus_message_get_args(reply, &error, DBUS_TYPE_UNIX_FD, &link_socket, DBUS_TYPE_UINT16, &mtu, DBUS_TYPE_INVALID))
        die(error.message);
}

static void open_port(const char *port) {
    struct termios modes;
    is_port = 1;
    link_socket = open(port, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (link_socket < 0 || tcgetattr(link_socket, &modes) < 0) die("no port");
    cfmakeraw(&modes);
    cfsetspeed(&modes, B1000000);
    if (tcsetattr(link_socket, TCSANOW, &modes) < 0) die("the port cannot be set");
}

int main(int argc, char **argv) {
    if (argc != 4) die("usage: floor NODE ADDRESS socket|call, floor NODE PORT serial");
    if (strcmp(argv[3], "serial") == 0) open_port(argv[2]);
    else connect_to(argv[2], strcmp(argv[3], "socket") == 0);

    struct libevdev *pad;
    int node = open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (node < 0 || libevdev_new_from_fd(node, &pad) < 0) die("no pad");
    libevdev_set_clock_id(pad, CLOCK_MONOTONIC);
    int low = libevdev_get_abs_minimum(pad, ABS_RZ), span = libevdev_get_abs_maximum(pad, ABS_RZ) - low;

    int loop = epoll_create1(EPOLL_CLOEXEC), bus_socket = -1;
    struct epoll_event pad_event = {.events = EPOLLIN, .data.fd = node}, bus_event = {.events = EPOLLIN};
    epoll_ctl(loop, EPOLL_CTL_ADD, node, &pad_event);
    if (bus) {
        dbus_connection_get_unix_fd(bus, &bus_socket);
        bus_event.data.fd = bus_socket;
        epoll_ctl(loop, EPOLL_CTL_ADD, bus_socket, &bus_event);
    }
    while (1) {
        struct epoll_event ready[2];
        int count = epoll_wait(loop, ready, 2, -1);
        for (int i = 0; i < count; i++) {
            if (ready[i].data.fd == node) {
                struct input_event event;
                int axis = newest;
                // Drain, then act on the newest: a queue of old reports is latency.
                while (libevdev_next_event(pad, LIBEVDEV_READ_FLAG_NORMAL, &event) == LIBEVDEV_READ_STATUS_SUCCESS) {
                    if (event.type == EV_ABS && event.code == ABS_RZ)
                        axis = (int)((int64_t)(event.value - low) * 32767 / span);
                    else if (event.type == EV_SYN && event.code == SYN_REPORT)
                        newest = axis;
                }
            } else {
                dbus_connection_read_write(bus, 0);
                while (dbus_connection_dispatch(bus) == DBUS_DISPATCH_DATA_REMAINS) {}
            }
        }
        send_newest();
    }
}
