"""What is marked `both_databases` holds on a real PostgreSQL as well."""

import pytest

from tests.postgres import pass_on_postgres


@pytest.mark.service
@pytest.mark.timeout(600)
def test_the_kernel_holds_on_postgresql(postgres_url):
    pass_on_postgres(postgres_url, "tests/runs", "tests/money")
