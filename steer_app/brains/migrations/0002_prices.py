"""A price list by model and day takes the place of two figures on each connection, which move into it."""

from decimal import Decimal

import django.core.validators
from django.db import migrations, models

AMOUNT = {"max_digits": 12, "decimal_places": 6, "validators": [django.core.validators.MinValueValidator(0)]}


def into_the_list(apps, schema_editor):
    """The default model's figures win where two connections give one model different ones."""
    price = apps.get_model("brains", "Price")
    for row in apps.get_model("brains", "Connection").objects.order_by("-is_default", "pk"):
        if row.usd_per_million_in or row.usd_per_million_out:
            price.objects.get_or_create(
                model=row.model,
                valid_from=row.changed_at.date(),
                defaults={
                    "usd_in": Decimal(str(row.usd_per_million_in)),
                    "usd_out": Decimal(str(row.usd_per_million_out)),
                },
            )


class Migration(migrations.Migration):
    dependencies = [("brains", "0001_model")]

    operations = [
        migrations.CreateModel(
            name="Price",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("model", models.CharField(max_length=100)),
                ("valid_from", models.DateField()),
                ("usd_in", models.DecimalField(**AMOUNT)),
                ("usd_cached", models.DecimalField(blank=True, null=True, **AMOUNT)),
                ("usd_out", models.DecimalField(**AMOUNT)),
                ("currency", models.CharField(choices=[("USD", "US dollars")], default="USD", max_length=3)),
            ],
            options={"ordering": ["model", "-valid_from"]},
        ),
        migrations.AddConstraint(
            model_name="price",
            constraint=models.UniqueConstraint(fields=("model", "valid_from"), name="one_price_a_model_and_day"),
        ),
        migrations.RunPython(into_the_list, migrations.RunPython.noop),
        migrations.RemoveField(model_name="connection", name="usd_per_million_in"),
        migrations.RemoveField(model_name="connection", name="usd_per_million_out"),
    ]
