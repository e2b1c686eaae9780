"""`python -m adjudicator` is the command `adjudicator`."""

from adjudicator.cli.app import main

if __name__ == "__main__":
    main()
