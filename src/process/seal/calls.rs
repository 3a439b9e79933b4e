//! System calls that a sealed program is refused: what Landlock does not cover.
//!
//! Sockets other than the one to a server, typing into a terminal, System V memory that would stay
//! behind, and the ways to leave one's tree of processes. Where nothing else holds them, also those
//! that reach the files and processes of the same user without opening anything.

use libc::{
    SYS_acct, SYS_add_key, SYS_adjtimex, SYS_bind, SYS_bpf, SYS_chroot, SYS_clock_adjtime,
    SYS_clock_settime, SYS_clone, SYS_delete_module, SYS_finit_module, SYS_fsopen, SYS_init_module,
    SYS_ioctl, SYS_kcmp, SYS_kexec_load, SYS_keyctl, SYS_listen, SYS_mount, SYS_mount_setattr,
    SYS_move_mount, SYS_mq_open, SYS_mq_unlink, SYS_msgctl, SYS_msgget, SYS_msgrcv, SYS_msgsnd,
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_open_tree, SYS_perf_event_open,
    SYS_pidfd_getfd, SYS_pivot_root, SYS_prctl, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_quotactl, SYS_reboot, SYS_request_key, SYS_semctl, SYS_semget, SYS_semop, SYS_semtimedop,
    SYS_setdomainname, SYS_sethostname, SYS_setns, SYS_settimeofday, SYS_shmat, SYS_shmctl,
    SYS_shmget, SYS_socket, SYS_socketpair, SYS_swapoff, SYS_swapon, SYS_syslog, SYS_umount2,
    SYS_unshare, SYS_userfaultfd,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// What a program can reach besides by the calls that are refused to everybody.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// A server at a port.
    pub sockets: bool,
    /// Mounts and process numbers that are not its own.
    pub others: bool,
    /// Files it may read, to cut them off: a right that old kernels do not know.
    pub lengths: bool,
}

/// The filters; `None` where there are none for this machine.
pub(super) fn filters(reach: Reach) -> Option<Vec<BpfProgram>> {
    let mut refused = calls_refused(reach.sockets)?;
    let mut pretended = Calls::new();
    if reach.others {
        refused.extend(aimed_at_others()?);
        pretended = changes_by_name()?;
        pretended.extend(unconditional(&LEAVING));
    }
    let mut missing = unconditional(MISSING);
    if reach.lengths {
        refused.extend(cutting_off()?);
        missing.insert(libc::SYS_openat2, Vec::new());
    }
    let kinds = [
        (refused, libc::EPERM),
        (missing, libc::ENOSYS),
        (pretended, 0),
    ];
    let arch = std::env::consts::ARCH.try_into().ok()?;
    let programs = kinds.into_iter().filter(|(rules, _)| !rules.is_empty());
    let programs = programs.map(|(rules, error)| {
        let refuse = SeccompAction::Errno(error.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch).ok()?;
        filter.try_into().ok()
    });
    let mut programs: Vec<BpfProgram> = programs.collect::<Option<_>>()?;
    programs.extend(one_numbering());
    Some(programs)
}

/// Every call of an Intel machine has a second number (x32), by which no rule would know it.
fn one_numbering() -> Option<BpfProgram> {
    const LOAD_NUMBER: u16 = 0x20;
    const JUMP_IF_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    const SECOND_NUMBERS: u32 = 0x4000_0000;
    let step = |code, jt, jf, k| seccompiler::sock_filter { code, jt, jf, k };
    cfg!(target_arch = "x86_64").then(|| {
        vec![
            step(LOAD_NUMBER, 0, 0, 0),
            step(JUMP_IF_AT_LEAST, 0, 1, SECOND_NUMBERS),
            step(
                RETURN,
                0,
                0,
                libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs(),
            ),
            step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
        ]
    })
}

/// What programs can do without, if it is not there: glibc falls back to `clone` from `clone3`, whose
/// flags nobody can look at, Node does without io_uring, which would open sockets unseen. Watching tells
/// the names in folders that cannot be read. Memory that is a file is nobody's when it is counted.
const MISSING: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_fanotify_init,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_inotify_init1,
    libc::SYS_io_uring_setup,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    CHANGE_MODE_AT,
    SET_ATTRIBUTE_AT,
    REMOVE_ATTRIBUTE_AT,
    SET_FILE_ATTRIBUTES,
];

