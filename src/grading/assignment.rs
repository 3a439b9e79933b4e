//! What grading is told of an assignment by those who know its game.

use super::case::Case;
use super::judgement::Listener;
use super::maker::Maker;
use super::referee::Appointment;

/// Reads what stands behind a referee's name; the number is the part the case belongs to.
pub(crate) type Appoint =
    fn(settings: &str, part: Option<u32>) -> Result<Box<dyn Appointment>, String>;

/// An assignment, and who plays, listens and asks for it.
#[derive(Clone, Copy)]
pub struct Assignment {
    /// Its name, which is that of its folder of cases, and of its referee.
    pub name: &'static str,
    /// Its referee, if it has one.
    pub referee: Option<Appoint>,
    /// Who understands its programs whatever their words, if there is somebody.
    pub listener: Option<&'static dyn Listener>,
    /// Cases that are in no file, to be listed.
    pub questions: Option<fn() -> Vec<Case>>,
    /// Who makes cases that nobody has seen, if somebody can.
    pub maker: Option<&'static dyn Maker>,
}

impl Assignment {
    /// An assignment that is graded by its transcripts.
    pub const fn new(name: &'static str) -> Assignment {
        Assignment {
            name,
            referee: None,
            listener: None,
            questions: None,
            maker: None,
        }
    }

    /// With a referee.
    pub const fn refereed_by(self, referee: Appoint) -> Assignment {
        Assignment {
            referee: Some(referee),
            ..self
        }
    }

    /// With a listener.
    pub const fn heard_by(self, listener: &'static dyn Listener) -> Assignment {
        Assignment {
            listener: Some(listener),
            ..self
        }
    }

    /// With fresh cases.
    pub const fn made_by(self, maker: &'static dyn Maker) -> Assignment {
        Assignment {
            maker: Some(maker),
            ..self
        }
    }

    /// With cases that are in no file.
    pub const fn asking(self, questions: fn() -> Vec<Case>) -> Assignment {
        Assignment {
            questions: Some(questions),
            ..self
        }
    }
}

/// The referee that a case names.
pub(crate) fn appoint(
    assignments: &[Assignment],
    text: &str,
    part: Option<u32>,
) -> Result<Box<dyn Appointment>, String> {
    let (name, settings) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let named = |assignment: &&Assignment| assignment.name == name;
    let known = assignments.iter().find(named);
    match known.and_then(|assignment| assignment.referee) {
        Some(appoint) => appoint(settings, part),
        None => {
            let there = assignments.iter().filter(|other| other.referee.is_some());
            let names: Vec<&str> = there.map(|other| other.name).collect();
            Err(match names.split_last() {
                Some((last, names)) => format!(
                    "there is no referee `{name}`: there are {} and {last}",
                    names.join(", ")
                ),
                None => format!("there is no referee `{name}`"),
            })
        }
    }
}
