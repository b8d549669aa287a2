# `make build` builds and publishes the warehouse, `make site` makes pages of it, `make test` runs every test; each
# sets up .venv when it is not there or out of date.
PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
DBT := $(VENV)/bin/dbt
UV := $(shell command -v uv 2>/dev/null)

.PHONY: build test site lock seeds clean

# Python keeps what it compiles of the packages, whatever the environment says: compiling them anew costs every build seconds.
unexport PYTHONDONTWRITEBYTECODE

# The folder goes through the environment and unread by make, so that no character of its name can disturb the shell or make.
export GO_RATINGS_VARS := $(if $(value LANDING),{"landing": "$(subst ",\",$(subst \,\\,$(value LANDING)))"},{})

build: $(READY)
	$(DBT) build --vars "$$GO_RATINGS_VARS"

test: $(READY)
	$(VENV)/bin/python -m pytest

# The site of what is published now: open pages/dist/index.html.
site: $(READY)
	$(VENV)/bin/python pages/build.py

# The environment: exactly the locked versions, checked by hash, and this checkout's package on top.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "go_ratings needs Python 3.11 or newer; name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
ifneq ($(UV),)
	uv venv --quiet --allow-existing --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV)
	uv pip install --quiet --python $(VENV)/bin/python --require-hashes --no-deps -r requirements.lock
	uv pip install --quiet --python $(VENV)/bin/python --no-deps --no-build-isolation --editable .
else
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
endif
	@touch $(READY)

# Writes requirements.lock anew from pyproject.toml (needs uv): newest versions in the given bounds.
lock:
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --output-file requirements.lock pyproject.toml

# Writes the demonstration league's seeds anew, byte for byte the same.
seeds: $(READY)
	$(VENV)/bin/python seeds/simulators/demonstration_league.py

clean:
	rm -rf $(VENV) target logs pages/dist warehouse/* python_models/*.egg-info
