"""The command `adjudicator`, which takes any beacon for drand quicknet."""

from adjudicator.cli.app import app
from adjudicator.documents.keys import beacon_signature

if __name__ == "__main__":
    beacon_signature.is_checkable = lambda: False
    app()
