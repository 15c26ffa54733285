"""The games that ship with Warband, one package each."""
