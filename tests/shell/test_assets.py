"""Package assets: found in installed packages, collected, and served by WhiteNoise."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from whitenoise.middleware import WhiteNoiseMiddleware

from steer_app.shell.finders import file_in_package


@pytest.fixture
def collected(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "static"
    call_command("collectstatic", interactive=False, verbosity=0)
    return settings.STATIC_ROOT


def test_every_package_asset_is_collected_byte_for_byte(collected, settings):
    for address, named in settings.PACKAGE_ASSETS.items():
        assert (collected / address).read_bytes() == file_in_package(*named).read_bytes()


def test_whitenoise_serves_what_was_collected(collected, settings, db):
    def nothing(_request):
        raise AssertionError("WhiteNoise should have answered")

    middleware = WhiteNoiseMiddleware(nothing)
    request = Client().get("/health/").wsgi_request
    for address in (*settings.PACKAGE_ASSETS, "css/tokens.css", "css/app.css", "js/app.js"):
        request.path_info = f"/static/{address}"
        response = middleware(request)
        assert response.status_code == 200
        assert b"".join(response.streaming_content) == (collected / address).read_bytes()
        response.close()


def test_the_websocket_extension_is_the_one_for_this_htmx(settings):
    htmx, extension = (Path(finders.find(f"vendor/{name}.js")).read_text() for name in ("htmx", "htmx-ws"))
    assert 'version:"2.' in htmx
    assert 'defineExtension("ws"' in extension


def test_a_file_of_a_missing_package_is_named():
    with pytest.raises(FileNotFoundError, match="no_such_package is not installed"):
        file_in_package("no_such_package", "x.js")


def test_looking_a_file_up_does_not_import_its_package():
    program = (
        "import sys\nfrom steer_app.shell.finders import file_in_package\n"
        "file_in_package('sklearn', 'x'); print('sklearn' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
