//! What the kernel says about a TCP socket of a network (sock_diag(7)): one question, one answer.

use std::net::SocketAddrV4;
use std::os::fd::OwnedFd;

use rustix::net::{RecvFlags, SendFlags, recv, send};

/// All sockets of a network, to be asked about one by one.
#[derive(Debug)]
pub(crate) struct Census(OwnedFd);

/// A socket that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// Bytes that have arrived and were not read.
    pub unread: u32,
    /// All bytes that ever arrived.
    pub received: u64,
}

impl Census {
    /// Of our own network, if the kernel has such a thing.
    pub(crate) fn open() -> Option<Census> {
        crate::process::census().ok().map(Census)
    }

    /// Of the network in which this socket of the kernel's was opened.
    pub(crate) fn of(socket: OwnedFd) -> Census {
        Census(socket)
    }

    /// The end `at` of its connection with `peer`.
    pub(super) fn find(&self, at: SocketAddrV4, peer: SocketAddrV4) -> Option<Found> {
        let (answer, length) = self.ask(at, peer)?;
        understood(&answer[..length])
    }

    /// The inode of that end, which is 0 if nobody has it any more; `None` if the kernel will not say.
    pub(super) fn inode(&self, at: SocketAddrV4, peer: SocketAddrV4) -> Option<u64> {
        let (answer, length) = self.ask(at, peer)?;
        whose(&answer[..length])
    }

    fn ask(&self, at: SocketAddrV4, peer: SocketAddrV4) -> Option<([u8; 1024], usize)> {
        send(&self.0, &question(at, peer), SendFlags::empty()).ok()?;
        // The kernel has answered when the question is sent.
        let mut answer = [0; 1024];
        let (_, length) = recv(&self.0, &mut answer[..], RecvFlags::DONTWAIT).ok()?;
        Some((answer, length))
    }
}

/// The numbers of linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h.
const HEADER: usize = 16;
const SOCK_DIAG_BY_FAMILY: u16 = 20;
const REQUEST: u16 = 1;
const MESSAGE: usize = 72;
const UNREAD_AT: usize = HEADER + 56;
const INODE_AT: usize = HEADER + 68;
const INFO: u16 = 2;
/// In `struct tcp_info`.
const RECEIVED_AT: usize = 128;

/// A header and `struct inet_diag_req_v2`.
fn question(at: SocketAddrV4, peer: SocketAddrV4) -> [u8; 72] {
    let mut text = [0; 72];
    let mut put = |place: usize, bytes: &[u8]| text[place..][..bytes.len()].copy_from_slice(bytes);
    put(0, &72u32.to_ne_bytes());
    put(4, &SOCK_DIAG_BY_FAMILY.to_ne_bytes());
    put(6, &REQUEST.to_ne_bytes());
    let (internet, tcp) = (2, 6);
    put(HEADER, &[internet, tcp, 1 << (INFO - 1)]);
    put(HEADER + 4, &u32::MAX.to_ne_bytes());
    put(HEADER + 8, &at.port().to_be_bytes());
    put(HEADER + 10, &peer.port().to_be_bytes());
    put(HEADER + 12, &at.ip().octets());
    put(HEADER + 28, &peer.ip().octets());
    // No cookie: the ends are enough to find it.
    put(HEADER + 48, &u64::MAX.to_ne_bytes());
    text
}

/// A header, `struct inet_diag_msg` and attributes, one of which is a `struct tcp_info`.
fn understood(answer: &[u8]) -> Option<Found> {
    let number = |place| number(answer, place);
    if answer.get(4..6)? != SOCK_DIAG_BY_FAMILY.to_ne_bytes() {
        return None;
    }
    let mut rest = answer.get(HEADER + MESSAGE..)?;
    while let Some((head, _)) = rest.split_first_chunk::<4>() {
        let length = usize::from(u16::from_ne_bytes([head[0], head[1]]));
        let kind = u16::from_ne_bytes([head[2], head[3]]);
        if kind == INFO {
            let received = rest.get(4 + RECEIVED_AT..4 + RECEIVED_AT + 8)?;
            return Some(Found {
                unread: number(UNREAD_AT)?,
                received: received.try_into().ok().map(u64::from_ne_bytes)?,
            });
        }
        rest = rest.get(length.max(4).next_multiple_of(4)..)?;
    }
    None
}

/// The inode in the same answer, also without attributes, or 0 in one that says that there is nothing.
fn whose(answer: &[u8]) -> Option<u64> {
    const ERROR: u16 = 2;
    let no_such_thing = -rustix::io::Errno::NOENT.raw_os_error();
    let kind = answer.get(4..6)?.try_into().ok().map(u16::from_ne_bytes)?;
    match kind {
        SOCK_DIAG_BY_FAMILY => number(answer, INODE_AT).map(u64::from),
        ERROR => (number(answer, HEADER)?.cast_signed() == no_such_thing).then_some(0),
        _ => None,
    }
}

fn number(answer: &[u8], place: usize) -> Option<u32> {
    let bytes = answer.get(place..place + 4)?;
    bytes.try_into().ok().map(u32::from_ne_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpListener, TcpStream};

    #[test]
    fn the_kernel_tells_what_a_client_has_read() {
        let Some(census) = Census::open() else {
            return println!("SKIPPED: the kernel tells nothing about sockets");
        };
        let door = TcpListener::bind("127.0.0.1:0").expect("a port");
        let mut client = TcpStream::connect(door.local_addr().expect("known")).expect("connected");
        let (mut own, _) = door.accept().expect("accepted");
        let [Ok(SocketAddr::V4(at)), Ok(SocketAddr::V4(peer))] =
            [client.local_addr(), client.peer_addr()]
        else {
            panic!("two ends");
        };
        own.write_all(b"hello").expect("sent");
        client.peek(&mut [0; 5]).expect("arrived");
        let found = census.find(at, peer).expect("it is there");
        assert_eq!((found.unread, found.received), (5, 5));
        client.read_exact(&mut [0; 5]).expect("read");
        let found = census.find(at, peer).expect("it is there");
        assert_eq!((found.unread, found.received), (0, 5));
        let inode = census.inode(at, peer).expect("it is somebody's");
        assert_eq!(crate::process::has_socket("self", inode), Some(true));
        let nobody = SocketAddrV4::new(*at.ip(), 1);
        assert_eq!(census.find(nobody, peer), None);
        assert_eq!(census.inode(nobody, peer), Some(0));
        drop(client);
        assert_eq!(census.inode(at, peer), Some(0), "nobody has it any more");
        assert_eq!(understood(&[0; 300]), None);
        assert_eq!(understood(&[]), None);
    }
}
