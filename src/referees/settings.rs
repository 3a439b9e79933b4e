//! What stands behind a referee's name in a case: `option=2 sticks=20 games=10`.

/// The words `key=number` behind the referee's name.
pub(super) struct Settings(Vec<(String, u64)>);

impl Settings {
    pub(super) fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Settings, String> {
        let pairs = words.map(|word| {
            let pair = word.split_once('=');
            let pair = pair.and_then(|(key, value)| Some((key.to_owned(), value.parse().ok()?)));
            pair.ok_or_else(|| format!("`{word}` is not `key=number`"))
        });
        Ok(Settings(pairs.collect::<Result<_, _>>()?))
    }

    pub(super) fn take(
        &mut self,
        key: &str,
        default: u64,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, String> {
        let Some(index) = self.0.iter().position(|(name, _)| name == key) else {
            return Ok(default);
        };
        let (_, value) = self.0.remove(index);
        if range.contains(&value) {
            return Ok(value);
        }
        let (low, high) = range.into_inner();
        Err(format!(
            "`{key}` is a number between {low} and {high}, not {value}"
        ))
    }

    pub(super) fn all_taken(&self) -> Result<(), String> {
        match self.0.first() {
            Some((key, _)) => Err(format!("this referee has no setting `{key}`")),
            None => Ok(()),
        }
    }
}
