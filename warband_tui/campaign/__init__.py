"""What people do with their campaigns, as plain functions and small classes.

- What every write goes through: `desk` (one act on a warband), `founding`, `archiving`, `typed`, `ledger_words`.
- A roster: `rosters` reads it, `kept` is what its columns hold, `roster_sheet` and `roster_limits` are what is shown
  of it; `offers`, `hiring`, `kit_moves`, `roster_acts` and `warbands` change it; `roster_report` prints it.
  `catalogues` has the lists that it is hired from.
- A battle: `muster` sets it up, `play` keeps its entries; `battle_view`, `battle_log`, `battle_keys`, `action_form` and
  `preparing` are what its screen draws and asks; `reporting` tells it.
- A campaign: `campaigns`, `standings`, `home_view`, `sample`.
- From and to files: `roster_files`, `import_preview` and `importing` for other programs' rosters; `transfer` (in),
  `transfer_out`, `transfer_form` and `transfer_rows` for documents of our own.
- The odds lab: `odds_lab`, `lab_values`.
"""
