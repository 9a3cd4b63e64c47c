"""Assets that installed packages carry, served as if they were ours: nothing committed, nothing from elsewhere."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage


def file_in_package(package: str, inner: str) -> Path:
    """The path of a file inside an installed package, found without importing it (plotly's import takes a second)."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"The package {package} is not installed, and {inner} comes from it.")
    return Path(spec.submodule_search_locations[0]) / inner


class OneFile(FileSystemStorage):
    """A read-only storage that holds exactly one file, under a name of our choice."""

    prefix = ""

    def __init__(self, source: Path) -> None:
        super().__init__(location=source.parent)
        self.source = source

    def path(self, name: str) -> str:
        return str(self.source)


class PackageAssets(BaseFinder):
    """Finds what `settings.PACKAGE_ASSETS` names."""

    def check(self, **kwargs) -> list:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs) -> str | list[str]:  # type: ignore[override]
        named = settings.PACKAGE_ASSETS.get(path)
        found = [str(file_in_package(*named))] if named else []
        return found if find_all else (found[0] if found else [])

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, OneFile]]:
        for address, named in settings.PACKAGE_ASSETS.items():
            if not matches_patterns(address, list(ignore_patterns or ())):
                yield address, OneFile(file_in_package(*named))
