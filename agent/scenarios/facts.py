"""The facts every scenario may count on, with the values they can take: read from customers' words elsewhere.

Used to try conditions out on typed samples, and to tell a fact nobody establishes from one that is known.
"""

from __future__ import annotations

from collections.abc import Mapping

Value = str | int | float | bool | tuple[str, ...]

# A tuple of values: the fact is one of them. FREE: any text. A nested tuple: the fact is a list of those.
FREE = "…"
STATED: Mapping[str, tuple[Value, ...]] = {
    "problem_type": ("internet", "tv", "phone", "email", "account", "equipment"),
    "scope": ("all_devices", "single_device", "one_room", "one_channel", "one_site"),
    "connection_pattern": ("none", "intermittent", "slow", "evening"),
    "device": (
        "phone",
        "laptop",
        "computer",
        "tablet",
        "tv",
        "tv_box",
        "router",
        "console",
        "printer",
        "handset",
        "remote",
    ),
    "medium": ("wifi", "cable"),
    "lights": ("none", "red", "green", "orange", "blinking"),
    "already_tried": (
        (),
        ("restart",),
        ("cables",),
        ("reset",),
        ("other_device",),
        ("other_socket",),
        ("reinstall",),
        ("restart", "cables"),
    ),
    "handset_kind": ("corded", "cordless"),
    "wifi_link": ("no_internet",),
    "power_lead": ("damaged", "replaced"),
    "fibre_line": ("damaged", "replaced"),
    "since": (FREE,),
    "customer_equipment": ("own_router", "operator_router"),
}
PROBLEM_TYPES = tuple(str(value) for value in STATED["problem_type"])
