"""Loading the settings at the start of a process, where a wrong one must end it with a sentence, not a traceback."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured


def load_settings() -> None:
    """Loads the settings. Ends the process with status 2 and one sentence that names the setting when one is wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "steer_app.settings")
    try:
        import steer_app.settings  # noqa: F401
    except ImproperlyConfigured as wrong:
        print(f"SteerLab cannot start. {wrong}", file=sys.stderr)  # noqa: T201 - nothing else is up yet
        raise SystemExit(2) from None
