//! A headless Chromium with the page of an arcade in it, driven through WebDriver.

use std::future::Future;
use std::io::{BufRead, BufReader};
use std::panic::resume_unwind;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::arcade_support::{Arcade, ask};

/// A busy machine may take its time; what never comes is a failure all the same.
const PATIENCE: Duration = Duration::from_secs(300);

/// A page of a running arcade.
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) client: Client,
    /// `http://127.0.0.1:PORT/`.
    pub(crate) address: String,
    driver: String,
}

/// Runs a test in a browser of its own, as wide as a desk's or as a phone's.
pub(crate) fn browse<F, T>(width: u32, test: F)
where
    F: FnOnce(Page) -> T,
    T: Future<Output = ()> + Send + 'static,
{
    let arcade = Arcade::start();
    let driver = Driver::start();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let outcome = runtime.block_on(async {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let Value::Object(wanted) = capabilities(width) {
            builder.capabilities(wanted);
        }
        let client = builder.connect(&format!("http://{}", driver.address)).await;
        let client = client.expect("Chromium starts");
        let page = Page {
            client: client.clone(),
            address: format!("http://{}/", arcade.address),
            driver: driver.address.clone(),
        };
        // Whatever becomes of the test, the browser is closed.
        let outcome = tokio::spawn(test(page)).await;
        client.close().await.expect("Chromium ends");
        outcome
    });
    if let Err(failed) = outcome {
        resume_unwind(failed.into_panic());
    }
}

/// As root, in a container and without a screen. What is narrower than any window is a phone.
fn capabilities(width: u32) -> Value {
    // Tall enough for every part of the page: what is larger than the window is cut off in a picture.
    let size = format!("--window-size={width},2000");
    let mut options = json!({
        "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--hide-scrollbars", "--lang=en", "--disable-lcd-text", size],
    });
    if width < 500 {
        options["mobileEmulation"] = json!({
            "deviceMetrics": { "width": width, "height": 900, "pixelRatio": 1.0 },
        });
    }
    let patience = PATIENCE.as_millis() as u64;
    json!({
        "browserName": "chrome",
        "timeouts": { "script": patience, "pageLoad": patience },
        "goog:loggingPrefs": { "performance": "ALL" },
        "goog:chromeOptions": options,
    })
}

/// A chromedriver; it ends with the test.
struct Driver {
    child: Child,
    address: String,
}

impl Driver {
    fn start() -> Driver {
        let started = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = started.expect("chromedriver: install chromium and chromium-driver");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let port = lines.by_ref().find_map(|line| {
            let line = line.expect("text");
            let port = line.split_once("successfully on port ")?.1;
            Some(port.trim_end_matches('.').to_owned())
        });
        // Somebody has to read what it says, or it would wait for that.
        std::thread::spawn(move || lines.for_each(drop));
        let address = format!("127.0.0.1:{}", port.expect("a port"));
        Driver { child, address }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Page {
    /// Opens an address of the page and waits until its position is shown.
    pub(crate) async fn open(&self, hash: &str) {
        let address = format!("{}{hash}", self.address);
        self.client.goto(&address).await.expect("the page opens");
        self.shown().await;
    }

    /// Waits until the page shows what its address says.
    pub(crate) async fn shown(&self) {
        self.until("document.body.dataset.shown === location.hash")
            .await;
    }

    /// Waits until a condition holds.
    pub(crate) async fn until(&self, condition: &str) {
        let script = format!("return Boolean({condition})");
        let patience = Instant::now() + PATIENCE;
        while self.run(&script, Vec::new()).await != json!(true) {
            assert!(Instant::now() < patience, "never: {condition}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// What a script returns.
    pub(crate) async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let ran = self.client.execute(script, arguments).await;
        ran.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The value of an expression, as text.
    pub(crate) async fn text(&self, expression: &str) -> String {
        let value = self
            .run(&format!("return String({expression})"), Vec::new())
            .await;
        value.as_str().expect("text").to_owned()
    }

    pub(crate) async fn find(&self, selector: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE);
        let found = found.for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    pub(crate) async fn click(&self, selector: &str) {
        let element = self.find(selector).await;
        element
            .click()
            .await
            .unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Types into whatever has the focus.
    pub(crate) async fn press(&self, keys: &str) {
        let focus = self.client.active_element().await.expect("a focus");
        focus.send_keys(keys).await.expect("keys");
    }

    /// Every address that the browser asked for since the last question.
    pub(crate) async fn requests(&self) -> Vec<String> {
        let session = self.client.session_id().await.expect("a session");
        let head = format!("POST /session/{}/se/log", session.expect("a session"));
        let (status, body) = ask(&self.driver, &head, br#"{"type":"performance"}"#);
        assert_eq!(status, 200, "{body}");
        let log: Value = serde_json::from_str(&body).expect("JSON");
        let entries = log["value"].as_array().expect("a log");
        let events = entries.iter().map(|entry| {
            let text = entry["message"].as_str().expect("a message");
            serde_json::from_str::<Value>(text).expect("JSON")["message"].clone()
        });
        events
            .filter(|event| event["method"] == "Network.requestWillBeSent")
            .filter_map(|event| {
                event["params"]["request"]["url"]
                    .as_str()
                    .map(str::to_owned)
            })
            .collect()
    }
}
