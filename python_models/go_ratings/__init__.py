"""go_ratings: reading Go results and rating players.

`reading` turns files into rows of the landing contract, `engines` turn games into ledgers, `evaluation`
says how good their predictions are. Only `warehouse` knows DuckDB and dbt.
"""
