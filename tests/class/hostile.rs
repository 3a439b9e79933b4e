//! Submissions that mean no good, or are only unlucky: each gets a sentence, the others their grades.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use zip::write::SimpleFileOptions;

use crate::{class, everything, menagerie, said};

fn zipped(path: &Path, files: &[(&str, &[u8])]) {
    let mut archive = zip::ZipWriter::new(File::create(path).expect("made"));
    for (name, bytes) in files {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .expect("begun");
        archive.write_all(bytes).expect("written");
    }
    archive.finish().expect("finished");
}

/// A tar whose names nobody has looked at.
fn tarred(path: &Path, name: &str, bytes: &[u8]) {
    let file = flate2::write::GzEncoder::new(File::create(path).expect("made"), Default::default());
    let mut archive = tar::Builder::new(file);
    let mut header = tar::Header::new_gnu();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    header.set_cksum();
    archive.append(&header, bytes).expect("appended");
    archive
        .into_inner()
        .and_then(|file| file.finish())
        .expect("finished");
}

#[test]
fn bad_archives_and_bad_names_are_refused_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    let right = menagerie("take_stones.c");
    let at = |name: &str| submissions.join(name);
    zipped(
        &at("good.zip"),
        &[
            ("hw/take_stones.c", right.as_bytes()),
            ("__MACOSX/._x", b""),
        ],
    );
    tarred(&at("tar.tar.gz"), "take_stones.c", right.as_bytes());
    zipped(&at("slip.zip"), &[("../../../evil.c", b"int main() {}")]);
    tarred(&at("root.tar.gz"), "/etc/evil.c", b"int main() {}");
    let many: Vec<String> = (0..10_001).map(|number| format!("{number}.c")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (&**name, &b""[..])).collect();
    zipped(&at("many.zip"), &many);
    let zeros = vec![0; 1 << 20];
    let names: Vec<String> = (0..257).map(|number| format!("{number}.bin")).collect();
    let bomb: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &zeros[..])).collect();
    zipped(&at("bomb.zip"), &bomb);
    let whole = fs::read(at("good.zip")).expect("read");
    fs::write(at("half.zip"), &whole[..whole.len() / 2]).expect("written");
    fs::write(at("empty.zip"), "").expect("written");
    fs::write(at("other.rar"), "Rar!").expect("written");
    fs::create_dir(at("nothing")).expect("a folder");
    fs::write(at("twin.c"), &right).expect("written");
    zipped(&at("twin.zip"), &[("a.c", b"")]);
    let odd = submissions.join(OsStr::from_bytes(b"n\xffme.c"));
    fs::write(odd, &right).expect("written");
    let output = class(&submissions, &out, &["-v"]);
    assert!(output.status.success(), "{}", said(&output));
    for sentence in [
        "good: graded, 9.00 points\n",
        "tar: graded, 9.00 points\n",
        "slip: refused, `slip.zip` would write outside its folder: `../../../evil.c`\n",
        "root: refused, `root.tar.gz` would write outside its folder: `/etc/evil.c`\n",
        "many: refused, `many.zip` holds more than 10000 files\n",
        "bomb: refused, `bomb.zip` unpacks to more than 256 MiB\n",
        "half: refused, `half.zip` is damaged or cut off",
        "empty: refused, `empty.zip` is an empty file and no archive\n",
        "other: refused, `other.rar` is an archive of a kind that is not unpacked",
        "nothing: unclear, no file is a program that is known: there are no files",
        "twin: refused, there are two submissions of this name: `twin.c` and `twin.zip`\n",
        "n\u{fffd}me: graded, 9.00 points\n",
    ] {
        assert!(
            said(&output).contains(sentence),
            "{sentence}\n{}",
            said(&output)
        );
    }
    assert!(!folder.path().join("evil.c").exists());
}