/// Newer than the library: fchmodat2, setxattrat, removexattrat and file_setattr, on every machine.
const CHANGE_MODE_AT: i64 = 452;
const SET_ATTRIBUTE_AT: i64 = 463;
const REMOVE_ATTRIBUTE_AT: i64 = 466;
const SET_FILE_ATTRIBUTES: i64 = 469;

/// kexec_file_load, which the library does not name for every machine.
const LOAD_KERNEL_FILE: i64 = match cfg!(target_arch = "x86_64") {
    true => 320,
    false => 294,
};

/// What stays in the kernel after a program, what reaches into others or gets at files without their
/// names, what others would find us by, and what only administrators of the machine do.
const NEVER: [i64; 54] = [
    SYS_acct,
    SYS_add_key,
    SYS_adjtimex,
    SYS_bind,
    SYS_bpf,
    SYS_chroot,
    SYS_clock_adjtime,
    SYS_clock_settime,
    SYS_delete_module,
    SYS_finit_module,
    SYS_fsopen,
    SYS_init_module,
    SYS_kcmp,
    LOAD_KERNEL_FILE,
    SYS_kexec_load,
    SYS_keyctl,
    SYS_listen,
    SYS_mount,
    SYS_mount_setattr,
    SYS_move_mount,
    SYS_mq_open,
    SYS_mq_unlink,
    SYS_msgctl,
    SYS_msgget,
    SYS_msgrcv,
    SYS_msgsnd,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_open_tree,
    SYS_perf_event_open,
    SYS_pidfd_getfd,
    SYS_pivot_root,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_quotactl,
    SYS_reboot,
    SYS_request_key,
    SYS_semctl,
    SYS_semget,
    SYS_semop,
    SYS_semtimedop,
    SYS_setdomainname,
    SYS_sethostname,
    SYS_setns,
    SYS_settimeofday,
    SYS_shmat,
    SYS_shmctl,
    SYS_shmget,
    SYS_swapoff,
    SYS_swapon,
    SYS_syslog,
    SYS_umount2,
    SYS_unshare,
    SYS_userfaultfd,
];

/// Calls of the system by number, each with the rules under one of which it counts.
type Calls = std::collections::BTreeMap<i64, Vec<SeccompRule>>;

