"""Invasion: America: a continent of hexes; landings, supply and zones of control."""
