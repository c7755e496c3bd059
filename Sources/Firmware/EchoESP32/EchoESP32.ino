// Answers each frame of Mappings/arms/nordic-uart.yaml on an ESP32, for `waldo prove --shield`: over Bluetooth LE as a
// Nordic UART, and over the USB port at 115200 baud. It moves nothing.
//
// receiver.h, frame_receivers.h and echo.h, from the folder above, belong beside this file: README.md there says how to
// build it. It needs the core "esp32" of Espressif, with its library BLE.
#include <BLE2902.h>
#include <BLEDevice.h>
#include <BLEServer.h>
#include <BLEUtils.h>
#include "echo.h"

static const char service_uuid[] = "6e400001-b5a3-f393-e0a9-e50e24dcca9e";
static const char write_uuid[] = "6e400002-b5a3-f393-e0a9-e50e24dcca9e";
static const char notify_uuid[] = "6e400003-b5a3-f393-e0a9-e50e24dcca9e";

// A link's own receiver: bytes of the other link never end its frames.
static waldo::Echo by_radio, by_cable;

// The radio's callbacks run in a task of their own; the loop alone uses the receivers.
static const uint16_t link_opened = 0x100;
static QueueHandle_t heard;
static BLECharacteristic *answers;

class Links : public BLEServerCallbacks {
    void onConnect(BLEServer *) override { xQueueSend(heard, &link_opened, 0); }
    void onDisconnect(BLEServer *) override { BLEDevice::startAdvertising(); }
};

class Writes : public BLECharacteristicCallbacks {
    void onWrite(BLECharacteristic *written) override {
        const uint8_t *bytes = written->getData();
        for (size_t at = 0; at < written->getLength(); at++) {
            const uint16_t byte = bytes[at];
            xQueueSend(heard, &byte, 0);
        }
    }
};

static void send_by_radio() {
    uint8_t message[waldo::Echo::length];
    memcpy(message, by_radio.message(), sizeof message);
    answers->setValue(message, sizeof message);
    answers->notify();
}

static void send_by_cable() { Serial.write(by_cable.message(), waldo::Echo::length); }

static void begin_radio() {
    heard = xQueueCreate(256, sizeof(uint16_t));
    BLEDevice::init("Waldo echo");
    BLEServer *server = BLEDevice::createServer();
    server->setCallbacks(new Links());

    BLEService *uart = server->createService(service_uuid);
    answers = uart->createCharacteristic(notify_uuid, BLECharacteristic::PROPERTY_NOTIFY);
    answers->addDescriptor(new BLE2902());
    uart->createCharacteristic(write_uuid, BLECharacteristic::PROPERTY_WRITE_NR)->setCallbacks(new Writes());
    uart->start();

    // Waldo reads it to know that what it wrote has left.
    BLEService *information = server->createService(BLEUUID(static_cast<uint16_t>(0x180A)));
    information->createCharacteristic(BLEUUID(static_cast<uint16_t>(0x2A26)), BLECharacteristic::PROPERTY_READ)
        ->setValue("1");
    information->start();

    BLEDevice::getAdvertising()->addServiceUUID(service_uuid);
    BLEDevice::startAdvertising();
}

void setup() {
    Serial.begin(115200);
    begin_radio();
    by_cable.begin(millis());
    send_by_cable();
}

void loop() {
    const uint32_t now_ms = millis();
    if (by_radio.tick(now_ms)) send_by_radio();
    if (by_cable.tick(now_ms)) send_by_cable();
    uint16_t byte;
    while (xQueueReceive(heard, &byte, 0)) {
        if (byte == link_opened) {
            by_radio.begin(now_ms);
            send_by_radio();
        } else if (by_radio.receive(static_cast<uint8_t>(byte), now_ms)) {
            send_by_radio();
        }
    }
    while (Serial.available()) {
        if (by_cable.receive(static_cast<uint8_t>(Serial.read()), now_ms)) send_by_cable();
    }
}
