"""The tests that every room must pass, shipped with the package: `caserne check FOLDER`."""
