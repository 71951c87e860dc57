"""A checker in the manner of Jepsen: numbered actions through a server that is killed, stopped, cut off and starved."""
