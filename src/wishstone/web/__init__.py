"""The browser client: what is here is what runs. It knows no rules, only the wire format of `docs/protocol.md`."""
