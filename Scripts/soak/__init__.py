"""A checker in the manner of Jepsen: numbered actions through a server that is killed, stopped, cut off and starved.

It speaks into rooms: sessions nobody deletes, and sessions (`annex`, `booth`) that are deleted while all speak, and
made again under the same name, which is another room. What happened, `History`, is compared by `check` with the records
in the end. Each round has other limits of what is kept (`retention`), so a record is only the end of what there was;
`known` puts the rest together from confirmations, and says what may have been let go of at a moment.
"""
