//! `expanding_nim join`: the client of the class platform, for a person or a bot.

use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;

use super::client::{Client, Lost, Tracker};
use super::names::Printable;
use super::position::{Move, Position, Request};
use super::protocol::{Hello, RULE};
use super::server_message::{ServerMessage, State};
use crate::console::Console;
use crate::game::Player;
use crate::players::Chooser;
use crate::program::Failure;

const PROMPT: &str = "Please enter your move: ";

/// Plays one game on the server at `address`, for a person unless there is a bot.
pub fn run(
    address: &str,
    hello: Hello,
    bot: Option<Box<dyn Chooser<Position>>>,
) -> Result<(), Failure> {
    let client = Client::connect(address, &hello).map_err(|error| {
        let address = Printable(address);
        Failure::task(format_args!("cannot connect to {address}: {error}"))
    })?;
    let talk = Talk::new(hello, io::stdout().lock());
    match bot {
        Some(bot) => play_bot(client, talk, bot),
        None => play_person(client, talk),
    }
}

/// Plays a bot's game without a word.
pub fn play_silently(
    address: &str,
    hello: Hello,
    player: Box<dyn Chooser<Position>>,
) -> Result<(), Failure> {
    let client = Client::connect(address, &hello)?;
    play_bot(client, Talk::new(hello, io::sink()), player)
}

/// A pile too large to be solved is played one stone at a time.
const A_STONE: Move = Move {
    stones: 1,
    reset: false,
};

fn play_bot(
    mut client: Client,
    mut talk: Talk<impl Write>,
    mut player: Box<dyn Chooser<Position>>,
) -> Result<(), Failure> {
    loop {
        let message = client.hear().map_err(lost)?;
        if talk.hear(&message)? == Game::Over {
            return Ok(());
        }
        if let Some(tracker) = talk.our_turn() {
            let chosen = player.choose(&tracker.position).unwrap_or(A_STONE).into();
            tracker.sent(chosen);
            client.send(chosen, tracker.seat);
        }
    }
}

/// What a person's game waits for.
enum Event {
    Heard(Result<ServerMessage, Lost>),
    Typed(Result<Option<String>, Failure>),
}

fn play_person(mut client: Client, mut talk: Talk<impl Write>) -> Result<(), Failure> {
    let mut sender = client.try_clone()?;
    // Room for one event of each kind: a server that talks on and on is read no faster than shown.
    let (events, inbox) = mpsc::sync_channel(2);
    let typed = events.clone();
    thread::spawn(move || {
        loop {
            let heard = client.hear();
            let last = heard.is_err();
            if events.send(Event::Heard(heard)).is_err() || last {
                return;
            }
        }
    });
    let (ask, asked) = mpsc::channel();
    thread::spawn(move || {
        // A line is read only when one is asked for, so nothing that is piped in piles up.
        let mut console = Console::new(io::stdin().lock(), io::sink());
        while asked.recv().is_ok() && typed.send(Event::Typed(console.ask_line(""))).is_ok() {}
    });
    let mut prompted = false;
    loop {
        if !prompted && talk.our_turn().is_some() {
            talk.prompt()?;
            prompted = true;
            let _ = ask.send(());
        }
        match inbox.recv() {
            Ok(Event::Heard(heard)) => {
                if prompted {
                    talk.end_line()?;
                }
                if talk.hear(&heard.map_err(lost)?)? == Game::Over {
                    return Ok(());
                }
            }
            Ok(Event::Typed(line)) => {
                let Some(line) = line? else {
                    talk.end_line()?;
                    return Err(Failure::task("input ended before the game was over"));
                };
                prompted = false;
                match (parse_move(&line), talk.our_turn()) {
                    (Some(chosen), Some(tracker)) => {
                        tracker.sent(chosen);
                        sender.send(chosen, tracker.seat);
                    }
                    _ => talk.say("Invalid move string")?,
                }
            }
            Err(_) => return Err(lost(Lost::Ended)),
        }
    }
}

fn lost(why: Lost) -> Failure {
    Failure::task(Printable(&why.to_string()))
}

/// `K R`: two integers.
fn parse_move(line: &str) -> Option<Request> {
    let mut numbers = line.split_whitespace().map(str::parse::<i64>);
    match (numbers.next()?, numbers.next()?, numbers.next()) {
        (Ok(stones), Ok(reset), None) => Some(Request {
            stones,
            reset: reset != 0,
        }),
        _ => None,
    }
}

#[derive(PartialEq, Eq)]
enum Game {
    On,
    Over,
}

/// The text of the client, and the game behind it.
struct Talk<W> {
    hello: Hello,
    output: W,
    tracker: Option<Tracker>,
}

impl<W: Write> Talk<W> {
    fn new(hello: Hello, output: W) -> Talk<W> {
        Talk {
            hello,
            output,
            tracker: None,
        }
    }

    fn our_turn(&mut self) -> Option<&mut Tracker> {
        self.tracker.as_mut().filter(|game| game.is_our_turn())
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.output, "{line}")?)
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        self.output.write_all(PROMPT.as_bytes())?;
        Ok(self.output.flush()?)
    }

    fn end_line(&mut self) -> Result<(), Failure> {
        Ok(writeln!(self.output)?)
    }

    fn hear(&mut self, message: &ServerMessage) -> Result<Game, Failure> {
        match (message, &mut self.tracker) {
            (ServerMessage::Init(terms, told), None) => {
                let asked_for = match self.hello.first {
                    true => Player::First,
                    false => Player::Second,
                };
                let tracker = Tracker::new(terms, *told, asked_for);
                let order = match tracker.seat {
                    Player::First => "first",
                    Player::Second => "second",
                };
                writeln!(
                    self.output,
                    "Welcome to Expanding Nim, {}!\n\
                     You are player {} and will go {order}.\n\
                     The game starts with {} stones, {} resets, and {} seconds per player.\n{RULE}",
                    Printable(&self.hello.name),
                    tracker.seat.index() + 1,
                    terms.stones,
                    terms.resets,
                    terms.seconds,
                )?;
                self.tracker = Some(tracker);
            }
            (ServerMessage::State(state), Some(tracker)) => {
                let (mover, agreed) = tracker.follow(state);
                let who = match mover == tracker.seat {
                    true => "You",
                    false => "Opponent",
                };
                if !agreed {
                    let _ = writeln!(
                        io::stderr(),
                        "warning: the server counts otherwise than we do"
                    );
                }
                self.show(who, state)?;
            }
            _ => return Err(lost(Lost::Malformed)),
        }
        self.output.flush()?;
        match message {
            ServerMessage::State(state) if state.over.is_some() => Ok(Game::Over),
            _ => Ok(Game::On),
        }
    }

    fn show(&mut self, who: &str, state: &State) -> Result<(), Failure> {
        let reset = if state.asked.reset {
            " and used reset"
        } else {
            ""
        };
        let [(first, first_resets), (second, second_resets)] = &state.players;
        writeln!(
            self.output,
            "{who} took {} stones{reset}.\nCurrent max: {}\nStones left: {}\n\
             Player {} has {first_resets} resets left\n\
             Player {} has {second_resets} resets left\n{RULE}",
            state.asked.stones,
            state.current_max,
            state.stones_left,
            Printable(first),
            Printable(second),
        )?;
        if let Some(reason) = &state.over {
            writeln!(self.output, "Game over\n{}", Printable(reason))?;
        }
        Ok(())
    }
}
