//! System calls that a sealed program is refused: what Landlock does not cover.
//!
//! Sockets other than the one to a server, typing into a terminal, System V memory that would stay
//! behind, and the ways to leave one's tree of processes.

use libc::{
    SYS_acct, SYS_add_key, SYS_adjtimex, SYS_bpf, SYS_chroot, SYS_clock_adjtime, SYS_clock_settime,
    SYS_clone, SYS_delete_module, SYS_finit_module, SYS_fsopen, SYS_init_module, SYS_ioctl,
    SYS_kcmp, SYS_kexec_file_load, SYS_kexec_load, SYS_keyctl, SYS_mount, SYS_mount_setattr,
    SYS_move_mount, SYS_mq_open, SYS_msgget, SYS_name_to_handle_at, SYS_open_by_handle_at,
    SYS_open_tree, SYS_perf_event_open, SYS_pidfd_getfd, SYS_pivot_root, SYS_prctl,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_quotactl, SYS_reboot, SYS_request_key,
    SYS_semget, SYS_setdomainname, SYS_sethostname, SYS_setns, SYS_settimeofday, SYS_shmget,
    SYS_socket, SYS_swapoff, SYS_swapon, SYS_umount2, SYS_unshare, SYS_userfaultfd,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// The filter; `None` where there is none for this machine.
pub(super) fn filter(with_sockets: bool) -> Option<Vec<BpfProgram>> {
    let refused = [
        calls_refused(with_sockets)?,
        // glibc falls back to `clone` if there is no `clone3`, whose flags nobody can look at;
        // Node does without io_uring, which would open sockets unseen.
        unconditional(&[libc::SYS_clone3, libc::SYS_io_uring_setup]),
    ];
    let errors = [libc::EPERM, libc::ENOSYS];
    let arch = std::env::consts::ARCH.try_into().ok()?;
    let programs = refused.into_iter().zip(errors).map(|(rules, error)| {
        let refuse = SeccompAction::Errno(error.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch).ok()?;
        filter.try_into().ok()
    });
    programs.collect()
}

/// What stays in the kernel after a program, what reaches into others or gets at files without their
/// names, and what only administrators of the machine do.
const NEVER: [i64; 42] = [
    SYS_acct,
    SYS_add_key,
    SYS_adjtimex,
    SYS_bpf,
    SYS_chroot,
    SYS_clock_adjtime,
    SYS_clock_settime,
    SYS_delete_module,
    SYS_finit_module,
    SYS_init_module,
    SYS_kcmp,
    SYS_kexec_file_load,
    SYS_kexec_load,
    SYS_keyctl,
    SYS_mount,
    SYS_move_mount,
    SYS_fsopen,
    SYS_open_tree,
    SYS_mount_setattr,
    SYS_mq_open,
    SYS_msgget,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_perf_event_open,
    SYS_pidfd_getfd,
    SYS_pivot_root,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_quotactl,
    SYS_reboot,
    SYS_request_key,
    SYS_semget,
    SYS_setdomainname,
    SYS_sethostname,
    SYS_setns,
    SYS_settimeofday,
    SYS_shmget,
    SYS_swapoff,
    SYS_swapon,
    SYS_umount2,
    SYS_unshare,
    SYS_userfaultfd,
];

type Rules = std::collections::BTreeMap<i64, Vec<SeccompRule>>;

fn unconditional(calls: &[i64]) -> Rules {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

fn calls_refused(with_sockets: bool) -> Option<Rules> {
    let is = |index, value: u64| {
        SeccompCondition::new(index, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value).ok()
    };
    let masked = |index, mask: u64, value: u64| {
        let equal = SeccompCmpOp::MaskedEq(mask);
        SeccompCondition::new(index, SeccompCmpArgLen::Dword, equal, value).ok()
    };
    let one = |condition| SeccompRule::new(vec![condition]).ok();
    let ne = |index, value: u64| {
        SeccompCondition::new(index, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value).ok()
    };
    let mut rules = unconditional(&NEVER);
    let flags = [libc::CLONE_PARENT, libc::CLONE_NEWUSER];
    let flags = flags.map(|flag| u64::from(flag.unsigned_abs()));
    let flags = flags.map(|flag| one(masked(0, flag, flag)?));
    rules.insert(SYS_clone, flags.into_iter().collect::<Option<_>>()?);
    let subreaper = libc::PR_SET_CHILD_SUBREAPER.unsigned_abs().into();
    rules.insert(SYS_prctl, vec![one(is(0, subreaper)?)?]);
    let typing = [libc::TIOCSTI, libc::TIOCLINUX];
    let typing = typing.map(|request| one(is(1, request)?));
    rules.insert(SYS_ioctl, typing.into_iter().collect::<Option<_>>()?);
    // TCP alone, and only for those with a port to reach, which Landlock then holds them to.
    let (inet, inet6) = (libc::AF_INET as u64, libc::AF_INET6 as u64);
    let kinds = 0xf;
    let socket = match with_sockets {
        false => Vec::new(),
        true => vec![
            SeccompRule::new(vec![ne(0, inet)?, ne(0, inet6)?]).ok()?,
            one(masked(1, kinds, libc::SOCK_DGRAM as u64)?)?,
            one(masked(1, kinds, libc::SOCK_RAW as u64)?)?,
        ],
    };
    rules.insert(SYS_socket, socket);
    Some(rules)
}
