# The service in a container. Node only starts the pinned Bun, which npm installs. State is in /data; everything else may be
# read-only. Build: docker build -t livehouse .   Run: docker run --init -p 8080:8080 -v livehouse:/data livehouse
FROM node:22.20.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/package.json
# Video needs FFmpeg, which adds 209 MB: docker build --build-arg WITH_VIDEO=1 …
ARG WITH_VIDEO=
RUN npm ci --omit=dev --no-audit --no-fund \
  && if [ -n "$WITH_VIDEO" ]; then \
       npm install --no-save --save-prod --omit=dev --no-audit --no-fund node-av@6.1.1; \
     fi \
  && npm cache clean --force

FROM node:22.20.0-bookworm-slim
ENV NODE_ENV=production LIVEHOUSE_DATA=/data PORT=8080
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY package.json README.md LICENSE CHANGELOG.md ./
COPY bin bin
COPY config config
COPY docs docs
COPY examples/sample examples/sample
COPY src src
COPY packages/client/src packages/client/src
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/livehouse.js"]
CMD ["serve"]