fn unconditional(calls: &[i64]) -> Calls {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

/// Rules that hold if one of several arguments compares like this with a number.
fn any(conditions: &[(u8, SeccompCmpOp, u64)]) -> Option<Vec<SeccompRule>> {
    let rule = |(index, operator, value): &(u8, SeccompCmpOp, u64)| {
        let operator = operator.clone();
        let size = SeccompCmpArgLen::Dword;
        let condition = SeccompCondition::new(*index, size, operator, *value).ok()?;
        SeccompRule::new(vec![condition]).ok()
    };
    conditions.iter().map(rule).collect()
}

fn calls_refused(with_sockets: bool) -> Option<Calls> {
    use SeccompCmpOp::{Eq, MaskedEq};
    let mut rules = unconditional(&NEVER);
    let flags = [libc::CLONE_PARENT, libc::CLONE_NEWUSER];
    let flags = flags.map(|flag| u64::from(flag.unsigned_abs()));
    let flags = flags.map(|flag| (0, MaskedEq(flag), flag));
    rules.insert(SYS_clone, any(&flags)?);
    let options = [libc::PR_SET_CHILD_SUBREAPER, libc::PR_SCHED_CORE];
    let options = options.map(|option| (0, Eq, option.unsigned_abs().into()));
    let mut options = any(&options)?;
    options.push(unseen()?);
    rules.insert(SYS_prctl, options);
    // Typing into a terminal, and flags of files that belong to us.
    let typing = [libc::TIOCSTI as u32, libc::TIOCLINUX as u32];
    let requests = [typing, [SET_FLAGS, SET_MORE_FLAGS]].concat();
    let requests: Vec<_> = requests.iter().map(|&r| (1, Eq, r.into())).collect();
    rules.insert(SYS_ioctl, any(&requests)?);
    // TCP alone, and only for those with a port to reach, which Landlock then holds them to.
    let socket = match with_sockets {
        false => Vec::new(),
        true => {
            let (kinds, stream) = (0xf, libc::SOCK_STREAM as u64);
            let mut socket = vec![none_of(0, [libc::AF_INET, libc::AF_INET6])?];
            let others = (0..=kinds).filter(|&kind| kind != stream);
            let others: Vec<_> = others.map(|kind| (1, MaskedEq(kinds), kind)).collect();
            socket.extend(any(&others)?);
            // Of all that streams Landlock knows TCP only.
            socket.push(none_of(2, [0, libc::IPPROTO_TCP])?);
            socket
        }
    };
    rules.insert(SYS_socket, socket);
    rules.insert(SYS_socketpair, unbound_pairs()?);
    Some(rules)
}

/// Pairs of sockets that are not bound to each other for ever: they could write to a socket with a name.
fn unbound_pairs() -> Option<Vec<SeccompRule>> {
    use SeccompCmpOp::{MaskedEq, Ne};
    const KINDS: u64 = 0xf;
    let bound = [libc::SOCK_STREAM, libc::SOCK_SEQPACKET].map(|kind| kind as u64);
    let unbound = (0..=KINDS).filter(|kind| !bound.contains(kind));
    let mut pairs: Vec<_> = unbound.map(|kind| (1, MaskedEq(KINDS), kind)).collect();
    pairs.push((0, Ne, libc::AF_UNIX as u64));
    any(&pairs)
}

const SET_FLAGS: u32 = 0x4008_6602;
const SET_MORE_FLAGS: u32 = 0x401c_5820;

fn none_of(index: u8, values: [libc::c_int; 2]) -> Option<SeccompRule> {
    let other = |value: libc::c_int| {
        let value = value.unsigned_abs().into();
        SeccompCondition::new(index, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value).ok()
    };
    let others = values.map(other).into_iter();
    SeccompRule::new(others.collect::<Option<_>>()?).ok()
}

/// Nobody makes a secret of what they have open: it counts.
fn unseen() -> Option<SeccompRule> {
    let is = |index, value| {
        SeccompCondition::new(index, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value).ok()
    };
    let dumpable = libc::PR_SET_DUMPABLE.unsigned_abs().into();
    SeccompRule::new(vec![is(0, dumpable)?, is(1, 0)?]).ok()
}

/// Limits and priorities of anybody but oneself, in which neither Landlock nor a filter of signals sees
/// anything: a limit can kill.
fn aimed_at_others() -> Option<Calls> {
    use SeccompCmpOp::Ne;
    let who = [(0, Ne, 0)];
    let which_and_who = |which: libc::c_int| [(0, Ne, which.unsigned_abs().into()), (1, Ne, 0)];
    let mut rules = Calls::new();
    for call in [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setscheduler,
        libc::SYS_migrate_pages,
        libc::SYS_move_pages,
    ] {
        rules.insert(call, any(&who)?);
    }
    const OF_A_PROCESS: libc::c_int = 1;
    rules.insert(libc::SYS_setpriority, any(&which_and_who(0))?);
    rules.insert(libc::SYS_ioprio_set, any(&which_and_who(OF_A_PROCESS))?);
    Some(rules)
}

/// Before Linux 6.2 whoever may read a file, and owns it, may empty it: by its name, or by opening it to
/// read. To open it to write is refused anyway.
fn cutting_off() -> Option<Calls> {
    let mask = (libc::O_ACCMODE | libc::O_TRUNC).unsigned_abs().into();
    let to_read = libc::O_TRUNC.unsigned_abs().into();
    let mut rules = unconditional(&[libc::SYS_truncate]);
    let openings = [
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_open, 1),
        (libc::SYS_openat, 2),
    ];
    for (call, index) in openings {
        rules.insert(
            call,
            any(&[(index, SeccompCmpOp::MaskedEq(mask), to_read)])?,
        );
    }
    Some(rules)
}

/// Where nobody dies with their number 1, all of a program dies as one group if nobody can leave it.
const LEAVING: [i64; 2] = [libc::SYS_setsid, libc::SYS_setpgid];

/// Times, owners, attributes and permissions of files, which Landlock lets everybody change who owns
/// them: done in appearance only. But a compiler makes its program executable, for its owner.
fn changes_by_name() -> Option<Calls> {
    const FOR_THE_OWNER: u64 = 0o700;
    let mut rules = unconditional(&[
        #[cfg(target_arch = "x86_64")]
        libc::SYS_utime,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_utimes,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_futimesat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_chown,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_lchown,
        libc::SYS_utimensat,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
    ]);
    for (call, index) in [
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_chmod, 1),
        (libc::SYS_fchmod, 1),
        (libc::SYS_fchmodat, 2),
    ] {
        rules.insert(call, any(&[(index, SeccompCmpOp::Ne, FOR_THE_OWNER)])?);
    }
    Some(rules)
}
