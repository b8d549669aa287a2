# `make build` builds and publishes the warehouse, `make site` makes pages of it. `make test` runs every test, `make test-fast`
# those that run no dbt; `make lint` checks the code's form and types, `make format` mends the form. Each installs into .venv
# what it needs and isn't there yet or is out of date.
PYTHON ?= python3
VENV := .venv
DBT := $(VENV)/bin/dbt
UV := $(shell command -v uv 2>/dev/null)

# What is installed: $(READY) is what a build and the site need, $(VENV)/.ready-GROUP a group of pyproject.toml on top.
READY := $(VENV)/.ready
ON_TOP := test browser metrics notebooks lint
# Superset, whose packages don't fit a build's, has an environment of its own.
SUPERSET := .venv-superset

SQL := models macros tests/data analyses examples

.PHONY: build aliases what-if test test-fast lint format site workbook notebooks metrics superset dashboards lock seeds contract answers clean
# Installing into one environment is one thing at a time, whatever -j says.
.NOTPARALLEL:

# Python keeps what it compiles of the packages, whatever the environment says: compiling them again costs every build seconds.
unexport PYTHONDONTWRITEBYTECODE

# The folder goes through the environment, unread by make, so that no character in its name can confuse the shell or make.
# LANDING itself stays here: what is given on make's command line would be expanded on its way into a recipe's environment.
unexport LANDING
export GO_RATINGS_VARS := $(if $(value LANDING),{"landing": "$(subst ",\",$(subst \,\\,$(value LANDING)))"},{})

build: $(READY)
	$(DBT) build --vars "$$GO_RATINGS_VARS"

# A list by another K, start or system beside its current method, in a warehouse of its own: nothing is published.
#   make what-if WHAT_IF='{list: pro, engine: elo, parameters: {k_factor: 24}}'
unexport WHAT_IF
COMMA := ,
export GO_RATINGS_WHAT_IF := {$(if $(value LANDING),"landing": "$(subst ",\",$(subst \,\\,$(value LANDING)))"$(COMMA) )"what_if": $(value WHAT_IF)}

what-if: $(READY)
	$(if $(value WHAT_IF),,$(error Say what: make what-if WHAT_IF='{list: pro, engine: elo, parameters: {k_factor: 24}}'))
	@folder="$${GO_RATINGS_WAREHOUSE:-warehouse}/what_if" && mkdir -p "$$folder" && \
	GO_RATINGS_WAREHOUSE="$$folder" $(DBT) --quiet build --vars "$$GO_RATINGS_WHAT_IF" --target-path target/what_if \
		--exclude int_setting_score+ --exclude-resource-type unit_test exposure && \
	$(VENV)/bin/python -m go_ratings.warehouse.what_if "$$folder/build.duckdb"

test: $(READY)-test $(READY)-browser $(READY)-metrics $(READY)-notebooks
	$(VENV)/bin/python -m pytest -n 2

test-fast: $(READY)-test
	$(VENV)/bin/python -m pytest -n 2 -m "not build"

lint: $(READY)-lint $(READY)-test
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/python tests/python/tooling/sql_lines.py $(SQL)
	$(VENV)/bin/sqlfluff lint $(SQL)

# Python and SQL in the form that `make lint` asks for, as far as a program can bring them into it.
format: $(READY)-lint
	$(VENV)/bin/ruff check --fix-only --quiet
	$(VENV)/bin/ruff format
	$(VENV)/bin/sqlfluff fix $(SQL)

# Lines for the landing table aliases that the published build proposes, the likely ones first: look through the file, take out
# what is wrong, and put it into the landing folder.
aliases: $(READY)
	$(VENV)/bin/python -c "import duckdb; \
		duckdb.connect('warehouse/go_ratings.duckdb', read_only=True).execute( \
			\"copy (from marts.mart_proposed_alias order by certainty, games desc, alias) to 'aliases_proposed.csv'\" \
		)"

# The site of what is published now: open pages/dist/index.html.
site: $(READY)
	$(VENV)/bin/python pages/build.py

# What is published as an Excel workbook: warehouse/go_ratings.xlsx. MOST_ROWS leaves out marts with more rows.
workbook: $(READY)
	$(VENV)/bin/python bi/workbook.py $(if $(MOST_ROWS),--most-rows $(MOST_ROWS))

