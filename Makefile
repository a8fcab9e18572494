# Two commands matter: `make run` and `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: help run index chat check spelling format test test-slow docker clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One thread per numeric library: spinning threads make small work slower, not faster.
export OMP_NUM_THREADS ?= 1
export OMP_WAIT_POLICY ?= passive

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.core  ## Make everything ready, then serve API and chat page (PORT=9000 for another port)
	@$(BIN)/agent index || { code=$$?; [ $$code -eq 1 ] || exit $$code; }  # 1: a changed guide is not proven, it serves on trial
	@$(BIN)/agent serve $(if $(PORT),--port $(PORT))

index: $(VENV)/.core  ## Learn the content again after it changed
	@$(BIN)/agent index

chat: $(VENV)/.core  ## Talk to it in this terminal
	@$(BIN)/agent index || { code=$$?; [ $$code -eq 1 ] || exit $$code; }
	@$(BIN)/agent chat

check: $(VENV)/.all  ## Format, lint, strict types, import contract, content
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/agent check

spelling: $(VENV)/.core  ## Spelling of all texts in both languages (needs hunspell with hunspell-lt, hunspell-en-us)
	$(BIN)/python -m benchmarks.spelling

format: $(VENV)/.all  ## Put the code in its shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: $(VENV)/.all  ## Run the tests (ARGS="tests/api -x" for some of them)
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not slow" $(ARGS)

test-slow: $(VENV)/.all  ## Run the tests that take more than a few seconds
	$(BIN)/pytest -m slow $(ARGS)

docker:  ## Build the slim image (EXTRAS=all for the full one)
	docker build --build-arg EXTRAS=$(EXTRAS) --tag taisa .

clean:  ## Remove the environment, the index and the database
	rm -rf $(VENV) var build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Taisa needs Python 3.11 or newer: name one with PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

$(VENV)/.core: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.all: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[all]' --group dev
	@touch $(VENV)/.core $@
