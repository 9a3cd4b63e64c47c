"""The ways in and out, and the people."""

from django.urls import path

from steer_app.accounts.views import invitations, own, people, sign_in

app_name = "accounts"
urlpatterns = [
    path("sign-in/", sign_in.form, name="sign-in"),
    path("sign-in/link/", sign_in.link, name="link"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("join/", invitations.join, name="join"),
    path("account/", own.account, name="account"),
    path("people/", people.listing, name="people"),
    path("people/<int:person_id>/role/", people.change_role, name="change-role"),
    path("people/<int:person_id>/deactivate/", people.deactivate, name="deactivate"),
    path("people/<int:person_id>/reactivate/", people.reactivate, name="reactivate"),
    path("people/invitations/", invitations.invite, name="invite"),
    path("people/invitations/<int:invitation_id>/withdraw/", invitations.withdraw, name="withdraw"),
]
