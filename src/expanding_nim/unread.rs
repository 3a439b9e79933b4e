//! Has a client on this machine read what it was sent, and which socket is its end? The kernel knows both
//! ends of such a connection, and tells: sock_diag(7), or in part `/proc/net/tcp` (proc(5)).

use std::fs;
use std::net::{SocketAddr, SocketAddrV4, TcpStream};
use std::sync::Arc;

use super::census::Census;

/// The two ends of a connection, as far as they can be looked up.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    ends: Option<[SocketAddrV4; 2]>,
    /// It broke before it could be looked at: nobody is at the other end.
    broken: bool,
    census: Option<Arc<Census>>,
}

impl Ends {
    /// The ends of a connected socket; the census is that of its network.
    pub(super) fn of(socket: &TcpStream, census: Option<Arc<Census>>) -> Ends {
        let peer = socket.peer_addr();
        let broken = peer.is_err();
        let ends = match (peer, socket.local_addr()) {
            (Ok(SocketAddr::V4(client)), Ok(SocketAddr::V4(own))) => Some([client, own]),
            _ => None,
        };
        Ends {
            ends,
            broken,
            census,
        }
    }

    /// Whether some of so many bytes that were sent has not been read at the other end: it lies there, or
    /// is still on its way. Of a client on another machine nothing is known.
    pub(super) fn peer_has_unread(&self, sent: u64) -> Option<bool> {
        let [client, own] = self.ends?;
        let peer = self.census.as_ref()?.find(client, own)?;
        Some(peer.unread > 0 || peer.received < sent)
    }

    /// The inode of the socket at the other end, which is 0 if nobody has it any more.
    pub(super) fn peer_socket(&self) -> Option<u64> {
        if self.broken {
            return Some(0);
        }
        let [client, own] = self.ends?;
        let census = self.census.as_ref();
        if let Some(inode) = census.and_then(|all| all.inode(client, own)) {
            return Some(inode);
        }
        // A table that changes while it is read can lack a line.
        for _ in 0..3 {
            let table = fs::read_to_string("/proc/net/tcp").ok()?;
            if let Some(inode) = inode(&table, client, own) {
                return Some(inode);
            }
        }
        Some(0)
    }
}

/// The inode of the end `at` of its connection with `peer`, if the table knows it.
fn inode(table: &str, at: SocketAddrV4, peer: SocketAddrV4) -> Option<u64> {
    // Address and port in hexadecimal, the address as the machine would read it as one number.
    let written = |end: SocketAddrV4| {
        let address = u32::from_ne_bytes(end.ip().octets());
        format!("{address:08X}:{:04X}", end.port())
    };
    let ends = format!(" {} {} ", written(at), written(peer));
    let line = table.lines().find(|line| line.contains(&ends))?;
    line.split_whitespace().nth(9)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_endian = "little")]
    fn the_right_end_is_looked_up() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when\n   \
            0: 0100007F:2328 00000000:0000 0A 00000000:00000001 00:00000000\n   \
            1: 0100007F:2328 0100007F:D431 01 00000000:00000007 00:00000000 00000000 0 0 1704 1\n   \
            2: 0100007F:D431 0100007F:2328 01 00000007:00000050 00:00000000 00000000 0 0 4711 1\n";
        let end = |port| SocketAddrV4::new([127, 0, 0, 1].into(), port);
        assert_eq!(inode(table, end(0xd431), end(9000)), Some(4711));
        assert_eq!(inode(table, end(9000), end(0xd431)), Some(1704));
        assert_eq!(inode(table, end(9000), end(1)), None);
        assert_eq!(inode("", end(9000), end(1)), None);
    }
}
