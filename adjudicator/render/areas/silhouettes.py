"""Counters: silhouettes of unit kinds, signs of resources, and the faces that carry them.

All shapes are drawn for this project. Each silhouette fills a box of 32 by 24 units in one colour,
so that it reads at 14 pixels and at 60.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["RESOURCES", "SILHOUETTES"]

SILHOUETTES: Mapping[str, str] = MappingProxyType(
    {
        # A helmeted head and shoulders, a rifle at the side.
        "infantry": (
            "M14.5 1C9.4 1 6.4 4.4 6.2 9L4.4 11.2H24.6L22.8 9C22.6 4.4 19.6 1 14.5 1Z"
            "M9 12.6H20C20 16 17.8 18.2 14.5 18.2S9 16 9 12.6Z"
            "M2 24C2 20 5.2 18.2 9.4 17.8C10.8 19.2 12.5 19.8 14.5 19.8S18.2 19.2 19.6 17.8"
            "C22 18 24 18.7 25.2 20V24Z"
            "M27.6 2H29V8.5H30.2V15L31 24H26.6V8.5H27.6Z"
        ),
        # A brimmed hat, a kerchief over the face, a pitchfork.
        "partisan": (
            "M8.4 7C8.6 3.4 9.6 .8 11.6 .8C12.8 .8 13.4 1.8 14.4 1.8S16 .8 17.2 .8"
            "C19.2 .8 20.2 3.4 20.4 7L26.4 6.2C25 9.6 20.6 11 14.4 11S3.8 9.6 2.4 6.2Z"
            "M9 12.2C12 13.2 16.8 13.2 19.8 12.2L19 16.4L14.4 20.4L9.8 16.4Z"
            "M1.6 24C1.8 20.6 4.6 18.8 8.4 18L14.4 23L20.4 18C22 18.4 23.6 19 24.8 20V24Z"
            "M25.4 1H26.8V7.4H27.9V1H29.3V7.4H30.4V1H31.8V8.4C31.8 9.8 30.8 10.8 29.5 11V24"
            "H27.7V11C26.4 10.8 25.4 9.8 25.4 8.4Z"
        ),
        # A lorry with a canvas back on two wheels.
        "mobile-unit": (
            "M1 6C1 4 2.2 3 4 3H16.6C18.4 3 19.4 4 19.4 6V18.8H13.6A4.4 4.4 0 0 0 5 18.8H1Z"
            "M20.7 6.6H26L30.8 12V18.8H28.8A4.4 4.4 0 0 0 20.7 17.8Z"
            "M22.6 8.4V12H28.2L25.2 8.4Z"
            "M9.3 16.6A3.4 3.4 0 1 1 9.29 16.6ZM9.3 18.9A1.1 1.1 0 1 0 9.31 18.9Z"
            "M24.5 16.6A3.4 3.4 0 1 1 24.49 16.6ZM24.5 18.9A1.1 1.1 0 1 0 24.51 18.9Z"
        ),
        # A turret with a long gun, a hull without tracks, a cushion of air.
        "hovertank": (
            "M11 2.4H15.6V4.4H19.6L20.3 5.8H31.6V8.2H21.4L22.4 10.2H6L8.6 4.4H11Z"
            "M3.6 11.2H26.4L31.4 14.4L28.2 18H4.4L.6 14.4Z"
            "M4.6 19.2H28L30 21H2.6Z M5 22.2H10.6V23.8H5Z M13.2 22.2H18.8V23.8H13.2Z"
            "M21.4 22.2H27V23.8H21.4Z"
        ),
        # Rotor, cabin with a window, tail, skids.
        "helicopter": (
            "M.4 1.6H26.4V3.6H14.6V6.2H17C19.8 6.2 21 7.4 21.8 9.2L28.6 9.8V6H31V14H28.6V12.4"
            "L21.2 14.6C20.2 17.4 18.2 18.6 15.6 18.6H15.8V20.8H20.6V22.8H5.2"
            "C4 22.8 3.2 22.2 3.2 21L4.6 20.8H7.2V18.4C4.6 17.8 3 16.2 3 14"
            "C3 9.8 7 6.2 11.4 6.2H12.2V3.6H.4Z"
            "M5.4 13.2H11.6V8.4C8.4 8.6 5.8 10.6 5.4 13.2Z M9.4 18.6V20.8H13.6V18.6Z"
        ),
        # From above: swept wings, four engines, tail.
        "bomber": (
            "M16 0C17.5 0 18.3 2.4 18.3 5V7.4L21.4 9.2V6.4H23.4V10.4L26.2 12V9.4H28.2V13.2L32 15.4"
            "V18L18.3 14.4V18.6L22.6 21.4V23.6L16 22.2L9.4 23.6V21.4L13.7 18.6V14.4L0 18V15.4"
            "L3.8 13.2V9.4H5.8V12L8.6 10.4V6.4H10.6V9.2L13.7 7.4V5C13.7 2.4 14.5 0 16 0Z"
        ),
        # A dish on a stand and the spark of its beam.
        "laser": (
            "M5.2 3.4C2.4 10.6 5 17.2 11 19.2V20.6H6.4V23.6H20V20.6H15.4V19.6C18 19.4 20.2 18.4 "
            "22 16.6Z"
            "M14.6 9.2L20.4 5.4L21.4 6.8L16 10.6Z"
            "M26 0L27 3.2L30.2 1.8L28.8 5L32 6L28.8 7L30.2 10.2L27 8.8L26 12L25 8.8L21.8 10.2"
            "L23.2 7L20 6L23.2 5L21.8 1.8L25 3.2Z"
        ),
        # An anchor.
        "foothold": (
            "M14.8 6.4H9.4V9H14.8V19C11.6 18.6 8.8 16.6 8 13.6L10 14.4L6.4 9.6L3.4 14.8L5.4 14.2"
            "C6.6 19.6 11 22.6 16 24C21 22.6 25.4 19.6 26.6 14.2L28.6 14.8L25.6 9.6L22 14.4L24 13.6"
            "C23.2 16.6 20.4 18.6 17.2 19V9H22.6V6.4H17.2V5.6A3 3 0 1 0 14.8 5.6Z"
            "M16 1.6A1.3 1.3 0 1 1 15.99 1.6Z"
        ),
        # The rest is of no age: a banner, a horse's head, a gun, a ship, a tower, a crown.
        "army": "M6 1H8.4V24H6ZM9.4 2H29L23.2 7.8L29 13.6H9.4Z",
        "cavalry": (
            "M8.6 24C8.6 18.4 12.6 15.6 13.8 12.4L8.4 14.8L4.8 11.4L12.4 3.6L13 .4L16.8 2.8"
            "C22.8 4.2 26.6 9.6 26.6 17V24Z"
        ),
        "artillery": (
            "M3.2 5.6L27.6 .8L28.8 6.2L5.4 11.6Z"
            "M13 11.2A6.2 6.2 0 1 1 12.99 11.2ZM13 13.8A3.6 3.6 0 1 0 13.01 13.8Z"
            "M19.8 18.6L31 21.2V23.6L19 20.8Z"
        ),
        "fleet": "M2 17H30L26 23.4H6ZM15 .6H17V16H15ZM18.4 3L27.6 14.8H18.4ZM13.6 5.4V14.8H6.2Z",
        "fort": (
            "M4 24V10.4H2V2.6H7.2V6H10.8V2.6H21.2V6H24.8V2.6H30V10.4H28V24H19.2V17.4"
            "A3.2 3.2 0 0 0 12.8 17.4V24Z"
        ),
        "leader": "M3.4 19.6L1.4 6L9.6 12L16 1.6L22.4 12L30.6 6L28.6 19.6ZM3.8 21.2H28.2V23.8H3.8Z",
    }
)
"""The path of each kind, in a box of 32 by 24, to be filled by the even-odd rule."""

RESOURCES: Mapping[str, str] = MappingProxyType(
    {
        # A derrick.
        "oil": (
            "M9 3H11L15.4 17H13.4L12.9 15.2H7.1L6.6 17H4.6ZM9.9 5.2L9.2 7.7H10.8L10.1 5.2Z"
            "M8.8 9.2L8.2 11.2H11.8L11.2 9.2ZM7.8 12.6L7.5 13.8H12.5L12.2 12.6Z"
        ),
        # A cut stone.
        "mineral": (
            "M6.2 4.4H13.8L17 8.2L10 16.8L3 8.2ZM7 5.6L5.2 7.6H7.6L8.6 5.6ZM10 5.6L8.9 7.6H11.1Z"
            "M11.4 5.6L12.4 7.6H14.8L13 5.6ZM5.4 8.9L8.7 13L7.7 8.9ZM14.6 8.9L11.3 13L12.3 8.9Z"
        ),
        # An ear of corn.
        "agricultural": (
            "M9.4 17.6V6.2H10.6V17.6ZM10 2.4C11.4 3.6 11.4 5 10 6.2C8.6 5 8.6 3.6 10 2.4Z"
            "M9 10C6.8 9.8 5.8 8.6 5.8 6.4C8 6.6 9 7.8 9 10ZM11 10C13.2 9.8 14.2 8.6 14.2 6.4"
            "C12 6.6 11 7.8 11 10ZM9 13.6C6.8 13.4 5.8 12.2 5.8 10C8 10.2 9 11.4 9 13.6Z"
            "M11 13.6C13.2 13.4 14.2 12.2 14.2 10C12 10.2 11 11.4 11 13.6ZM9 17.2"
            "C6.8 17 5.8 15.8 5.8 13.6C8 13.8 9 15 9 17.2ZM11 17.2C13.2 17 14.2 15.8 14.2 13.6"
            "C12 13.8 11 15 11 17.2Z"
        ),
    }
)
"""The path of each resource's sign, in a box of 20 by 20, to be filled by the even-odd rule."""
