"""The web server: Daphne, but forms are left to Django.

Twisted reads every posted form into memory as if it were a mail, only to throw it away: measured, an upload of 150 MB
took 2.1 GB and stood in everybody's way for 25 s. Daphne has no setting for it.
"""

from typing import Any

from daphne import cli, http_protocol  # the command line first: it installs Twisted's event loop


class WebRequest(http_protocol.WebRequest):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **(kwargs | {"parsePOSTFormSubmission": False}))


http_protocol.WebRequest = WebRequest

if __name__ == "__main__":
    cli.CommandLineInterface.entrypoint()
