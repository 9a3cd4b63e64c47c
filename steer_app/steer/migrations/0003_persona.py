from django.db import migrations, models
from django.db.models import F


def ranked_by_number(apps, schema_editor):
    """Interests stood in the order of their numbers."""
    apps.get_model("steer", "Aspect").objects.update(rank=F("no"))


class Migration(migrations.Migration):

    dependencies = [
        ("steer", "0002_answers_taken_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="aspect",
            name="rank",
            field=models.IntegerField(default=0),
        ),
        migrations.RunPython(ranked_by_number, migrations.RunPython.noop),
        migrations.AddField(
            model_name="aspect",
            name="covers",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="aspect",
            name="measured",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="personaversion",
            name="by",
            field=models.CharField(blank=True, max_length=150),
        ),
    ]
