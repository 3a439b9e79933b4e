//! The flags and errors of `take_stones`.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;

fn take_stones(line: &str) -> Command {
    let mut command = cargo_bin_cmd!("take_stones");
    command.args(line.split_whitespace());
    command
}

/// Exit code 2, one sentence on standard error, nothing on standard output.
fn assert_usage_error(line: &str, sentence: &str) {
    take_stones(line)
        .assert()
        .code(2)
        .stdout("")
        .stderr(format!("error: {sentence}\n"));
}

#[test]
fn the_sample_is_printed_to_the_letter() {
    take_stones("7 3 1 4 2 3")
        .assert()
        .success()
        .stderr("")
        .stdout(
            "Move: 6\nValue: 1.0\nNumber of Nodes Visited: 3\nNumber of Nodes Evaluated: 1\n\
         Max Depth Reached: 2\nAvg Effective Branching Factor: 1.0\n",
        );
}

#[test]
fn too_few_arguments_are_refused() {
    let form = "<#stones> <#taken_stones> <list_of_taken_stones> <depth>";
    for (line, given) in [("", 0), ("7", 1), ("7 0", 2)] {
        let sentence = format!("too few arguments: {form} are at least 3 numbers, not {given}");
        assert_usage_error(line, &sentence);
    }
}

#[test]
fn what_is_not_an_integer_is_refused() {
    for word in ["x", "1.5", "-1.5", "0x7", "7,", "--", "+", "٣", "1e3"] {
        // A lone `--` would be taken for the end of the options.
        let line = format!("7 0 -- {word}");
        let sentence =
            format!("'{word}' is not an integer: the arguments are numbers, like 7 2 3 6 0");
        assert_usage_error(&line, &sentence);
    }
    assert_usage_error(
        "seven 0 0",
        "'seven' is not an integer: the arguments are numbers, like 7 2 3 6 0",
    );
}

#[test]
fn negative_numbers_are_refused() {
    for (line, number) in [
        ("-7 0 0", "-7"),
        ("7 -1 0", "-1"),
        ("7 1 -3 0", "-3"),
        ("7 0 -1", "-1"),
    ] {
        let sentence = format!("{number} is negative: stones, counts and the depth are 0 or more");
        assert_usage_error(line, &sentence);
    }
}

#[test]
fn a_count_that_does_not_match_the_list_is_refused() {
    assert_usage_error(
        "7 3 1 4 2",
        "#taken_stones is 3, but the list before the depth is too short: it has 2",
    );
    assert_usage_error(
        "7 1 1 4 2",
        "too many arguments: #taken_stones is 1, but the list before the depth has 2",
    );
}

#[test]
fn impossible_boards_are_refused() {
    assert_usage_error("0 0 0", "a board has between 1 and 10000000 stones, not 0");
    assert_usage_error(
        "4000000000 0 0",
        "a board has between 1 and 10000000 stones, not 4000000000",
    );
    let huge = format!("1{}", "0".repeat(30));
    assert_usage_error(
        &format!("{huge} 0 0"),
        &format!("{huge} is too large: a board has at most 10000000 stones"),
    );
}

#[test]
fn impossible_lists_are_refused() {
    assert_usage_error("7 1 9 0", "stone 9 is not on a board of 7 stones");
    assert_usage_error("7 1 0 0", "stone 0 is not on a board of 7 stones");
    assert_usage_error("7 3 3 6 3 0", "stone 3 is taken twice");
    assert_usage_error(
        "7 2 3 5 0",
        "stone 5 is neither a multiple nor a factor of 3, the stone before it",
    );
}

#[test]
fn a_finished_game_has_a_winner_and_no_best_move() {
    let games = [
        (
            "7 6 3 6 2 4 1 7 0",
            "Player 1 (Max) has no legal stone, so Player 2 (Min) has won",
        ),
        (
            "7 5 3 6 2 1 7 0",
            "Player 2 (Min) has no legal stone, so Player 1 (Max) has won",
        ),
        (
            "2 0 0",
            "Player 1 (Max) has no legal stone, so Player 2 (Min) has won",
        ),
    ];
    for (line, sentence) in games {
        take_stones(line)
            .assert()
            .code(1)
            .stdout("")
            .stderr(format!("error: the game is over: {sentence}\n"));
    }
}

#[test]
fn a_thousand_stones_are_searched_four_plies_deep() {
    take_stones("1000 0 4")
        .assert()
        .success()
        .stdout(predicate::str::contains(
            "Number of Nodes Visited: 1189852\n",
        ));
}

