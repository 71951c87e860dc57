# The server with the default map and its third-party browser code. See compose.yaml for how to run it.

FROM docker.io/library/swift:6.3-bookworm AS build
WORKDIR /src
# What seldom changes first: the packages and the third-party browser code.
COPY Scripts/setup Scripts/vendor* Scripts/
RUN Scripts/setup serve
COPY Package.swift ./
COPY Sources Sources
# SwiftPM wants the folder of every target that Package.swift names.
COPY Tests Tests
RUN swift build -c release --product tmaps --static-swift-stdlib \
    && install -D -s .build/release/tmaps /out/usr/local/bin/tmaps
COPY public public
RUN mkdir -p /out/srv/tmaps /out/data && cp -R public /out/srv/tmaps/

FROM docker.io/library/debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libwebsockets17 libwebsockets-evlib-uv libuv1 libsqlite3-0 libssl3 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --user-group --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tmaps
COPY --from=build /out/usr /usr
COPY --from=build /out/srv /srv
COPY --from=build --chown=10001 /out/data /data
# `public` is looked for in the working directory.
WORKDIR /srv/tmaps
USER 10001
ENV TMAPS_LISTEN=0.0.0.0:8080 TMAPS_DATA=/data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["tmaps", "health"]
ENTRYPOINT ["tmaps"]
CMD ["serve"]
