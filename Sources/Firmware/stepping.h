// Steppers in a loop that never waits: a motor moves one step at a time, when its next step is due.
//
// C++11 and no more than receiver.h needs. StepperArm and CountingArm show how to use it.
#pragma once
#include <stdint.h>

namespace waldo {

/// Tells when the next step of a motor is due.
class Pace {
public:
    Pace() : stepped_at_(0) {}

    /// Whether the next step is due at `now_us`; if so, it counts as done. The clock may wrap around.
    bool is_due(uint32_t now_us, uint32_t us_per_step) {
        // Unsigned subtraction stays correct when the clock wraps; comparing two times would not.
        if (static_cast<uint32_t>(now_us - stepped_at_) < us_per_step) return false;
        stepped_at_ = now_us;
        return true;
    }

private:
    uint32_t stepped_at_;
};

/// A motor that goes to a position, counted in steps from where it stands at the start.
class PositionAxis {
public:
    PositionAxis() : position_(0) {}

    /// The direction of the step that is due now, -1 or 1; 0: none is due. The target may change at any time.
    int8_t step_to(int16_t target, uint32_t now_us, uint32_t us_per_step) {
        if (position_ == target || !pace_.is_due(now_us, us_per_step)) return 0;
        const int8_t direction = position_ < target ? 1 : -1;
        position_ = static_cast<int16_t>(position_ + direction);
        return direction;
    }

private:
    Pace pace_;
    int16_t position_;
};

/// A motor that runs at a velocity.
class VelocityAxis {
public:
    /// The direction of the step that is due now, -1 or 1; 0: none is due.
    ///
    /// `us_per_step` is the time of a step at full speed; `velocity` is its share, -`full` to `full`.
    int8_t step_at(int16_t velocity, int16_t full, uint32_t now_us, uint32_t us_per_step) {
        if (velocity == 0) return 0;
        if (velocity != velocity_) {
            // A division takes about 40 us on an 8-bit processor: only when the velocity changes.
            velocity_ = velocity;
            const int16_t speed = static_cast<int16_t>(velocity < 0 ? -velocity : velocity);
            interval_us_ = us_per_step * static_cast<uint32_t>(full) / static_cast<uint32_t>(speed);
        }
        if (!pace_.is_due(now_us, interval_us_)) return 0;
        return velocity < 0 ? -1 : 1;
    }

private:
    Pace pace_;
    int16_t velocity_ = 0;
    uint32_t interval_us_ = 0;
};

}  // namespace waldo
