//! The five games in the browser, with what every move is worth.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, ExitCode, Stdio};

use clap::Parser;
use sticks_and_stones::arcade::{api, server};
use sticks_and_stones::program::{self, Failure, whole_number};

const EXAMPLES: &str = "\
The first line printed is the address of the page. Ctrl-C ends it.

Examples:
  arcade                    on this computer, at a free port
  arcade --open             and open the page
  arcade --port 8080        at this port
  arcade --listen 0.0.0.0   for everybody in the network

Exit codes: 0 ended, 1 the port is taken, 2 wrong usage.";

/// The five games in the browser, with what every move is worth
#[derive(Parser)]
#[command(name = "arcade", version, after_help = EXAMPLES, allow_negative_numbers = true)]
struct Arguments {
    /// The port; a free one unless told
    #[arg(long, default_value_t = 0, value_parser = whole_number(0..=u16::MAX))]
    port: u16,

    /// The address to listen on; others than this computer's own let the network in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

fn main() -> ExitCode {
    program::finish(run())
}

fn run() -> Result<(), Failure> {
    let arguments: Arguments = program::arguments()?;
    let listen = SocketAddr::new(arguments.listen, arguments.port);
    server::run(listen, api::router(), |address| {
        let address = format!("http://{address}/");
        // Whoever started us may have closed the pipe; the page is served all the same.
        let _ = writeln!(io::stdout(), "{address}").and_then(|()| io::stdout().flush());
        std::thread::spawn(api::prepare);
        if arguments.open {
            open(&address);
        }
    })
}

/// Opens an address as the desktop does it. A browser that is started so is not ended by the Ctrl-C that ends us.
fn open(address: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(opener);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let started = command
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let address = address.to_owned();
    std::thread::spawn(move || {
        let opened = started.and_then(|mut child| child.wait());
        // Windows' own says nothing with its code.
        if !opened.is_ok_and(|status| status.success() || cfg!(windows)) {
            let _ = writeln!(
                io::stderr(),
                "warning: {opener} could not open {address}: open it yourself"
            );
        }
    });
}