# The notebooks of analyses/, in a browser, until Ctrl-C.
notebooks: $(READY)-notebooks
	$(VENV)/bin/marimo edit analyses

# MetricFlow's `mf`, for the queries of analyses/metrics.md.
metrics: $(READY)-metrics

# Dashboards of what is published in a Superset of one's own, until Ctrl-C; `make dashboards` writes the ZIP alone, for one
# that is there already.
superset: $(SUPERSET)/.ready dashboards
	$(SUPERSET)/bin/python bi/superset/serve.py

dashboards: $(READY)
	$(VENV)/bin/python bi/superset/assets.py

# What is copied or moved with its project still runs the programs, and this project's package, where they were: it is set up
# again. An environment that somebody linked here is theirs.
COPIED := $(shell [ -L $(VENV) ] || [ ! -s $(READY) ] || [ "$$(cat $(READY))" = "$$(pwd -P)" ] || echo copied)

.PHONY: copied

# The environment: exactly the locked versions, checked by hash, and this checkout's package on top.
$(READY): requirements/build.lock pyproject.toml $(COPIED)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "go_ratings needs Python 3.11 or newer; name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	$(if $(COPIED),rm -rf $(VENV))
ifneq ($(UV),)
	uv venv --quiet --allow-existing --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV)
	uv pip install --quiet --python $(VENV)/bin/python --require-hashes --no-deps -r requirements/build.lock
	uv pip install --quiet --python $(VENV)/bin/python --no-deps --no-build-isolation --editable .
else
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/build.lock
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
endif
	@pwd -P > $(READY)

$(SUPERSET)/.ready: requirements/superset.lock
ifneq ($(UV),)
	uv venv --quiet --allow-existing --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(SUPERSET)
	uv pip install --quiet --python $(SUPERSET)/bin/python --require-hashes --no-deps -r $<
else
	$(PYTHON) -m venv $(SUPERSET)
	$(SUPERSET)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r $<
endif
	@touch $@

$(READY)-%: requirements/%.lock $(READY)
ifneq ($(UV),)
	uv pip install --quiet --python $(VENV)/bin/python --require-hashes --no-deps -r $<
else
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r $<
endif
	@touch $@

# Writes the locks again from pyproject.toml (needs uv): newest versions in the given bounds, one version of a package for
# all groups and, where there is one, for every Python. A group's lock holds what it adds to the build's.
LOCK := uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url
lock:
	@all="$$(mktemp)" && trap 'rm -f "$$all"' EXIT && set -e && \
	$(LOCK) --upgrade --output-file "$$all" pyproject.toml $(ON_TOP:%=--group %) --group build && \
	$(LOCK) --upgrade --constraint "$$all" --output-file requirements/build.lock pyproject.toml --group build && \
	for group in $(ON_TOP); do \
		$(LOCK) --upgrade --constraint "$$all" --output-file requirements/$$group.lock --group $$group \
			$$(sed -n 's/^\([a-z0-9.-]*\)==[^;]*$$/--no-emit-package \1/p' requirements/build.lock); \
	done && \
	$(LOCK) --upgrade --output-file requirements/superset.lock --group superset

# Writes the demonstration league's seeds again, byte for byte the same.
seeds: $(READY)
	$(VENV)/bin/python seeds/simulators/demonstration_league.py

# Writes again what tests hold a build against, from the warehouse that is built and published: the columns that readers see;
# the answers of the worked queries and of the metrics. `git diff` then shows what changed.
contract: $(READY)-test
	PYTHONPATH=tests/python $(VENV)/bin/python tests/python/warehouse/test_contract.py

answers: $(READY)-test $(READY)-metrics
	PYTHONPATH=tests/python $(VENV)/bin/python tests/python/models/test_analyses.py
	PYTHONPATH=tests/python DBT_TARGET=published $(VENV)/bin/python tests/python/models/test_metrics.py

# Takes away what a build makes again, never what is published: readers have it open, and `rollback` needs it.
clean:
	rm -rf $(VENV) $(SUPERSET) target logs pages/dist bi/superset/dist python_models/*.egg-info
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache
	rm -rf warehouse/what_if
	rm -f warehouse/build.duckdb warehouse/build.duckdb.wal warehouse/audit.html
	find python_models pages bi seeds tests -name __pycache__ -prune -exec rm -rf {} +
