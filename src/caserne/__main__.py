"""`python -m caserne` is `caserne`."""

from caserne.cli import main

if __name__ == "__main__":
    main()
