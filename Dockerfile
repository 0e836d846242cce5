# The product in one image: docker build -t leadline .   (how it is run: deploy/compose.yaml, docs/install.md)

FROM node:24-bookworm-slim AS build
WORKDIR /app
# Packages before sources: a change of the code alone installs nothing anew.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build
# What only builds pages is 150 MB that the server never loads.
RUN npm uninstall --no-save --omit=dev @tailwindcss/vite @tanstack/react-query @tanstack/react-virtual \
      @vitejs/plugin-react lucide-react radix-ui react-router tailwindcss tus-js-client vite @fontsource-variable/inter

FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin leadline \
 && install -d -o leadline -g leadline -m 700 /data
WORKDIR /app
COPY --from=build /app /app
# The image is read-only for the server; only its data and its cache of compiled sources are not.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
USER leadline
VOLUME /data
EXPOSE 3000
# A first start makes the database; later ones take seconds.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/app/node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# The Node that package-lock.json names by its hash, and not the build image's.
ENTRYPOINT ["/app/node_modules/.bin/node", "--max-semi-space-size=4"]
CMD ["src/server/main.ts"]
