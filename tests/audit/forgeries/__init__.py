"""The forger's test: what a referee who knows every secret can change in a log unnoticed.

`matches` writes honest logs of every mode, `drafts` and `attacks` change them, `forger` makes anew
what depends on a change, `judges` asks the verifiers, `findings` counts, `stays` lists what may
stay (written as `allowed` says), `table` prints.
"""
