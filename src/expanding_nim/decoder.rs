//! JSON objects out of a stream of bytes: a read may bring several objects, or part of one.

use serde_json::{Deserializer, Map, Value};

/// An object is complete within this many bytes, the blanks before it included, or it is malformed.
pub(crate) const LONGEST_MESSAGE: usize = 4096;

/// A message as it came: any keys, any values.
pub(crate) type Object = Map<String, Value>;

/// Bytes that are not the beginning of an object, or an object without an end in sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed;

/// What has been received from one peer and not been decoded yet.
#[derive(Default, Debug)]
pub(crate) struct Decoder {
    buffer: Vec<u8>,
    blanks: usize,
}

impl Decoder {
    /// Takes in what a read brought.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The next object, if all of it is here. After [`Malformed`] the stream makes no more sense.
    pub(crate) fn next_object(&mut self) -> Result<Option<Object>, Malformed> {
        self.skip_blanks();
        let mut values = Deserializer::from_slice(&self.buffer).into_iter::<Value>();
        let object = match (self.buffer.first(), values.next()) {
            (None, _) => None,
            (Some(b'{'), Some(Ok(Value::Object(object)))) => Some(object),
            (Some(b'{'), Some(Err(error))) if error.is_eof() => None,
            _ => return Err(Malformed),
        };
        let used = match object {
            Some(_) => values.byte_offset(),
            None => self.buffer.len(),
        };
        if self.blanks + used > LONGEST_MESSAGE {
            return Err(Malformed);
        }
        if object.is_some() {
            self.buffer.drain(..used);
            self.blanks = 0;
        }
        Ok(object)
    }

    fn skip_blanks(&mut self) {
        let is_text = |byte: &u8| !byte.is_ascii_whitespace();
        let blanks = self.buffer.iter().position(is_text);
        let blanks = blanks.unwrap_or(self.buffer.len());
        self.buffer.drain(..blanks);
        self.blanks += blanks;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "{\"a\": 1} \r\n{\"b\": {\"c\": \"}\\\"{é\"}}";

    fn decode(pieces: &[&[u8]]) -> Vec<String> {
        let mut decoder = Decoder::default();
        let mut objects = Vec::new();
        for piece in pieces {
            decoder.feed(piece);
            while let Some(object) = decoder.next_object().expect("well-formed") {
                objects.push(Value::Object(object).to_string());
            }
        }
        objects
    }

    #[test]
    fn objects_come_out_however_the_stream_is_cut() {
        let expected = ["{\"a\":1}", "{\"b\":{\"c\":\"}\\\"{é\"}}"];
        assert_eq!(decode(&[TWO.as_bytes()]), expected);
        let bytes: Vec<&[u8]> = TWO.as_bytes().chunks(1).collect();
        assert_eq!(decode(&bytes), expected);
        for cut in 0..TWO.len() {
            let (left, right) = TWO.as_bytes().split_at(cut);
            assert_eq!(decode(&[left, right]), expected);
        }
    }

    #[test]
    fn what_cannot_become_an_object_is_malformed_at_once() {
        let deep = format!("{{\"a\":{}", "[".repeat(1000));
        for text in ["hello", "[", "3", "\"", "{]", "{\"a\" 1", "}", &deep] {
            let mut decoder = Decoder::default();
            decoder.feed(text.as_bytes());
            assert_eq!(decoder.next_object(), Err(Malformed), "{text}");
        }
    }

    #[test]
    fn no_object_within_4_kb_is_malformed() {
        for (opening, filler) in [("{\"name\": \"", "x"), ("", " ")] {
            let mut decoder = Decoder::default();
            decoder.feed(opening.as_bytes());
            decoder.feed(filler.repeat(LONGEST_MESSAGE - opening.len()).as_bytes());
            assert_eq!(decoder.next_object(), Ok(None));
            decoder.feed(filler.as_bytes());
            assert_eq!(decoder.next_object(), Err(Malformed));
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_malformed() {
        let mut decoder = Decoder::default();
        decoder.feed(b"{\"name\": \"\xff\xfe\"}");
        assert_eq!(decoder.next_object(), Err(Malformed));
    }
}
