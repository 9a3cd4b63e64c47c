"""What is marked `both_databases` holds on a real PostgreSQL as well."""

import pytest


@pytest.mark.service
@pytest.mark.timeout(600)
def test_sources_hold_on_postgresql(postgres_url):
    from tests.postgres import pass_on_postgres

    pass_on_postgres(postgres_url, "tests/sources")
