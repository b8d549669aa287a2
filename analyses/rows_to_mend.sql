-- Which landed rows were not taken, and what should be done about them?
select reason_code, count(*) as landed_rows, any_value(remedy) as remedy
from marts.dq_rejected_row
where not is_duplicate
group by reason_code
order by landed_rows desc, reason_code
