"""What people type in to sign in, to join and to name themselves."""

from django import forms

from steer_app.accounts.models import Role


class SignInForm(forms.Form):
    username = forms.CharField(
        label="Name",
        max_length=150,
        error_messages={"required": "Type your name here."},
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        error_messages={"required": "Type your password."},
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class NewPasswordForm(forms.Form):
    password = forms.CharField(
        label="Password",
        help_text="At least 8 characters.",
        strip=False,
        error_messages={"required": "Choose a password of at least 8 characters."},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label="The same password again",
        strip=False,
        error_messages={"required": "Type the same password once more."},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_again(self) -> str:
        again = self.cleaned_data["again"]
        if again != self.cleaned_data.get("password", again):
            raise forms.ValidationError("The two passwords differ.")
        return again


class JoinForm(NewPasswordForm):
    username = forms.CharField(
        label="Your name here",
        help_text="Letters, digits and @ . + - _",
        max_length=150,
        error_messages={"required": "Choose the name that others here know you by."},
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    field_order = ("username", "password", "again")


class RoleForm(forms.Form):
    role = forms.ChoiceField(label="Role", choices=Role.choices, initial=Role.RESEARCHER)
