"""The protocol TFD1 and the log: dice that anybody can check, from a key to the full audit.

The modules by chapters; each uses those of its own chapter and of the chapters above it.

The protocol's arithmetic, and the lines of a log.
    tfd1, genesis, log_lines, log, chains, clock, mode_words, chance

The dice audit (`verify`): it needs no rules.
    dice_audit, beacon_audit, audited_opening, automatic_audit, random_audit, verify

An opening: locked sheets meet the secret; backwards, and on with newer rules.
    opening, automatic, lock_first, correction, rewind, continuing

The full audit: all openings again by the rules; `proof` says how far it went.
    replay, proof

Beside them `verifiers/`: the dice audit once more, in one file of Python and in one page, which
stand alone.
"""
