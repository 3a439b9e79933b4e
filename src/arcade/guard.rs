//! Who may ask. A browser sends requests for whatever page it shows: those that another site made it send
//! are refused, so that nobody else's page keeps this computer busy, or reads what is served on it under a
//! name of its own (DNS rebinding).

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName};

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Whether another site is behind a request; `local` if only this computer is served.
pub(super) fn is_foreign(headers: &HeaderMap, local: bool) -> bool {
    let said = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = said(&HOST).unwrap_or_default();
    let mut hosts = headers.get_all(HOST).iter();
    let other_name = local && hosts.any(|host| is_public_name(host.to_str().unwrap_or("?.?")));
    let other_origin = said(&ORIGIN)
        .is_some_and(|origin| origin.split_once("://").map(|(_, at)| at) != Some(host));
    // Links and bookmarks lead here from anywhere; pictures and scripts of other sites do not.
    let other_site =
        matches!(said(&SITE), Some("cross-site" | "same-site")) && said(&MODE) != Some("navigate");
    other_name || other_origin || other_site
}

/// Whether somebody may own this name: an address is nobody's, and neither is a name of one word.
fn is_public_name(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let is_address = name.starts_with('[') || name.parse::<IpAddr>().is_ok();
    name.contains('.') && !is_address && !name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foreign(said: &[(&'static str, &str)], local: bool) -> bool {
        let headers = said.iter().map(|(name, value)| {
            let value = value.parse().expect("a value");
            (HeaderName::from_static(name), value)
        });
        is_foreign(&headers.collect(), local)
    }

    #[test]
    fn our_own_page_and_programs_on_this_computer_may_ask() {
        for host in [
            "127.0.0.1:8080",
            "localhost:1",
            "[::1]:8080",
            "a",
            "",
            "x.localhost",
        ] {
            assert!(!foreign(&[("host", host)], true), "{host}");
        }
        assert!(!foreign(&[], true));
        let own = [
            ("host", "127.0.0.1:8080"),
            ("origin", "http://127.0.0.1:8080"),
            ("sec-fetch-site", "same-origin"),
        ];
        assert!(!foreign(&own, true));
        let mailed = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
        ];
        assert!(!foreign(&mailed, true));
    }

    #[test]
    fn another_site_may_not() {
        for host in [
            "evil.example",
            "evil.example:8080",
            "EVIL.example.",
            "127.0.0.1.evil.example",
        ] {
            assert!(foreign(&[("host", host)], true), "{host}");
            assert!(!foreign(&[("host", host)], false), "{host}");
        }
        for origin in ["http://evil.example", "null", "http://127.0.0.1:9090"] {
            let asked = [("host", "127.0.0.1:8080"), ("origin", origin)];
            assert!(foreign(&asked, true) && foreign(&asked, false), "{origin}");
        }
        let picture = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "no-cors"),
        ];
        assert!(foreign(&picture, true));
        let mut two = HeaderMap::new();
        for name in ["localhost", "evil.example"] {
            two.append(HOST, name.parse().expect("a value"));
        }
        assert!(is_foreign(&two, true));
    }
}
