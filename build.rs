//! The fixtures are built into `grade`: a new file among them is a reason to build it again.

fn main() {
    println!("cargo::rerun-if-changed=fixtures");
}