#[test]
fn a_depth_beyond_the_end_is_the_same_as_depth_0() {
    let to_the_end = take_stones("20 0 0").output().expect("it runs").stdout;
    for depth in ["20", "1000000", "99999999999999999999999999"] {
        take_stones(&format!("20 0 {depth}"))
            .assert()
            .stdout(to_the_end.clone());
    }
}

#[test]
fn the_help_shows_every_form_with_examples() {
    let help = take_stones("--help").output().expect("it runs").stdout;
    insta::assert_snapshot!(String::from_utf8_lossy(&help));
}

#[test]
fn the_tree_is_drawn_node_by_node() {
    let tree = take_stones("--tree 10 3 4 2 6 4")
        .output()
        .expect("it runs")
        .stdout;
    insta::assert_snapshot!(String::from_utf8_lossy(&tree));
}

#[test]
fn a_tree_above_the_limit_is_refused_and_not_searched() {
    // No search comes to the end of this game.
    take_stones("--tree --limit 8 1000 0 0").assert().code(1);
    take_stones("--tree --limit 24 10 3 4 2 6 4")
        .assert()
        .code(1)
        .stdout("")
        .stderr("error: the tree has more nodes than --limit 24: raise it, or search less deep\n");
    take_stones("--tree --limit 25 10 3 4 2 6 4")
        .assert()
        .success();
}

#[test]
fn the_tree_is_written_as_a_page_that_stands_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tree.html");
    let write = |file: &std::path::Path| {
        let mut command = take_stones("--tree 10 3 4 2 6 4 --html");
        command.arg(file).assert()
    };
    write(&file).success().stdout("").stderr("");
    let page = std::fs::read_to_string(&file).expect("a page");
    assert!(page.contains("\"cut\":\"1.0 >= beta") || page.contains("<= alpha"));
    assert!(!page.contains("src=") && !page.contains("href=") && !page.contains("import "));
    write(folder.path())
        .code(1)
        .stderr(predicate::str::contains("cannot write"));
}

#[test]
fn perfect_play_needs_no_depth() {
    let advice = "Move: 6\nValue: 1.0\n";
    take_stones("--perfect 7 3 1 4 2")
        .assert()
        .success()
        .stdout(advice);
    take_stones("--perfect 7 6 3 6 2 4 1 7")
        .assert()
        .code(1)
        .stdout("");
    assert_usage_error(
        "--perfect 7",
        "too few arguments: <#stones> <#taken_stones> <list_of_taken_stones> are at least 2 numbers, not 1",
    );
}

#[test]
fn perfect_play_answers_where_no_search_can_reach() {
    take_stones("--perfect 20000 0")
        .assert()
        .success()
        .stdout("Move: 75\nValue: 1.0\n");
}

#[test]
fn neither_table_nor_cores_change_a_number() {
    let with_table = take_stones("30 0 0").output().expect("it runs").stdout;
    for size in ["0", "1", "4096"] {
        take_stones(&format!("--table {size} 30 0 0"))
            .assert()
            .success()
            .stdout(with_table.clone());
    }
    for cores in ["1", "2", "7"] {
        take_stones(&format!("--cores {cores} 34 0 0"))
            .assert()
            .success()
            .stdout(predicate::str::contains("Visited: 2851221\n"));
    }
}

#[test]
fn the_program_answers_a_person() {
    take_stones("--play 7 2 3 6")
        .write_stdin("9\n5\n2\n")
        .assert()
        .code(1)
        .stdout(predicate::str::starts_with(
            "Player 1: Please enter a number between 1 and 7\n\
             Player 1: Please enter a multiple or a factor of 6\nPlayer 1: Player 2: ",
        ))
        .stderr("error: input ended before the game was over\n");
}

#[test]
fn a_lost_game_ends_with_the_winner() {
    take_stones("--play --second 8 0")
        .write_stdin("1\n")
        .assert()
        .success()
        .stdout("Player 1: 3\nPlayer 2: Player 1: 5\nWinner: Player 1\n");
}

#[test]
fn a_person_can_ask_for_help() {
    let typed = "help\nmoves\nvalues\nhint\nhistory\nundo\n3\n6\nhistory\nundo\nUndo\n1\nquit\n";
    let said = take_stones("--play --friend 7 0")
        .write_stdin(typed)
        .assert();
    let said = said.success().get_output().stdout.clone();
    insta::assert_snapshot!(String::from_utf8_lossy(&said));
}

#[test]
fn play_alone_starts_a_game_on_twenty_stones() {
    take_stones("--play")
        .write_stdin("21\nmoves\nquit\n")
        .assert()
        .success()
        .stdout(
            "Player 1: Please enter a number between 1 and 20\n\
             Player 1: 1\n3\n5\n7\n9\nPlayer 1: ",
        );
}
