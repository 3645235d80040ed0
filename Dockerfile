# An image of Ronghui: what `npm run release` makes, on a Debian without tools to build with. How to run it: docs/operations.md, In containers.
#   docker build -t ronghui:0.8.0 .          buildah build --format docker -t ronghui:0.8.0 .
# Other bases, of one's own registry for instance: --build-arg BUILD_BASE=… (Debian 12 with Node 20 or newer, git and tar) --build-arg BASE=… (Debian 12).
ARG BUILD_BASE=docker.io/library/node:24-bookworm
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /source
COPY . .
# What a commit does not have is no release: the archive is that of the commit that is built.
RUN npm run release --silent -- /release \
  && mkdir /program \
  && tar -xzf /release/ronghui-*-linux-x64.tar.gz -C /program --strip-components=1

FROM ${BASE}
# The libraries of the C and C++ compilers and a shell are all that the program asks of the system.
RUN groupadd --gid 10001 ronghui \
  && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin ronghui \
  && install -d -m 700 -o ronghui -g ronghui /var/lib/ronghui-data /var/lib/ronghui-files
COPY --from=build /program /opt/ronghui
# The temporary folder is in memory where the file system is read-only, and so is what Node compiles.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/ronghui-data CACHE_DIRECTORY=/tmp/ronghui-cache
VOLUME ["/var/lib/ronghui-data", "/var/lib/ronghui-files"]
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=120s \
  CMD ["/opt/ronghui/node/bin/node", "-e", "fetch('http://127.0.0.1:8080/readyz?only=node').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/ronghui/ronghui"]
CMD ["start"]
