"""Every address of the product."""

urlpatterns: list = []
