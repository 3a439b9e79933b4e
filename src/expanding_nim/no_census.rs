//! A census that knows nobody, for systems on which the kernel does not tell.

use std::net::SocketAddrV4;

/// Would be all sockets of a network.
#[derive(Debug)]
pub(crate) struct Census(());

/// What is never found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub unread: u32,
    pub received: u64,
}

impl Census {
    /// There is none.
    pub(crate) fn open() -> Option<Census> {
        None
    }

    /// Of a network of its own, which nobody has here.
    #[cfg(unix)]
    pub(crate) fn of(_: std::os::fd::OwnedFd) -> Census {
        Census(())
    }

    pub(super) fn find(&self, _: SocketAddrV4, _: SocketAddrV4) -> Option<Found> {
        None
    }

    pub(super) fn inode(&self, _: SocketAddrV4, _: SocketAddrV4) -> Option<u64> {
        None
    }
}
