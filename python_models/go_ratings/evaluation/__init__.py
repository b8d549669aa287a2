"""How good the ratings are: scores of predictions, settings compared, what holds the lists together."""
