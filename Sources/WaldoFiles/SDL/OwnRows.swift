/// Rows of Waldo's own, in the format of SDL's database: for pads whose drivers state axes that are not there, or
/// others in their places, so that neither a shipped mapping nor the kernel's conventions fit them. A version of 0
/// stands for any.
enum OwnRows {
    /// Where they stand, for the operator.
    static let source = "Waldo's own rows"

    static let text = """
        # The stick of an Xbox 360 pad is stated and not there; the lever is the hat.
        03000000c62400000155000000000000,Hori Real Arcade Pro VX-SA,a:b0,b:b1,back:b6,dpdown:h0.4,dpleft:h0.8,\
        dpright:h0.2,dpup:h0.1,leftshoulder:b4,lefttrigger:a2,rightshoulder:b5,righttrigger:a5,start:b7,x:b2,\
        y:b3,platform:Linux,
        # A mat: neither sticks nor triggers are there; the arrows are buttons, and two in its corners move the slider.
        03000000ab1200000400000000000000,Xbox 360 dance mat,b:b1,back:b6,dpdown:b14,dpleft:b11,dpright:b12,\
        dpup:b13,leftshoulder:b2,rightshoulder:b3,start:b7,platform:Linux,
        # The right stick's x is ABS_RZ, its y ABS_Z.
        03000000100800000100000010010000,Twin USB PS2 adapter,a:b2,b:b1,back:b8,dpdown:h0.4,dpleft:h0.8,\
        dpright:h0.2,dpup:h0.1,leftshoulder:b6,lefttrigger:b4,leftx:a0,lefty:a1,rightshoulder:b7,\
        righttrigger:b5,rightx:a3,righty:a2,start:b9,x:b3,y:b0,platform:Linux,
        # The same, and the triggers are ABS_RX and ABS_RY.
        03000000790000004318000010010000,Mayflash GameCube adapter,a:b1,b:b0,dpdown:b14,dpleft:b15,dpright:b13,\
        dpup:b12,lefttrigger:a3,leftx:a0,lefty:a1,righttrigger:a4,rightx:a5,righty:a2,start:b9,x:b2,y:b3,\
        platform:Linux,
        # ABS_Z moves with nothing of its own; the right stick is ABS_RX and ABS_RZ.
        03000000790000000600000010010000,DragonRise Generic USB Joystick,a:b2,b:b1,back:b8,dpdown:h0.4,\
        dpleft:h0.8,dpright:h0.2,dpup:h0.1,leftshoulder:b4,lefttrigger:b6,leftx:a0,lefty:a1,rightshoulder:b5,\
        righttrigger:b7,rightx:a3,righty:a4,start:b9,x:b3,y:b0,platform:Linux,
        # A DualShock 3 without a driver of its own counts its buttons from select on, and the four under the thumb last.
        030000004c0500006802000010010000,DualShock 3 without its driver,a:b14,b:b13,back:b0,dpdown:b6,dpleft:b7,\
        dpright:b5,dpup:b4,leftshoulder:b10,lefttrigger:b8,leftx:a0,lefty:a1,rightshoulder:b11,righttrigger:b9,\
        rightx:a2,righty:a3,start:b3,x:b15,y:b12,platform:Linux,
        # The same over Bluetooth, and by the program sixad.
        050000004c0500006802000000010000,DualShock 3 without its driver,a:b14,b:b13,back:b0,dpdown:b6,dpleft:b7,\
        dpright:b5,dpup:b4,leftshoulder:b10,lefttrigger:b8,leftx:a0,lefty:a1,rightshoulder:b11,righttrigger:b9,\
        rightx:a2,righty:a3,start:b3,x:b15,y:b12,platform:Linux,
        060000004c0500006802000000010000,DualShock 3 by sixad,a:b14,b:b13,back:b0,dpdown:b6,dpleft:b7,dpright:b5,\
        dpup:b4,leftshoulder:b10,lefttrigger:b8,leftx:a0,lefty:a1,rightshoulder:b11,righttrigger:b9,rightx:a2,\
        righty:a3,start:b3,x:b15,y:b12,platform:Linux,
        # The triggers are buttons, whatever axes are stated.
        05000000c82d00000161000000010000,8BitDo SN30 Pro,a:b1,b:b0,back:b10,dpdown:h0.4,dpleft:h0.8,\
        dpright:h0.2,dpup:h0.1,leftshoulder:b6,lefttrigger:b8,leftx:a0,lefty:a1,rightshoulder:b7,\
        righttrigger:b9,rightx:a2,righty:a3,start:b11,x:b4,y:b3,platform:Linux,
        # The button on the right is BTN_SOUTH, the lower one BTN_EAST.
        05000000c82d00000660000000010000,8BitDo Pro 2,a:b1,b:b0,back:b10,dpdown:h0.4,dpleft:h0.8,dpright:h0.2,\
        dpup:h0.1,leftshoulder:b6,lefttrigger:a5,leftx:a0,lefty:a1,rightshoulder:b7,righttrigger:a4,rightx:a2,\
        righty:a3,start:b11,x:b4,y:b3,platform:Linux,
        # Four axes are stated, and there is a directional pad alone, on ABS_X and ABS_Y.
        05000000c82d00003032000000010000,8BitDo Zero 2,a:b1,b:b0,back:b10,leftshoulder:b6,leftx:a0,lefty:a1,\
        rightshoulder:b7,start:b11,x:b4,y:b3,platform:Linux,
        # Its buttons are packed: start is BTN_TR.
        050000005e040000e002000003090000,Xbox One pad over Bluetooth, old firmware,a:b0,b:b1,back:b6,\
        dpdown:h0.4,dpleft:h0.8,dpright:h0.2,dpup:h0.1,leftshoulder:b4,lefttrigger:a2,leftx:a0,lefty:a1,\
        rightshoulder:b5,righttrigger:a5,rightx:a3,righty:a4,start:b7,x:b2,y:b3,platform:Linux,
        # ABS_Z is the whammy bar, which may stand anywhere; the strum bar is the hat.
        03000000ba1200000001000000000000,Guitar Hero guitar,a:b1,back:b8,dpdown:h0.4,dpleft:h0.8,dpright:h0.2,\
        dpup:h0.1,start:b9,x:b0,y:b3,platform:Linux,
        # An arcade board: the lever is ABS_X and ABS_Y; buttons 1 to 8 are the player's, then start and coin follow.
        03000000c0160000e105000010010000,Xin-Mo Dual Arcade,a:b1,b:b2,back:b9,dpdown:+a1,dpleft:-a0,dpright:+a0,\
        dpup:-a1,leftshoulder:b4,rightshoulder:b5,start:b8,x:b0,y:b3,platform:Linux,
        """
}
