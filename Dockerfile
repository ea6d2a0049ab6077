# Any Debian with Python 3 and its venv module will do: the official Python
# image, or plain Debian with the packages python3 and python3-venv.
ARG PYTHON_IMAGE=python:3.13-slim


# --- build: the project and its dependencies go into /opt/venv ---------------
FROM ${PYTHON_IMAGE} AS build

# What compiles the engine: gcc and the C library's headers, and Python's own
# where the image has none (the official Python image has them).
RUN headers=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))') \
 && apt-get update \
 && apt-get install --yes --no-install-recommends gcc libc6-dev \
        $(test -e "$headers/Python.h" || echo libpython3-dev) \
 && rm -rf /var/lib/apt/lists/*

# pip lives in a virtual environment of its own, so that the one which is
# shipped never has it.
RUN python3 -m venv /opt/tools \
 && python3 -m venv --without-pip /opt/venv

WORKDIR /src
COPY . .

# Of the dependencies wheels only: nothing but the engine is compiled here. An
# engine that was not compiled would work, but is not what is wanted.
RUN /opt/tools/bin/pip --python /opt/venv/bin/python install \
        --no-cache-dir --only-binary=:all: . \
 && cd / && /opt/venv/bin/python -Ic 'import engine.compiled as e; assert e.form() == "compiled"'


# --- final: the virtual environment and nothing else -------------------------
# The same base, since the virtual environment points at its Python.
FROM ${PYTHON_IMAGE}

# Fixed ids, so that a cluster can demand "not root" and own volumes by number.
RUN groupadd --gid 10001 app \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent \
        --shell /usr/sbin/nologin app

# The service installs nothing, so what the base has for that goes too: pip,
# ensurepip (which brings pip back) with its wheels, setuptools and wheel.
RUN rm -rf /usr/local/bin/pip* /usr/bin/pip* $(python3 -c '\
import glob, importlib.util, sysconfig; \
specs = map(importlib.util.find_spec, ("pip", "ensurepip", "setuptools", "wheel")); \
dirs = [d for spec in specs if spec for d in spec.submodule_search_locations]; \
infos = [i for d in dirs for i in glob.glob(d + "-*.dist-info")]; \
print(*dirs, *infos, sysconfig.get_config_var("WHEEL_PKG_DIR") or "")')

# Owned by root: the service can read its code but not change it.
COPY --from=build /opt/venv /opt/venv

ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PORT=8000

WORKDIR /srv
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM

# http.client, as it takes no notice of proxy settings.
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
    CMD ["python", "-IS", "-c", "import http.client, os, sys; c = http.client.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=4); c.request('GET', '/healthz'); sys.exit(c.getresponse().status != 200)"]

CMD ["python", "-m", "app"]
