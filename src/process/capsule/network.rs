//! A network of its own for one program: a loopback, and on it nothing but a server of ours.
//!
//! The child makes it, opens the server's door inside and hands it to us, with a socket at which the kernel
//! answers questions: sockets stay in the network in which they were made, whoever holds them. So several
//! programs can have the same port built in.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::OnceLock;

use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, bind, listen, netlink, recvmsg,
    sendmsg, socket_with, socketpair,
};

use super::{Capsule, checked};

/// Connections that may wait at the door.
const BACKLOG: i32 = 128;

/// A network that only needs to be entered.
pub(in crate::process) struct Network {
    port: u16,
    ours: OwnedFd,
}

/// Where the sockets of a network are handed over.
pub(in crate::process) struct Door(OwnedFd);

/// The door of the server, and where the kernel answers questions about sockets (sock_diag(7)).
pub(in crate::process) type Entrance = (TcpListener, OwnedFd);

impl Network {
    /// With a server at this port.
    pub(in crate::process) fn new(port: u16) -> io::Result<(Network, Door)> {
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let (theirs, ours) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
        Ok((Network { port, ours }, Door(theirs)))
    }

    /// Whether sealed programs can have one.
    pub(in crate::process) fn is_possible() -> bool {
        static POSSIBLE: OnceLock<bool> = OnceLock::new();
        *POSSIBLE.get_or_init(|| {
            let network = Network::new(1).ok().zip(Capsule::anywhere());
            network.is_some_and(|((network, door), capsule)| {
                capsule.with_network(Some(network)).can_be_entered() && door.open().is_ok()
            })
        })
    }

    /// Runs in the child before exec, with the rights over what it makes.
    pub(super) fn enter(&self) -> io::Result<()> {
        // SAFETY: takes and gives plain numbers.
        checked(unsafe { libc::unshare(libc::CLONE_NEWNET) })?;
        raise_loopback()?;
        let door = plain_socket(SocketType::STREAM)?;
        bind(&door, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, self.port))?;
        listen(&door, BACKLOG)?;
        let census = census()?;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut message = SendAncillaryBuffer::new(&mut space);
        let sockets = [door.as_fd(), census.as_fd()];
        message.push(SendAncillaryMessage::ScmRights(&sockets));
        let nothing = [IoSlice::new(b".")];
        sendmsg(&self.ours, &nothing, &mut message, SendFlags::NOSIGNAL)?;
        Ok(())
    }
}

impl Door {
    /// The sockets for the program that has started. From attempts to start it that failed there may be
    /// older ones.
    pub(in crate::process) fn open(self) -> io::Result<Entrance> {
        let mut last = None;
        while let Some(sockets) = self.next() {
            last = Some(sockets);
        }
        last.ok_or_else(|| io::Error::other("its network has no door"))
    }

    fn next(&self) -> Option<Entrance> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut message = RecvAncillaryBuffer::new(&mut space);
        let mut nothing = [0];
        let received = recvmsg(
            &self.0,
            &mut [IoSliceMut::new(&mut nothing)],
            &mut message,
            RecvFlags::CMSG_CLOEXEC,
        );
        received.ok().filter(|received| received.bytes > 0)?;
        message.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut sockets) => {
                Some((sockets.next()?.into(), sockets.next()?))
            }
            _ => None,
        })
    }
}

/// Where the kernel answers questions about the sockets of the network we are in.
pub(in crate::process) fn census() -> io::Result<OwnedFd> {
    let (family, kind) = (AddressFamily::NETLINK, SocketType::RAW);
    let protocol = Some(netlink::SOCK_DIAG);
    Ok(socket_with(family, kind, SocketFlags::CLOEXEC, protocol)?)
}

fn plain_socket(kind: SocketType) -> io::Result<OwnedFd> {
    let socket = socket_with(AddressFamily::INET, kind, SocketFlags::CLOEXEC, None)?;
    Ok(socket)
}

/// A new network has a loopback, which is down.
fn raise_loopback() -> io::Result<()> {
    let socket = plain_socket(SocketType::DGRAM)?;
    // SAFETY: made of numbers, for which all zeros are valid.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    for (place, letter) in request.ifr_name.iter_mut().zip(b"lo") {
        *place = letter.cast_signed() as libc::c_char;
    }
    request.ifr_ifru.ifru_flags = libc::IFF_UP as libc::c_short;
    let set_flags = libc::SIOCSIFFLAGS as libc::Ioctl;
    // SAFETY: the request is valid for the call, which reads it.
    let done = unsafe { libc::ioctl(socket.as_raw_fd(), set_flags, &raw const request) };
    checked(done).map(drop)
}
