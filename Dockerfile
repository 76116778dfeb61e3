# A Wishstone server. docs/serving.md, «Docker», says how to run it.
FROM python:3.13-slim

WORKDIR /app
COPY requirements/serve.txt requirements/serve.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/serve.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
# Everything that it needs is there, hatchling too, so nothing is fetched that has no hash.
RUN pip install --no-cache-dir --no-deps --no-build-isolation .

RUN useradd --system --uid 10001 --home-dir /data --create-home wishstone \
    && install --directory --owner wishstone /data/cache
USER wishstone
ENV XDG_DATA_HOME=/data WISHSTONE_CACHE=/data/cache
VOLUME /data
EXPOSE 8420
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8420/ready', timeout=4)"]
ENTRYPOINT ["wishstone"]
CMD ["serve", "--host", "0.0.0.0"]
