# The slim image; the full one (bigger embedders, models, PostgreSQL) is built with --build-arg EXTRAS=all.
FROM python:3.12-slim AS build
ARG EXTRAS=""
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/taisa
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY agent ./agent
RUN /opt/taisa/bin/pip install ".${EXTRAS:+[$EXTRAS]}"

FROM python:3.12-slim
LABEL org.opencontainers.image.title="Taisa" org.opencontainers.image.licenses="MIT"
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin taisa \
    && mkdir -p /content /data \
    && chown taisa /data
COPY --from=build /opt/taisa /opt/taisa
ENV PATH="/opt/taisa/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    OMP_NUM_THREADS=1 \
    OMP_WAIT_POLICY=passive \
    TAISA_HOST=0.0.0.0 \
    TAISA_PORT=8080 \
    TAISA_SCENARIOS_DIR=/content/scenarios \
    TAISA_KNOWLEDGE_DIR=/content/knowledge_base \
    TAISA_INDEX_DIR=/data/index \
    TAISA_DATABASE_URL=sqlite:////data/taisa.db
# Content is mounted, not baked in: authors change it without building an image.
VOLUME ["/content", "/data"]
WORKDIR /data
USER 10001
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['TAISA_PORT'] + '/healthz', timeout=2)"]
# Refuses to start without TAISA_API_KEYS, because it can be reached from outside.
# 1 says that a changed guide is not proven: it serves on trial.
CMD ["sh", "-c", "agent index; code=$?; [ $code -le 1 ] || exit $code; exec agent serve"]
