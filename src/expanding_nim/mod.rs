//! Expanding Nim: the rules, the perfect bot, and the class tournament over TCP.
