"""What can be shown of rules before anything is emitted: what may fail, what branches, which moves differ."""
