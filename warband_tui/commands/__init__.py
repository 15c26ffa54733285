"""One module a command or group of commands; each is imported when it is run."""
