//! Has a client on this machine read what it was sent, and which socket is its end? The kernel knows:
//! `/proc/net/tcp` lists both ends of such a connection, each with the number of bytes that wait to be
//! read, and its inode (proc(5)).

use std::fs;
use std::net::{SocketAddr, SocketAddrV4, TcpStream};

/// The two ends of a connection, as far as they can be looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends(Option<[SocketAddrV4; 2]>);

impl Ends {
    /// The ends of a connected socket.
    pub(super) fn of(socket: &TcpStream) -> Ends {
        match (socket.peer_addr(), socket.local_addr()) {
            (Ok(SocketAddr::V4(client)), Ok(SocketAddr::V4(own))) => Ends(Some([client, own])),
            _ => Ends(None),
        }
    }

    /// Whether something lies unread at the other end. Of a client on another machine, or on a system
    /// without such a table, nothing is known.
    pub(super) fn peer_has_unread(&self) -> Option<bool> {
        let [client, own] = self.0?;
        let table = fs::read_to_string("/proc/net/tcp").ok()?;
        unread(&table, client, own).map(|bytes| bytes > 0)
    }

    /// The inode of the socket at the other end.
    pub(super) fn peer_socket(&self) -> Option<u64> {
        let [client, own] = self.0?;
        let table = fs::read_to_string("/proc/net/tcp").ok()?;
        field(&table, client, own, 9)?.parse().ok()
    }
}

/// The bytes that wait at the end `at` of its connection with `peer`, if the table knows it.
fn unread(table: &str, at: SocketAddrV4, peer: SocketAddrV4) -> Option<u64> {
    let queues = field(table, at, peer, 4)?;
    u64::from_str_radix(queues.split_once(':')?.1, 16).ok()
}

/// A field of the line of the end `at` of its connection with `peer`.
fn field(table: &str, at: SocketAddrV4, peer: SocketAddrV4, number: usize) -> Option<&str> {
    // Address and port in hexadecimal, the address as the machine would read it as one number.
    let written = |end: SocketAddrV4| {
        let address = u32::from_ne_bytes(end.ip().octets());
        format!("{address:08X}:{:04X}", end.port())
    };
    let ends = format!(" {} {} ", written(at), written(peer));
    let line = table.lines().find(|line| line.contains(&ends))?;
    line.split_whitespace().nth(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_endian = "little")]
    fn the_right_end_is_looked_up() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when\n   \
            0: 0100007F:2328 00000000:0000 0A 00000000:00000001 00:00000000\n   \
            1: 0100007F:2328 0100007F:D431 01 00000000:00000007 00:00000000\n   \
            2: 0100007F:D431 0100007F:2328 01 00000007:00000050 00:00000000 00000000 0 0 4711 1\n";
        let end = |port| SocketAddrV4::new([127, 0, 0, 1].into(), port);
        assert_eq!(unread(table, end(0xd431), end(9000)), Some(0x50));
        assert_eq!(unread(table, end(9000), end(0xd431)), Some(7));
        assert_eq!(field(table, end(0xd431), end(9000), 9), Some("4711"));
        assert_eq!(unread(table, end(9000), end(1)), None);
        assert_eq!(unread("", end(9000), end(1)), None);
    }
}
