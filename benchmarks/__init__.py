"""The same work on this project and on its peers."""
