"""The table server: where people meet, on one machine or several."""
