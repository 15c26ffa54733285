"""The shared rules engine: pure, without input or output.

- A battle: `state` is changed by `events` only; `actions` resolve (`resolution`, with `dice`) into `entries`; `engine`
  folds them, `script` plays them from text.
- What a game declares: `ruleset` has the structs and the protocol, `base` what all games share, on `flow` (whose go it
  is), `bookkeeping` and `regroup` (actions of every game), `monitors`, `guide`, `lab`, `sample` and `rulebook`.
- Chances: `odds` and `packed`, in fractions.
- Lists and rosters: `catalogue` and `limits` are the data, `catalogue_file` and its `catalogue_*` read them;
  `roster_view` is what `legality` checks, by `kit`, `warband_limits` and `costs`; `loadout` and `fielding` take a fighter
  from its list to the table.
- `wording`: numbers, lists and chances in words.

`games` has one package a game; nothing here imports it.
"""
