"""Drive Numba: compiled rules, their records, random numbers and runners."""
