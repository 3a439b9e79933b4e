//! Everything that reads bytes of strangers, over the corpus of the fuzzer.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use sticks_and_stones::fuzzing::TARGETS;

#[test]
fn every_target_holds_on_its_whole_corpus_and_on_all_beginnings_of_it() {
    for (name, feed) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fuzz/corpus")
            .join(name);
        let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut fed = 0;
        for file in files {
            let bytes = fs::read(file.expect("listed").path()).expect("read");
            // Cut where something may just have begun; long files at a few places only.
            for end in (0..bytes.len()).step_by(bytes.len() / 64 + 1) {
                feed(&bytes[..end]);
            }
            feed(&bytes);
            fed += 1;
        }
        assert!(fed >= 3, "{name}: a corpus of {fed}");
    }
}

#[test]
fn the_fuzzer_has_a_program_for_every_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    for (index, (name, _)) in TARGETS.iter().enumerate() {
        let program = fs::read_to_string(folder.join(format!("{name}.rs"))).expect(name);
        assert!(program.contains(&format!("TARGETS[{index}]")), "{name}");
    }
}
