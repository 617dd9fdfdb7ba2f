"""Files that try to make the toolkit run code, read other files or reach the network."""
