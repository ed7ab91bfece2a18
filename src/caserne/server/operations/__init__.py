"""Run the service: logs, metrics, backups, administration, shutdown."""
