"""The command line, `contextledger`; typer and rich are imported when it runs."""


def main() -> None:
    """Run the command named by `sys.argv` and exit: 0 done, 1 `verify` found problems, 2 it could not be done."""
    from manager.cli.application import application

    application(prog_name="contextledger")
