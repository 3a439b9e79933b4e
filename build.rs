//! The fixtures are part of the library: a changed fixture is a changed library.

fn main() {
    println!("cargo:rerun-if-changed=fixtures");
}
