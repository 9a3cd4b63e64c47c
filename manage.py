#!/usr/bin/env python
"""Django's command line for SteerLab."""

import sys

if __name__ == "__main__":
    from steer_app.start import load_settings

    load_settings()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
