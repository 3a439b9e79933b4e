//! `result.json` for Classroom 50. It counts in whole points, so ours are rounded there, and there only.

use std::env;

use serde_json::{Value, json};

use super::grade::{Grade, Graded};
use super::report;
use super::score::Points;

/// The result, with what only the workflow knows taken from its environment.
pub(super) fn result(grade: &Grade) -> Value {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let commit = variable("COMMIT_URL");
    let review = env::var("REVIEW_URL").ok();
    let now = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ");
    let scores = whole(grade.cases.iter().map(|case| case.score));
    let maxima = whole(grade.cases.iter().map(|case| case.max_score));
    let tests = grade.cases.iter().zip(scores.iter().zip(&maxima));
    json!({
        "schema": "classroom50/result/v1",
        "classroom": variable("CLASSROOM"),
        "assignment": variable("ASSIGNMENT"),
        "submission": variable("SUBMISSION_TAG"),
        "commit": commit,
        "release": variable("RELEASE_URL"),
        "review": review.filter(|url| !url.is_empty()).unwrap_or(commit),
        "datetime": now.to_string(),
        "score": scores.iter().sum::<u64>(),
        "max-score": maxima.iter().sum::<u64>(),
        "tests": tests.map(|(case, (score, most))| test(case, *score, *most)).collect::<Vec<_>>(),
    })
}

/// One case; what Classroom 50 does not ask for (our own points, the report) it keeps as it is.
fn test(case: &Graded, score: u64, most: u64) -> Value {
    let mut test = json!({
        "test-name": case.name,
        "passed": case.status.is_good(),
        "score": score,
        "max-score": most,
        "points": case.score,
    });
    if !case.hidden && !case.status.is_good() {
        test["message"] = anstream::adapter::strip_str(&report::case(case))
            .to_string()
            .into();
    }
    test
}

/// Points as whole numbers whose sum is the sum of the points, rounded. Each is what the running sum
/// grows by, so that none is more than its points rounded up.
fn whole(points: impl Iterator<Item = Points>) -> Vec<u64> {
    let rounded = |hundredths: u64| (hundredths + 50) / 100;
    let mut sum = 0;
    points
        .map(|points| {
            let before = rounded(sum);
            sum += points.hundredths();
            rounded(sum) - before
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_points_add_up_to_the_rounded_sum() {
        let points = [0.70, 0.76, 0.0, 0.76, 1.0, 0.60].map(Points::from);
        assert_eq!(whole(points.into_iter()), [1, 0, 0, 1, 1, 1]);
        assert_eq!(whole([0.49].map(Points::from).into_iter()), [0]);
    }
}
