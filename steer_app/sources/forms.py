"""What people type and choose to fill a collection."""

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile


class CollectionForm(forms.Form):
    name = forms.CharField(
        label="Name",
        max_length=120,
        help_text="What the files have in common.",
        error_messages={"required": "Give the collection a name."},
    )


class _Files(forms.ClearableFileInput):
    allow_multiple_selected = True


class _ManyFiles(forms.FileField):
    """Several files in one field, each within settings.UPLOAD_MB."""

    widget = _Files

    def clean(self, data, initial=None) -> list[UploadedFile]:
        files = [super(_ManyFiles, self).clean(file, initial) for file in data or [None]]
        for file in files:
            if file.size > settings.UPLOAD_MB * 2**20:
                raise forms.ValidationError(
                    f"{file.name} has {file.size / 2**20:.0f} MB; a file may have {settings.UPLOAD_MB} MB at most."
                )
        return files


class UploadForm(forms.Form):
    files = _ManyFiles(  # type: ignore[assignment]  # a field: the metaclass takes it off the class
        label="Choose files",
        allow_empty_file=True,
        max_length=1000,
        help_text="PDF, Word, PowerPoint, Excel, HTML, Markdown, text, e-mail (EML, MBOX).",
        error_messages={"required": "Choose at least one file."},
    )