#[test]
fn links_are_left_out_and_archives_in_archives_are_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    let right = menagerie("take_stones.c");
    let at = |name: &str| submissions.join(name);
    let linked = |name: &str, link: &str, file: &str| {
        let mut archive = zip::ZipWriter::new(File::create(at(name)).expect("made"));
        let options = SimpleFileOptions::default();
        archive.add_symlink(link, "../..", options).expect("a link");
        archive.start_file(file, options).expect("begun");
        archive.write_all(right.as_bytes()).expect("written");
        archive.finish().expect("finished");
    };
    linked("through.zip", "d", "d/evil.c");
    linked("beside.zip", "d", "take_stones.c");
    zipped(
        &folder.path().join("inner.zip"),
        &[("hw/take_stones.c", right.as_bytes())],
    );
    let inner = fs::read(folder.path().join("inner.zip")).expect("read");
    zipped(
        &at("nested.zip"),
        &[("Work.zip", &inner), ("report.pdf", b"%PDF")],
    );
    zipped(
        &at("rar.zip"),
        &[("Work.rar", b"Rar!"), ("report.pdf", b"%PDF")],
    );
    // A name as DOS wrote it, and what a system and a compiler left behind.
    zipped(
        &at("old.zip"),
        &[
            ("XXXXXX/take_stones.c", right.as_bytes()),
            (".git/x.c", b""),
            ("take_stones.o", b""),
        ],
    );
    let bytes = fs::read(at("old.zip")).expect("read");
    let mut dos = Vec::new();
    let mut rest = &bytes[..];
    while let Some(place) = rest.windows(6).position(|window| window == b"XXXXXX") {
        dos.extend([&rest[..place], b"J\x81rgen"].concat());
        rest = &rest[place + 6..];
    }
    dos.extend(rest);
    fs::write(at("old.zip"), dos).expect("written");
    zipped(&at("within.zip"), &[("a", b""), ("a/b.c", b"")]);
    // Two files of one name: no writer makes them, so one is renamed afterwards.
    zipped(
        &at("twice.zip"),
        &[("take_stones.c", b""), ("rake_stones.c", b"")],
    );
    let bytes = fs::read(at("twice.zip")).expect("read");
    let twice: Vec<u8> = bytes
        .iter()
        .enumerate()
        .map(
            |(at, byte)| match bytes[at..].starts_with(b"rake_stones.c") {
                true => b't',
                false => *byte,
            },
        )
        .collect();
    fs::write(at("twice.zip"), twice).expect("written");
    let fifo = std::process::Command::new("mkfifo")
        .arg(at("fifo.c"))
        .status();
    assert!(fifo.expect("mkfifo runs").success());
    let layout = folder.path().join("layout");
    let output = class(
        &submissions,
        &out,
        &["-v", "--similarity", layout.to_str().expect("UTF-8")],
    );
    assert!(output.status.success(), "{}", said(&output));
    for sentence in [
        "through: refused, `through.zip` would write through a link: `d/evil.c`\n",
        "beside: graded, 9.00 points\n",
        "within: refused, `within.zip` holds `a/b.c` in something that is a file\n",
        "twice: refused, `twice.zip` holds two files of one name\n",
        "nested: graded, 9.00 points\n",
        "old: graded, 9.00 points\n",
        "rar: refused, `Work.rar` is an archive of a kind that is not unpacked",
        "fifo: refused, `fifo.c` is neither a folder nor a file\n",
    ] {
        assert!(
            said(&output).contains(sentence),
            "{sentence}\n{}",
            said(&output)
        );
    }
    let page = fs::read_to_string(out.join("index.html")).expect("the page");
    let note = "beside</bdi></a>: a link or a device in it was left out";
    assert!(page.contains(note), "{page}");
    assert!(layout.join("old/take_stones.c").exists());
    assert!(!layout.join("old/take_stones.o").exists());
}

