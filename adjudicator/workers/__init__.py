"""Workers: one function for many items, over the processes of a machine or over several machines.

It knows no match: whoever uses it brings a function that can be pickled, and items. Whatever is
done here may be done twice, for a worker can be killed behind its work and before its word: so a
job must be idempotent (tournaments.md 9). The modules by chapters; each uses those of its own
chapter and of the chapters above it.

What came of a job.
    outcomes, carried

Where jobs run.
    engines, machines

Who hands them out.
    driver

Folders that are not shared.
    packed
"""
