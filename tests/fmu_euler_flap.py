# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""The start of flap-reversible-deploy-drop by explicit Euler steps, its equations written out (docs/plants/flap.md): the load
drives the surface back until the valve holds it.  Nothing here is of the library."""
import math

GM, KF, KSF, wF, zF, GV = 3.0, 3.5e-3, 30.0, 1000.0, 0.7, 1200.0
D, CQ, CLK, JS, CS = 2.75e-3, 1.3e-4, 6e-13, 3000.0, 1e4
KP, WM, KW, CorM = 15.0, 0.3, 0.15, 0.01
Com, TLD, PSR = math.radians(17.0), 35e3, 26e6
FRICTION = -(2000.0 + (1.0 - 0.4) * TLD)  # backward, the load aids


def pressure(XS, W):
    """P in D*W + CLK*P = CQ*XS*sqrt(PSR - s*P), s the sign of XS: by halves."""
    s = 1.0 if XS > 0.0 else -1.0
    low, high = -1e9, 1e9
    for _ in range(100):
        P = 0.5 * (low + high)
        drop = PSR - s * P
        if D * W + CLK * P > CQ * XS * math.copysign(math.sqrt(abs(drop)), drop):
            high = P
        else:
            low = P
    return low


def first_stick(step):
    """The number of steps after which the surface does not move back any more."""
    TH = W = XF = VF = XS = 0.0
    steps = 0
    while steps == 0 or W < 0.0:
        speed = max(-WM, min(WM, KP * (Com - TH)))
        current = max(-CorM, min(CorM, KW * (speed - W)))
        force = D * pressure(XS, W) - TLD - CS * W - FRICTION
        flapper = wF * wF * (KF * (GM * current - KSF * XS) - XF) - 2.0 * zF * wF * VF
        TH, W, XF, VF, XS = TH + step * W, W + step * force / JS, XF + step * VF, VF + step * flapper, XS + step * GV * XF
        steps += 1
    return steps
