"""Stratix: four fronts, twenty-one pieces an army, recon spaces and a deck of cards."""
