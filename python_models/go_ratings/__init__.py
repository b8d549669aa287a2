"""go_ratings: reading Go results and rating players, without a warehouse in sight.

`landing` and `importers` turn files into the rows of the landing contract,
`engines` turn games into rating ledgers. Nothing here imports dbt.
"""
