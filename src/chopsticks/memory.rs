//! How much memory there is, and how sizes are written.

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;

/// Assumed where the system does not say what is free.
const MODEST: u64 = 4 << 30;

/// A number of bytes, written like `500M` or `2G` (powers of 1024).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bytes(pub u64);

const UNITS: [&str; 5] = ["", "K", "M", "G", "T"];

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Bytes, String> {
        let wrong = || format!("`{text}` is not an amount of memory; write it like 500M or 2G");
        let text = text.trim();
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit = text[digits.len()..].trim_end_matches(['B', 'b', 'i']);
        let power = UNITS
            .iter()
            .position(|known| known.eq_ignore_ascii_case(unit));
        let factor = 1024u64.pow(power.ok_or_else(wrong)? as u32);
        let number: u64 = digits.parse().map_err(|_| wrong())?;
        number.checked_mul(factor).map(Bytes).ok_or_else(wrong)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_size(self.0 as f64, f)
    }
}

/// Writes an amount of memory that may be beyond any machine.
pub fn write_size(bytes: f64, f: &mut impl fmt::Write) -> fmt::Result {
    let power = (1..=4).rev().find(|&power| bytes >= 1024f64.powi(power));
    match power {
        None => write!(f, "{bytes:.0} bytes"),
        Some(_) if bytes >= 1024f64.powi(6) => write_power_of_ten(bytes, "bytes", f),
        Some(power) => {
            let (number, unit) = (bytes / 1024f64.powi(power), UNITS[power as usize]);
            write!(f, "{number:.1} {unit}iB")
        }
    }
}

/// Writes a count, in full as long as that can be read.
pub fn write_count(count: f64, what: &str, f: &mut impl fmt::Write) -> fmt::Result {
    if count < 1e6 {
        write!(f, "{count:.0} {what}")
    } else if count < 1e15 {
        write!(f, "{:.1} million {what}", count / 1e6)
    } else {
        write_power_of_ten(count, what, f)
    }
}

fn write_power_of_ten(number: f64, what: &str, f: &mut impl fmt::Write) -> fmt::Result {
    if number.is_finite() {
        write!(f, "10^{:.0} {what}", number.log10())
    } else {
        write!(f, "over 10^{} {what}", f64::MAX_10_EXP)
    }
}

/// What the machine has free, or what is left of the limit this program runs under, if less.
pub fn free() -> Bytes {
    let machine = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| available(&text))
        .unwrap_or(MODEST);
    let group = fs::read_to_string("/proc/self/cgroup")
        .ok()
        .and_then(|text| {
            let group = text.lines().find_map(|line| line.strip_prefix("0::/"))?;
            left_in_group(Path::new("/sys/fs/cgroup"), group)
        });
    let old_style = left_under(
        Path::new("/sys/fs/cgroup/memory"),
        "limit_in_bytes",
        "usage_in_bytes",
    );
    Bytes(group.into_iter().chain(old_style).fold(machine, u64::min))
}

/// Whether the system gives so much memory. It is asked before the work is begun, for all of it at
/// once: an allocation that fails in the middle would end the program.
pub fn is_given(bytes: f64) -> bool {
    let mut trial: Vec<u8> = Vec::new();
    // The black box keeps the compiler from leaving out an allocation that nobody uses.
    std::hint::black_box(&mut trial)
        .try_reserve_exact(bytes as usize)
        .is_ok()
}

fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The least that is left in a control group and in those around it.
fn left_in_group(root: &Path, group: &str) -> Option<u64> {
    Path::new(group)
        .ancestors()
        .filter_map(|inner| left_under(&root.join(inner), "max", "current"))
        .min()
}

fn left_under(folder: &Path, limit: &str, usage: &str) -> Option<u64> {
    let read = |name: &str| -> Option<u64> {
        let text = fs::read_to_string(folder.join(format!("memory.{name}"))).ok()?;
        text.trim().parse().ok()
    };
    Some(read(limit)?.saturating_sub(read(usage)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written() {
        for (text, bytes) in [
            ("0", 0),
            ("500M", 500 << 20),
            ("2g", 2 << 30),
            ("3 KiB", 0),
            ("1024KiB", 1 << 20),
            ("1TB", 1 << 40),
        ] {
            match text.parse() {
                Ok(Bytes(read)) => assert_eq!(read, bytes, "{text}"),
                Err(_) => assert_eq!(text, "3 KiB"),
            }
        }
        for text in [
            "",
            "M",
            "-1",
            "1.5G",
            "99999999999999999999",
            "99999999T",
            "2X",
        ] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
        assert_eq!(Bytes(999).to_string(), "999 bytes");
        assert_eq!(Bytes(3 << 29).to_string(), "1.5 GiB");
    }

    #[test]
    fn sizes_beyond_any_machine_can_be_written() {
        let written = |bytes| {
            let mut text = String::new();
            write_size(bytes, &mut text).expect("a string takes all");
            text
        };
        assert_eq!(written(1e30), "10^30 bytes");
        assert_eq!(written(f64::INFINITY), "over 10^308 bytes");
    }

    #[test]
    fn the_free_memory_is_read_from_the_system() {
        assert_eq!(
            available("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"),
            Some(2 << 20)
        );
        assert_eq!(available("MemTotal: 9 kB\n"), None);
        assert!(free() > Bytes(0));
    }

    #[test]
    fn a_limit_on_a_surrounding_group_counts() {
        let root = tempfile::tempdir().expect("a folder");
        let inner = root.path().join("a/b");
        fs::create_dir_all(&inner).expect("made");
        fs::write(root.path().join("a/memory.max"), "1000\n").expect("written");
        fs::write(root.path().join("a/memory.current"), "300\n").expect("written");
        fs::write(inner.join("memory.max"), "max\n").expect("written");
        fs::write(inner.join("memory.current"), "200\n").expect("written");
        assert_eq!(left_in_group(root.path(), "a/b"), Some(700));
    }
}
