"""Run the service: compilation, logs, metrics, backups, administration, shutdown."""
