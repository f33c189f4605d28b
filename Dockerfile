# The image of a release: the static program alone, which needs no JDK. script/image builds it from the archives in dist.
#
#   docker run --rm -v "$PWD:/src:ro" ghcr.io/energylint/energylint check
FROM scratch
ARG TARGETARCH
COPY linux_$TARGETARCH/energylint /usr/bin/energylint
WORKDIR /src
ENTRYPOINT ["/usr/bin/energylint"]