#[test]
fn a_name_becomes_neither_a_formula_nor_a_row_nor_markup() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    let quit = "int main(void) { return 0; }";
    for name in [
        "=1+1.c",
        "a\nEve,100,100.c",
        "b\"<script>x.c",
        "c\u{1b}[2J.c",
    ] {
        fs::write(submissions.join(name), quit).expect("written");
    }
    fs::write(submissions.join("d.c"), "#error \u{1b}[31m\u{9b}2J").expect("written");
    let output = class(&submissions, &out, &["-v"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(!said(&output).contains('\u{1b}'), "{}", said(&output));
    for (name, bytes) in everything(&out) {
        let controls = |c: char| c.is_control() && c != '\n';
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!text.contains(controls), "{name}: {text}");
    }
    let grades = fs::read_to_string(out.join("grades.csv")).expect("grades");
    assert_eq!(grades.lines().count(), 6, "{grades}");
    assert!(grades.contains("\n'=1+1,'=1+1,0.00,"), "{grades}");
    assert!(
        grades.contains("\n\"a Eve,100,100\",\"a Eve,100,100\",0.00,"),
        "{grades}"
    );
    let page = fs::read_to_string(out.join("index.html")).expect("the page");
    assert!(!page.contains("<script"), "no name is markup");
    assert!(
        page.contains("href=\"students/-1-1.html\""),
        "links are to files that are there"
    );
    assert!(out.join("students/-1-1.html").exists());
}

#[test]
fn a_program_that_deletes_its_folder_harms_only_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    fs::write(submissions.join("ada.c"), menagerie("take_stones.c")).expect("written");
    fs::write(
        submissions.join("vandal.sh"),
        "rm -rf \"$PWD\" ..\necho 1\n",
    )
    .expect("written");
    let output = class(&submissions, &out, &["-v"]);
    assert!(output.status.success(), "{}", said(&output));
    let grades = fs::read_to_string(out.join("grades.csv")).expect("grades");
    assert!(
        grades.contains("\nada,ada,9.00,9.00,100.00,graded,"),
        "{grades}"
    );
    assert!(
        grades.contains("\nvandal,vandal,0.00,9.00,0.00,graded,"),
        "{grades}"
    );
    assert!(
        submissions.join("vandal.sh").exists(),
        "what was handed in stays"
    );
}

#[test]
fn an_export_of_a_single_student_is_still_a_class() {
    let folder = tempfile::tempdir().expect("a folder");
    let (export, out) = (folder.path().join("export.zip"), folder.path().join("out"));
    let name = "class/Ada Lovelace_101_assignsubmission_file_/src/ada.sh";
    zipped(&export, &[(name, b"echo $*")]);
    let output = class(&export, &out, &["-v"]);
    assert!(
        said(&output).starts_with("Ada Lovelace: graded, "),
        "{}",
        said(&output)
    );
}

#[test]
fn a_tar_may_be_packed_in_pieces_and_its_names_end_somewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let (submissions, out) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir(&submissions).expect("a folder");
    let packed = |bytes: &[u8]| {
        let mut file = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        file.write_all(bytes).expect("written");
        file.finish().expect("finished")
    };
    let mut archive = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    let right = menagerie("take_stones.c");
    header.set_size(right.len() as u64);
    archive
        .append_data(&mut header, "take_stones.c", right.as_bytes())
        .expect("appended");
    let whole = archive.into_inner().expect("finished");
    let pieces = [packed(&whole[..600]), packed(&whole[600..])].concat();
    fs::write(submissions.join("pieces.tar.gz"), pieces).expect("written");
    // A name of 64 MiB would be read into memory whole.
    for (name, kind) in [("long", b'L'), ("notes", b'x')] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::new(kind));
        header.set_size(64 << 20);
        header.set_cksum();
        let bomb = [&header.as_bytes()[..], &vec![b'a'; 64 << 20]].concat();
        let path = submissions.join(name).with_extension("tar.gz");
        fs::write(path, packed(&bomb)).expect("written");
    }
    let told = said(&class(&submissions, &out, &["-v", "--only", "01*"]));
    assert!(told.contains("pieces: graded, "), "{told}");
    for name in ["long", "notes"] {
        let sentence =
            format!("`{name}.tar.gz` is damaged or cut off: a header of more than 1 MiB\n");
        assert!(told.contains(&sentence), "{sentence}\n{told}");
    }
}

#[test]
fn what_never_ends_is_no_class() {
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo runs").success());
    for endless in [&fifo, Path::new("/dev/zero")] {
        let output = class(endless, &folder.path().join("out"), &[]);
        assert_eq!(output.status.code(), Some(2));
        let told = said(&output);
        assert!(told.contains("neither a folder nor an archive"), "{told}");
    }
}
