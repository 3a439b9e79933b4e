#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sticks_and_stones::fuzzing::TARGETS[6].1(bytes));
