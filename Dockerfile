# The README's two commands, and nothing more:
#   docker build -t sticks-and-stones . && docker run --rm -it sticks-and-stones
FROM rust:slim
WORKDIR /sticks-and-stones
COPY . .
RUN cargo test --locked
CMD ["cargo", "run", "--release", "--bin", "grade", "--", "sticks", "--part", "1", "--", "sh", "contrib/example/sticks.sh"]
